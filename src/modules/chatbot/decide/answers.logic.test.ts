import { describe, expect, test } from 'bun:test';
import { chosenFrom, isStart, isUp } from './answers.logic.ts';
import { config, option, queue } from './bot.test-support.ts';
import { FREE, INVALID, MENU, NET, ROOT, SHOP, STOPPED, talk } from './talk.test-support.ts';

const choose = (names: string[], text: string) =>
  chosenFrom(names, text, (name, index) => ({ number: String(index + 1), name }));

const TEN = [
  'Vendas',
  'Suporte Técnico',
  'Financeiro',
  ...Array.from({ length: 7 }, (_, n) => `Outra ${n + 4}x`),
];

describe('a number is meant by', () => {
  test.each([
    ...[
      '2',
      ' 2 ',
      '02',
      '2.',
      '2)',
      '(2)',
      '[ 2 ]',
      '*2*',
      '*[ 2 ]* -',
      '"2"',
      '2!',
      '２',
      '２．',
      '2️⃣',
      '②',
    ].map((text) => [text, 2]),
    ...['1️⃣', 'um', 'Uma', 'ONE', 'uno', 'una.', 'um!'].map((text) => [text, 1]),
    ...['três', 'tres', 'TRÊS', 'three'].map((text) => [text, 3]),
    ...['10', '🔟', 'dez', 'ten', 'diez', '１０'].map((text) => [text, 10]),
    ...['quatro', 'four', 'cuatro'].map((text) => [text, 4]),
  ] as [string, number][])('%p', (text, number) => expect(choose(TEN, text)).toBe(TEN[number - 1] ?? ''));

  test.each([
    '',
    ' ',
    '.',
    '11',
    '0',
    '-1',
    '+1',
    '2.5',
    '1 2',
    '1,2',
    '1?',
    '1e0',
    '٢',
    'um dois',
    'onze',
    '1️⃣2️⃣',
    '½',
    '#',
    `1${' '.repeat(200)}`,
  ])('not by %p', (text) => expect(choose(TEN, text)).toBeUndefined());
});

describe('a name is meant by', () => {
  test.each([
    ['vendas', 'Vendas'],
    [' VENDAS! ', 'Vendas'],
    ['suporte', 'Suporte Técnico'],
    ['tecnico', 'Suporte Técnico'],
    ['Suporte  tecnico', 'Suporte Técnico'],
    ['*Financeiro*', 'Financeiro'],
  ])('%p', (text, name) => expect(choose(TEN, text)).toBe(name));

  test.each(['vend', 'quero falar com vendas', 'não quero vendas', 'vendas suporte', 'outra', 'oi'])(
    'not by %p',
    (text) => expect(choose(TEN, text)).toBeUndefined(),
  );

  test.each<[names: string[], text: string, chosen: string | undefined]>([
    [['Vendas', 'Vendas Atacado'], 'vendas', 'Vendas'],
    [['Vendas', 'Vendas Atacado'], 'atacado', 'Vendas Atacado'],
    [['Vendas Varejo', 'Vendas Atacado'], 'vendas', undefined],
    [['Pós-venda', 'Pos venda'], 'pós venda', undefined],
    [['💰 Financeiro', 'Suporte'], 'financeiro', '💰 Financeiro'],
    [['Nota de débito', 'Atendimento 24 horas'], 'de', undefined],
    [['Nota de débito', 'Atendimento 24 horas'], '24', undefined],
    [['Filial dois', 'Filial um'], 'dois', undefined],
    [['Filial dois', 'Filial um'], '2', 'Filial um'],
    [['Outros', 'Um'], 'um', 'Um'],
    [['Outros', '1'], '1', 'Outros'],
    [['constructor', 'Outros'], 'toString', undefined],
  ])('%j: %p chooses %p', (names, text, chosen) => expect(choose(names, text)).toBe(chosen));
});

test('an option that an existing client numbered with a letter', () => {
  const letters = [
    { option: 'A', title: 'Boletos' },
    { option: 'B', title: 'Outros' },
  ];
  expect(chosenFrom(letters, 'b', ({ option: number, title: name }) => ({ number, name }))?.title).toBe(
    'Outros',
  );
});

test('signs', () => {
  expect(['#', '＃', '#️⃣', ' # ', '[ # ]', '*[ # ]*', '#.'].filter((text) => !isStart(text))).toEqual([]);
  expect(['##', '#1', 'a #', '', '#oferta'].filter(isStart)).toEqual([]);
  expect(['0', '０', '0️⃣', '0.', '[ 0 ]'].filter((text) => !isUp(text))).toEqual([]);
  expect(['', '10', 'zero', '-0'].filter(isUp)).toEqual([]);
});

describe('in a conversation', () => {
  for (const sent of ['2.', '2)', '２', '2️⃣', 'dois', 'two', 'suporte', 'SUPORTE'])
    talk(`${sent} chooses the second queue`, SHOP, [
      ['oi', [MENU]],
      [sent, [ROOT], { queueId: 2, chatbot: true }],
    ]);
  talk('a name in the first message is no answer', SHOP, [['suporte', [MENU], FREE]]);
  talk('inside the options, by name, up and to the start', SHOP, [
    ['oi', [MENU]],
    ['suporte', [ROOT]],
    ['internet', NET, { optionId: 21 }],
    ['parada', [STOPPED], { optionId: 212 }],
    ['0️⃣', NET, { optionId: 21 }],
    ['＃', [MENU], FREE],
  ]);
  const twins = config({ queues: [queue(1, 'Vendas Varejo'), queue(2, 'Vendas Atacado')] });
  talk('an ambiguous name is no queue', twins, [
    ['oi', ['*[ 1 ]* - Vendas Varejo\n*[ 2 ]* - Vendas Atacado']],
    ['vendas', [INVALID], FREE],
    ['atacado', [], { queueId: 2 }],
  ]);
  const same = [option(1, '1', 'Boleto', { message: 'A' }), option(2, '2', 'boleto', { message: 'B' })];
  const options = '*[ 1 ]* - Boleto\n*[ 2 ]* - boleto\n*[ # ]* - Menu inicial';
  talk(
    'an ambiguous option shows the level again',
    config({ queues: [queue(3, 'X', { options: same }), queue(4, 'Y')] }),
    [
      ['oi', ['*[ 1 ]* - X\n*[ 2 ]* - Y']],
      ['x', [options], { queueId: 3 }],
      ['boleto', [options], { queueId: 3, chatbot: true }],
      ['segundo', [options]],
      ['two', ['B'], { chatbot: false }],
    ],
  );
});
