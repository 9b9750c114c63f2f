import { describe } from 'bun:test';
import { config, queue } from './bot.test-support.ts';
import { FREE, INVALID, MENU, MUDA, ROOT, type Row, SHOP, talk, VENDAS } from './talk.test-support.ts';

describe('queue menu', () => {
  talk('is shown to whoever writes', SHOP, [['oi', [MENU], { ...FREE, menus: 1 }]]);
  for (const first of ['1', '2', '#', '0', '', 'boa tarde, quero comprar', '3 pães'])
    talk(`a first word is no answer: ${first}`, SHOP, [[first, [MENU], { ...FREE, menus: 1 }]]);
  talk('a queue without options says its greeting, its file, and waits', SHOP, [
    ['oi', [MENU]],
    ['1', ['Aqui é Vendas, {{name}}.', '[tabela.pdf]'], { queueId: 1, chatbot: false }],
    ['obrigada', [], { queueId: 1 }],
    ['1', [], { queueId: 1 }],
  ]);
  talk('a queue without words says nothing', SHOP, [
    ['oi', [MENU]],
    ['3', [], { queueId: 3, chatbot: false }],
  ]);
  for (const sent of [' 2 ', '02', '2', '\n2\n'])
    talk(`${JSON.stringify(sent)} chooses the second`, SHOP, [
      ['oi', [MENU]],
      [sent, [ROOT], { queueId: 2, chatbot: true }],
    ]);
  for (const sent of [
    '4',
    '-1',
    '2.5',
    '1 2',
    '+1',
    '1?',
    '1/2',
    'dois mil',
    'onze',
    '0',
    '٢',
    '1e0',
    '9999999999999999999',
  ])
    talk(`${sent} is no queue`, SHOP, [
      ['oi', [MENU]],
      [sent, [INVALID], FREE],
    ]);
  talk('an unknown answer is told once, then silence, until # brings the menu', SHOP, [
    ['oi', [MENU]],
    ['x', [INVALID]],
    ['x', []],
    ['y', []],
    ['#', [MENU], { menus: 2 }],
    ['x', [INVALID]],
    ['x', []],
    ['2', [ROOT], { queueId: 2 }],
  ]);
  talk('a number chooses also in the silence', SHOP, [
    ['oi', [MENU]],
    ['x', [INVALID]],
    ['x', []],
    ['1', ['Aqui é Vendas, {{name}}.', '[tabela.pdf]'], { queueId: 1 }],
  ]);
  talk('# leaves a queue that waits for a person', SHOP, [
    ['oi', [MENU]],
    ['3', [], { queueId: 3 }],
    ['#', [MENU], { ...FREE, menus: 2 }],
    ['2', [ROOT]],
  ]);
  talk('a menu without a greeting', config({ queues: [VENDAS, MUDA] }), [
    ['oi', ['*[ 1 ]* - Vendas\n*[ 2 ]* - Muda']],
  ]);
  talk('ten queues', config({ queues: Array.from({ length: 10 }, (_, n) => queue(n + 1, `F${n + 1}`)) }), [
    ['oi', [Array.from({ length: 10 }, (_, n) => `*[ ${n + 1} ]* - F${n + 1}`).join('\n')]],
    ['10', [], { queueId: 10 }],
  ]);
});

describe('menu limit', () => {
  talk('maxUseBotQueues: twice, and no third', { ...SHOP, maxUseBotQueues: 2 }, [
    ['oi', [MENU], { menus: 1 }],
    ['#', [MENU], { menus: 2 }],
    ['#', [], { menus: 2 }],
    ['x', [INVALID]],
    ['1', ['Aqui é Vendas, {{name}}.', '[tabela.pdf]'], { queueId: 1 }],
    ['#', [], FREE],
    ['2', [ROOT], { queueId: 2 }],
  ]);
  talk('0 is no limit', SHOP, [['oi', [MENU]], ...Array.from({ length: 5 }, (): Row => ['#', [MENU]])]);
  const paused = { ...SHOP, timeUseBotQueues: 10 };
  talk('timeUseBotQueues: silence, then the menu again', paused, [
    ['oi', [MENU]],
    ['x', []],
    [{ text: 'x', wait: 8 }, []],
    [{ text: 'x', wait: 1 }, [MENU], { menus: 2 }],
    ['x', []],
    ['2', [ROOT]],
  ]);
  talk('# and a number are answered in the silence', paused, [
    ['oi', [MENU]],
    ['#', [MENU]],
    ['1', ['Aqui é Vendas, {{name}}.', '[tabela.pdf]']],
  ]);
  talk('both limits', { ...paused, maxUseBotQueues: 2 }, [
    ['oi', [MENU]],
    [{ text: 'x', wait: 11 }, [MENU], { menus: 2 }],
    [{ text: 'x', wait: 11 }, [], { menus: 2 }],
    [{ text: 'x', wait: 11 }, []],
    ['2', [ROOT]],
  ]);
  talk('a clock that is set back ends the silence', paused, [
    ['oi', [MENU]],
    [{ text: 'x', wait: -600 }, [MENU]],
  ]);
});
