import type { Sample } from './samples.ts';

export type DemoCustomer = {
  /** Digits. Fixed, so that the desk recognises the person after a restart. */
  number: string;
  name: string;
  connection: string;
  /** Messages sent at once; each turn but the first waits for an answer. */
  turns: Sample[][];
};

const say = (text: string): Sample => ({ kind: 'text', text });

export const DEMO_CUSTOMERS: DemoCustomer[] = [
  {
    number: '5511987650101',
    name: 'Marina Souza',
    connection: 'Aurora Vendas',
    turns: [
      [say('Oi, boa tarde!'), { kind: 'photo', picture: 'sofa', caption: 'Vocês têm esse sofá em azul?' }],
      [say('Que ótimo! E entrega em quanto tempo na Vila Mariana?')],
      [
        {
          kind: 'location',
          name: 'Minha casa',
          address: 'Rua Domingos de Morais, 770, São Paulo',
          latitude: -23.5863,
          longitude: -46.6363,
        },
        say('É aqui, terceiro andar com elevador'),
      ],
      [say('Fechado! Pode mandar o link do pagamento 😊')],
      [{ kind: 'photo', picture: 'receipt', caption: 'Pago!' }],
    ],
  },
  {
    number: '5511987650102',
    name: 'João Pedro Lima',
    connection: 'Aurora Suporte',
    turns: [
      [
        say('Bom dia. Meu pedido chegou hoje e veio assim:'),
        { kind: 'photo', picture: 'broken', caption: 'A caixa estava aberta' },
      ],
      [say('O número do pedido é *48213*')],
      [say('Prefiro a troca. Podem buscar amanhã de manhã?')],
      [say('Perfeito, muito obrigado pela agilidade!')],
    ],
  },
  {
    number: '5521987650103',
    name: 'Dona Célia',
    connection: 'Aurora Vendas',
    turns: [
      [say('Oi meu bem'), { kind: 'voice' }],
      [say('Isso mesmo, a de madeira clara'), { kind: 'voice' }],
      [say('Deus abençoe 🙏')],
    ],
  },
  {
    number: '5511987650104',
    name: 'Rafael Nogueira',
    connection: 'Aurora Vendas',
    turns: [
      [
        say('Boa tarde, sou do escritório Nogueira Arquitetura.'),
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
        say('Conseguem um orçamento até sexta?'),
      ],
      [say('O prazo de entrega pode ser de 30 dias, sem problema')],
      [say('Excelente. Aguardo o PDF.')],
    ],
  },
  {
    number: '5531987650105',
    name: 'Patrícia Alves',
    connection: 'Aurora Suporte',
    turns: [
      [say('A nota fiscal do meu pedido ainda não chegou no e-mail')],
      [say('patricia.alves@exemplo.com.br')],
      [say('Chegou agora, obrigada!')],
    ],
  },
  {
    number: '5511987650106',
    name: 'Lucas Ferreira',
    connection: 'Aurora Vendas',
    turns: [
      [say('Oi! A promoção das cadeiras ainda está valendo?')],
      [say('Quero 4. Fazem em 6x sem juros?')],
      [say('Top. Vou passar na loja no sábado')],
    ],
  },
  {
    number: '5541987650107',
    name: 'Helena Ribeiro',
    connection: 'Aurora Suporte',
    turns: [
      [say('Boa noite, preciso remarcar a montagem de quinta.'), say('Pode ser na sexta à tarde?')],
      [
        say('Quem vai receber é a minha irmã:'),
        { kind: 'contact', name: 'Beatriz Ribeiro', number: '5541987650177' },
      ],
      [say('Combinado então 👍')],
    ],
  },
  {
    number: '5511987650108',
    name: 'Seu Antônio',
    connection: 'Aurora Suporte',
    turns: [
      [say('ola'), say('o parafuso do armario caiu'), say('voces tem pra vender so o parafuso??')],
      [say('e o M6, eu acho')],
      [say('ta bom, vou ai buscar entao')],
    ],
  },
  {
    number: '5511987650109',
    name: 'Camila Duarte',
    connection: 'Aurora Vendas',
    turns: [
      [say('Oii, vi o guarda-roupa no site mas não achei a profundidade dele')],
      [say('Então cabe! Qual o valor com montagem?')],
      [say('Vou ver com meu marido e já te falo')],
    ],
  },
  {
    number: '5551987650110',
    name: 'Tiago Moura',
    connection: 'Boreal',
    turns: [[say('Bom dia! Ainda têm vaga para o curso de sábado?')], [say('Quero duas vagas, por favor')]],
  },
  {
    number: '5551987650111',
    name: 'Fernanda Castro',
    connection: 'Boreal',
    turns: [[say('Olá, o certificado sai quando?')], [say('Obrigada!')]],
  },
];

export const SMALL_TALK: Sample[] = [
  say('Conseguiu ver pra mim?'),
  say('Vocês abrem no feriado?'),
  say('Oi, tenho mais uma dúvida'),
  say('Tem estacionamento aí perto?'),
  { kind: 'voice' },
  say('Aceitam cartão de débito na entrega?'),
  say('Qual o horário de vocês no sábado?'),
  say('Se eu pagar no Pix tem desconto?'),
  say('Me avisa quando puder, tá?'),
  say('Dá pra retirar na loja?'),
  say('Vocês têm catálogo?'),
  say('Ah, e tem garantia, né?'),
];
