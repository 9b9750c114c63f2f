export const PRODUCTS = [
  { gender: 'o', name: 'sofá Itaparica de três lugares', price: 3290 },
  { gender: 'o', name: 'sofá-cama Paraty', price: 2490 },
  { gender: 'a', name: 'poltrona Lina', price: 1190 },
  { gender: 'a', name: 'mesa de jantar Ouro Preto', price: 2790 },
  { gender: 'a', name: 'mesa extensível Serra', price: 3450 },
  { gender: 'a', name: 'cadeira Tiradentes', price: 489 },
  { gender: 'o', name: 'guarda-roupa Mantiqueira', price: 4190 },
  { gender: 'a', name: 'cama de casal Canastra', price: 2650 },
  { gender: 'a', name: 'cabeceira estofada Lençóis', price: 890 },
  { gender: 'o', name: 'rack Ipê', price: 1390 },
  { gender: 'a', name: 'estante Jequitibá', price: 1750 },
  { gender: 'a', name: 'escrivaninha Mariana', price: 1090 },
  { gender: 'o', name: 'aparador Diamantina', price: 1290 },
  { gender: 'a', name: 'banqueta Búzios', price: 359 },
  { gender: 'o', name: 'berço Sabiá', price: 1590 },
] as const;

export const COLOURS = [
  'azul-petróleo',
  'cinza',
  'bege',
  'verde-musgo',
  'terracota',
  'caramelo',
  'off-white',
];
export const WOODS = ['carvalho', 'freijó', 'nogueira', 'branco', 'imbuia'];
/** With the preposition that each takes. */
export const DISTRICTS = [
  ['na', 'Vila Mariana'],
  ['no', 'Tatuapé'],
  ['em', 'Santana'],
  ['na', 'Lapa'],
  ['no', 'Butantã'],
  ['no', 'Ipiranga'],
  ['na', 'Mooca'],
  ['em', 'Pinheiros'],
  ['em', 'Santo André'],
  ['em', 'São Bernardo'],
  ['em', 'Guarulhos'],
  ['em', 'Osasco'],
  ['no', 'Campo Belo'],
  ['em', 'Perdizes'],
  ['no', 'Jabaquara'],
  ['na', 'Penha'],
] as const;
export const WEEKDAYS = ['segunda', 'terça', 'quarta', 'quinta', 'sexta'];
export const PERIODS = ['de manhã', 'à tarde', 'no fim da tarde', 'logo cedo'];

export const FIRST_NAMES = [
  ...['Adriana', 'Aline', 'Amanda', 'Ângela', 'Beatriz', 'Bruna', 'Carla', 'Carolina', 'Cláudia', 'Cristina'],
  ...['Daniela', 'Débora', 'Denise', 'Eliane', 'Érica', 'Fabiana', 'Flávia', 'Gabriela', 'Gisele', 'Isabela'],
  ...['Jéssica', 'Joana', 'Juliana', 'Larissa', 'Letícia', 'Lívia', 'Luana', 'Luciana', 'Mariana', 'Michele'],
  ...[
    'Natália',
    'Paula',
    'Priscila',
    'Rafaela',
    'Renata',
    'Roberta',
    'Sandra',
    'Simone',
    'Tatiane',
    'Vanessa',
  ],
  ...['Alexandre', 'Anderson', 'André', 'Bruno', 'Carlos', 'Cauê', 'Daniel', 'Diego', 'Douglas', 'Edson'],
  ...['Eduardo', 'Fábio', 'Felipe', 'Fernando', 'Gabriel', 'Gustavo', 'Henrique', 'Igor', 'Jorge', 'José'],
  ...['Leandro', 'Leonardo', 'Luiz', 'Marcelo', 'Márcio', 'Mateus', 'Murilo', 'Nelson', 'Otávio', 'Paulo'],
  ...['Pedro', 'Renan', 'Ricardo', 'Roberto', 'Rodrigo', 'Samuel', 'Sérgio', 'Thiago', 'Vinícius', 'Wagner'],
];

export const LAST_NAMES = [
  ...['Almeida', 'Alves', 'Andrade', 'Araújo', 'Azevedo', 'Barbosa', 'Barros', 'Batista', 'Borges', 'Brito'],
  ...[
    'Campos',
    'Cardoso',
    'Carvalho',
    'Coelho',
    'Correia',
    'Costa',
    'Cunha',
    'Dias',
    'Fernandes',
    'Ferreira',
  ],
  ...[
    'Figueiredo',
    'Fonseca',
    'Freitas',
    'Garcia',
    'Gomes',
    'Gonçalves',
    'Lima',
    'Lopes',
    'Machado',
    'Marques',
  ],
  ...[
    'Martins',
    'Medeiros',
    'Melo',
    'Mendes',
    'Miranda',
    'Monteiro',
    'Moraes',
    'Moreira',
    'Nascimento',
    'Nunes',
  ],
  ...['Oliveira', 'Pacheco', 'Pereira', 'Pinto', 'Pires', 'Queiroz', 'Ramos', 'Reis', 'Rezende', 'Rocha'],
  ...[
    'Rodrigues',
    'Sales',
    'Santana',
    'Santos',
    'Silva',
    'Siqueira',
    'Soares',
    'Tavares',
    'Teixeira',
    'Vieira',
  ],
];

/** Names that some customers use on WhatsApp instead of their own. */
export const NICKNAMES = [
  'Dona Lourdes',
  'Tia Nena',
  'Zé do Táxi',
  'Lu ✨',
  'Mestre Jairo',
  'Vó Cida',
  'Nando',
];

export const AREA_CODES = ['11', '11', '11', '11', '11', '12', '13', '19', '21', '31'];
