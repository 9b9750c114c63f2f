import type { Sample } from './samples.ts';

export type DemoCustomer = {
  /** Digits. Fixed, so that the server recognises the person after a restart. */
  number: string;
  name: string;
  connection: string;
  turns: Sample[][];
};

const textSample = (text: string): Sample => ({ kind: 'text', text });

export const DEMO_CUSTOMERS: DemoCustomer[] = [
  {
    number: '5511987650101',
    name: 'Marina Souza',
    connection: 'Aurora Vendas',
    turns: [
      [
        textSample('Oi, boa tarde!'),
        { kind: 'photo', picture: 'sofa', caption: 'Vocês têm esse sofá em azul?' },
      ],
      [textSample('Que ótimo! E entrega em quanto tempo na Vila Mariana?')],
      [
        {
          kind: 'location',
          name: 'Minha casa',
          address: 'Rua Domingos de Morais, 770, São Paulo',
          latitude: -23.5863,
          longitude: -46.6363,
        },
        textSample('É aqui, terceiro andar com elevador'),
      ],
      [textSample('Fechado! Pode mandar o link do pagamento 😊')],
      [{ kind: 'photo', picture: 'receipt', caption: 'Pago!' }],
    ],
  },
  {
    number: '5511987650102',
    name: 'João Pedro Lima',
    connection: 'Aurora Suporte',
    turns: [
      [
        textSample('Bom dia. Meu pedido chegou hoje e veio assim:'),
        { kind: 'photo', picture: 'broken', caption: 'A caixa estava aberta' },
      ],
      [textSample('O número do pedido é *48213*')],
      [textSample('Prefiro a troca. Podem buscar amanhã de manhã?')],
      [textSample('Perfeito, muito obrigado pela agilidade!')],
    ],
  },
  {
    number: '5521987650103',
    name: 'Dona Célia',
    connection: 'Aurora Vendas',
    turns: [
      [textSample('Oi meu bem'), { kind: 'voice' }],
      [textSample('Isso mesmo, a de madeira clara'), { kind: 'voice' }],
      [textSample('Deus abençoe 🙏')],
    ],
  },
  {
    number: '5511987650104',
    name: 'Rafael Nogueira',
    connection: 'Aurora Vendas',
    turns: [
      [
        textSample('Boa tarde, sou do escritório Nogueira Arquitetura.'),
        {
          kind: 'document',
          fileName: 'Lista de móveis - obra Pinheiros.pdf',
          lines: [
            'Nogueira Arquitetura',
            'Obra Pinheiros - lista de moveis',
            '',
            '2 sofás de três lugares, azul',
            '6 cadeiras de jantar, carvalho',
            '1 mesa extensível 180-240 cm',
          ],
        },
        textSample('Conseguem um orçamento até sexta?'),
      ],
      [textSample('O prazo de entrega pode ser de 30 dias, sem problema')],
      [textSample('Excelente. Aguardo o PDF.')],
    ],
  },
  {
    number: '5531987650105',
    name: 'Patrícia Alves',
    connection: 'Aurora Suporte',
    turns: [
      [textSample('A nota fiscal do meu pedido ainda não chegou no e-mail')],
      [textSample('patricia.alves@exemplo.com.br')],
      [textSample('Chegou agora, obrigada!')],
    ],
  },
  {
    number: '5511987650106',
    name: 'Lucas Ferreira',
    connection: 'Aurora Vendas',
    turns: [
      [textSample('Oi! A promoção das cadeiras ainda está valendo?')],
      [textSample('Quero 4. Fazem em 6x sem juros?')],
      [textSample('Top. Vou passar na loja no sábado')],
    ],
  },
  {
    number: '5541987650107',
    name: 'Helena Ribeiro',
    connection: 'Aurora Suporte',
    turns: [
      [
        textSample('Boa noite, preciso remarcar a montagem de quinta.'),
        textSample('Pode ser na sexta à tarde?'),
      ],
      [
        textSample('Quem vai receber é a minha irmã:'),
        { kind: 'contact', name: 'Beatriz Ribeiro', number: '5541987650177' },
      ],
      [textSample('Combinado então 👍')],
    ],
  },
  {
    number: '5511987650108',
    name: 'Seu Antônio',
    connection: 'Aurora Suporte',
    turns: [
      [
        textSample('ola'),
        textSample('o parafuso do armario caiu'),
        textSample('voces tem pra vender so o parafuso??'),
      ],
      [textSample('e o M6, eu acho')],
      [textSample('ta bom, vou ai buscar entao')],
    ],
  },
  {
    number: '5511987650109',
    name: 'Camila Duarte',
    connection: 'Aurora Vendas',
    turns: [
      [textSample('Oii, vi o guarda-roupa no site mas não achei a profundidade dele')],
      [textSample('Então cabe! Qual o valor com montagem?')],
      [textSample('Vou ver com meu marido e já te falo')],
    ],
  },
  {
    number: '5551987650110',
    name: 'Tiago Moura',
    connection: 'Boreal',
    turns: [
      [textSample('Bom dia! Ainda têm vaga para o curso de sábado?')],
      [textSample('Quero duas vagas, por favor')],
    ],
  },
  {
    number: '5551987650111',
    name: 'Fernanda Castro',
    connection: 'Boreal',
    turns: [[textSample('Olá, o certificado sai quando?')], [textSample('Obrigada!')]],
  },
];

export const SMALL_TALK: Sample[] = [
  textSample('Conseguiu ver pra mim?'),
  textSample('Vocês abrem no feriado?'),
  textSample('Oi, tenho mais uma dúvida'),
  textSample('Tem estacionamento aí perto?'),
  { kind: 'voice' },
  textSample('Aceitam cartão de débito na entrega?'),
  textSample('Qual o horário de vocês no sábado?'),
  textSample('Se eu pagar no Pix tem desconto?'),
  textSample('Me avisa quando puder, tá?'),
  textSample('Dá pra retirar na loja?'),
  textSample('Vocês têm catálogo?'),
  textSample('Ah, e tem garantia, né?'),
];
