import { describe } from 'bun:test';
import { config, option, queue } from './bot.test-support.ts';
import {
  FREE,
  MENU,
  MUDA,
  NET,
  ROOT,
  type Row,
  SHOP,
  STOPPED,
  SUPORTE,
  talk,
  VENDAS,
} from './talk.test-support.ts';

describe('queue options', () => {
  const inside: Row[] = [
    ['oi', [MENU]],
    ['2', [ROOT], { queueId: 2, optionId: null, chatbot: true }],
  ];
  talk('down to a leaf', SHOP, [
    ...inside,
    ['1', NET, { optionId: 21, chatbot: true }],
    ['1', ['Reinicie o modem.', '[tabela.pdf]'], { queueId: 2, optionId: null, chatbot: false }],
    ['1', [], { queueId: 2 }],
    ['#', [MENU], FREE],
  ]);
  talk('a leaf of the first level', SHOP, [
    ...inside,
    ['2', ['Ligue 0800.'], { queueId: 2, optionId: null, chatbot: false }],
  ]);
  talk('a leaf without words', SHOP, [...inside, ['10', [], { queueId: 2, chatbot: false }]]);
  talk('0 goes up, level by level', SHOP, [
    ...inside,
    ['1', NET, { optionId: 21 }],
    ['2', [STOPPED], { optionId: 212 }],
    ['0', NET, { optionId: 21 }],
    ['0', [ROOT], { optionId: null, queueId: 2 }],
  ]);
  talk('0 at the first level is no way up', SHOP, [...inside, ['0', [ROOT], { queueId: 2, optionId: null }]]);
  talk('an only child is chosen whatever is typed', SHOP, [
    ...inside,
    ['1', NET],
    ['2', [STOPPED]],
    ['acho que sim', ['Enviaremos um técnico.'], { chatbot: false }],
  ]);
  talk('but 0 and # are not swallowed by it', SHOP, [
    ...inside,
    ['1', NET],
    ['2', [STOPPED]],
    ['0', NET],
    ['2', [STOPPED]],
    ['#', [MENU], FREE],
  ]);
  talk('an unknown answer shows the level again, three times, then a person is needed', SHOP, [
    ...inside,
    ['x', [ROOT]],
    ['y', [ROOT]],
    ['z', [ROOT]],
    ['w', [], { queueId: 2, optionId: null, chatbot: false }],
    ['1', []],
    ['#', [MENU]],
  ]);
  talk('a known answer begins the count anew', SHOP, [
    ...inside,
    ['x', [ROOT]],
    ['x', [ROOT]],
    ['1', NET],
    ['x', NET],
    ['x', NET],
    ['x', NET],
    ['x', [], { chatbot: false }],
  ]);
  talk('a photo is an unknown answer', SHOP, [...inside, ['', [ROOT]]]);
  talk('01 is 1', SHOP, [...inside, ['01', NET]]);
  talk('an option that is gone: back at the first level', SHOP, [['x', [ROOT], { optionId: null }]], {
    state: { queueId: 2, optionId: 999, chatbot: true, memory: { greeted: true } },
  });
  talk('an option that lost its children is handed over', SHOP, [['1', [], { chatbot: false }]], {
    state: { queueId: 2, optionId: 22, chatbot: true, memory: { greeted: true } },
  });
  talk('a queue that lost its options is handed over', SHOP, [['1', [], { chatbot: false }]], {
    state: { queueId: 1, chatbot: true, memory: { greeted: true } },
  });
  talk('a queue that is gone: the menu', SHOP, [['1', [MENU], FREE]], {
    state: { queueId: 99, chatbot: true, memory: { greeted: true, menuAt: 1, saidInvalid: true } },
  });
  talk(
    'a queue that the connection no longer offers goes on',
    { ...SHOP, queues: [VENDAS, MUDA], elsewhere: [SUPORTE] },
    [['1', NET, { queueId: 2, optionId: 21 }]],
    { state: { queueId: 2, chatbot: true, memory: { greeted: true, menuAt: 1 } } },
  );
  const leaves = { leaves: true } as const;
  talk('whoever leaves the menu is left to people; coming back they see it from its start', SHOP, [
    ...inside,
    ['1', NET, { optionId: 21 }],
    [leaves, [], { queueId: 2, optionId: null, chatbot: false }],
    ['1', [ROOT], { queueId: 2, optionId: null, chatbot: true }],
    ['1', NET, { optionId: 21 }],
  ]);
  talk('who left and comes back with # is shown the menu of queues', SHOP, [
    ...inside,
    [leaves, []],
    ['#', [MENU], FREE],
    ['3', [], { queueId: 3, chatbot: false }],
    ['oi', []],
  ]);
  talk('nobody leaves a menu of queues, or a queue without options', SHOP, [
    ['oi', [MENU]],
    [leaves, [], FREE],
    ['1', ['Aqui é Vendas, {{name}}.', '[tabela.pdf]'], { queueId: 1, chatbot: false }],
    [leaves, [], { queueId: 1, chatbot: false }],
    ['oi', []],
  ]);
  talk('who went through to a leaf has not left', SHOP, [
    ...inside,
    ['2', ['Ligue 0800.'], { chatbot: false }],
    [leaves, []],
    ['e agora?', [], { chatbot: false }],
  ]);
  talk('a queue that lost its options meanwhile has nothing to come back to', SHOP, [['oi', []]], {
    state: { queueId: 1, memory: { greeted: true, leftQueue: 1 } },
  });
  talk('who left one queue and was put into another hears nothing', SHOP, [['oi', []]], {
    state: { queueId: 2, memory: { greeted: true, leftQueue: 3 } },
  });
  talk('with an agent nobody leaves', SHOP, [[leaves, [], { optionId: 21, chatbot: true }]], {
    state: { hasAgent: true, queueId: 2, optionId: 21, chatbot: true },
  });
  const lone = queue(7, 'Só', { options: [option(71, '1', 'Um', { message: 'Um.' })] });
  talk('an only root must be typed', config({ queues: [lone, MUDA] }), [
    ['oi', ['*[ 1 ]* - Só\n*[ 2 ]* - Muda']],
    ['1', ['*[ 1 ]* - Um\n*[ # ]* - Menu inicial']],
    ['x', ['*[ 1 ]* - Um\n*[ # ]* - Menu inicial']],
    ['1', ['Um.']],
  ]);
});
