import { describe, expect, test } from 'bun:test';
import {
  type BotConfig,
  type BotResponder,
  type BotState,
  type Incoming,
  NEW_BOT_STATE,
} from './bot.logic.ts';
import { config, option, queue } from './bot.test-support.ts';
import { decide, handOver, leaveAlone, startInQueue } from './decide.logic.ts';

const FRONT: BotResponder = { kind: 'integration', id: 7 };
const INNER: BotResponder = { kind: 'prompt', id: 3 };
const sales = queue(1, 'Vendas', { greeting: 'Aqui é Vendas.' });
const helped = queue(2, 'Suporte', {
  greeting: 'Suporte.',
  options: [option(21, '1', 'Internet'), option(22, '2', 'Telefone')],
  responder: INNER,
});
const shop = (rest: Partial<BotConfig> = {}) =>
  config({ greeting: 'Olá!', queues: [sales, helped], ...rest });
const open = { now: 0, isOpen: () => true };
const MENU = 'Olá!\n\n*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte';
const ROOT = 'Suporte.\n\n*[ 1 ]* - Internet\n*[ 2 ]* - Telefone\n*[ # ]* - Menu inicial';
const incoming = (text: string): Incoming => ({ kind: 'message', fromMe: false, text });

type Row = [
  name: string,
  settings: BotConfig,
  state: Partial<BotState>,
  says: Incoming,
  does: string[],
  after: Partial<BotState>,
];

const menu = { memory: { menuAt: 0 } };
const rows: Row[] = [
  [
    'in front of the menu',
    shop({ responder: FRONT }),
    {},
    incoming('oi'),
    ['integration:7'],
    { responder: FRONT, queueId: null },
  ],
  [
    'in front of a queue’s own',
    shop({ responder: FRONT }),
    { queueId: 2 },
    incoming('oi'),
    ['integration:7'],
    { responder: FRONT },
  ],
  [
    'a queue is chosen: its greeting, then the machine',
    shop(),
    menu,
    incoming('2'),
    ['Suporte.', 'prompt:3'],
    { responder: INNER, queueId: 2, chatbot: false },
  ],
  [
    'each word goes to it',
    shop(),
    { queueId: 2, responder: INNER },
    incoming('1'),
    ['prompt:3'],
    { responder: INNER },
  ],
  [
    'what is no text goes to it as well',
    shop(),
    { queueId: 2, responder: INNER },
    incoming(''),
    ['prompt:3'],
    { responder: INNER },
  ],
  [
    'one that has handed over is not asked',
    shop(),
    { queueId: 2, memory: { over: ['prompt:3'] } },
    incoming('oi'),
    [],
    { responder: null },
  ],
  [
    'in the front it has handed over: the queue’s own',
    shop({ responder: FRONT }),
    { queueId: 2, memory: { over: ['integration:7'] } },
    incoming('oi'),
    ['prompt:3'],
    { responder: INNER },
  ],
  [
    'a person has had the ticket',
    shop({ responder: FRONT }),
    { queueId: 2, memory: { over: ['*'] } },
    incoming('oi'),
    [],
    { responder: null },
  ],
  [
    'the queue’s own is gone: its options',
    shop({ queues: [sales, { ...helped, responder: null }] }),
    { queueId: 2, responder: INNER, memory: { greeted: true } },
    incoming('oi'),
    [ROOT],
    { responder: null, chatbot: true },
  ],
  [
    'the queue’s own is gone, and no options: people',
    shop(),
    { queueId: 1, responder: INNER, memory: { greeted: true } },
    incoming('oi'),
    [],
    { responder: null, queueId: 1 },
  ],
  [
    'the one in front is gone: the menu',
    shop(),
    { responder: FRONT, memory: { greeted: true } },
    incoming('oi'),
    [MENU],
    { responder: null },
  ],
  [
    'an agent has it',
    shop({ responder: FRONT }),
    { hasAgent: true },
    incoming('oi'),
    [],
    { responder: null },
  ],
  ['a group', shop({ responder: FRONT }), { isGroup: true }, incoming('oi'), [], { responder: null }],
  ['a call', shop({ responder: FRONT }), {}, { ...incoming(''), kind: 'call' }, [], { responder: null }],
  [
    '# leads to the menu behind it',
    shop({ responder: FRONT }),
    { responder: FRONT },
    incoming('#'),
    [MENU],
    { responder: null },
  ],
  [
    '# leads out of a queue, and back in it answers anew',
    shop(),
    { queueId: 2, memory: { over: ['prompt:3'] } },
    incoming('#'),
    [MENU],
    { queueId: null, memory: { over: undefined } as never },
  ],
  [
    'the company writes from its own phone',
    shop(),
    { queueId: 2, responder: INNER },
    { ...incoming('oi'), fromMe: true },
    ['people'],
    { responder: null },
  ],
];

const doneIn = ({ actions }: ReturnType<typeof decide>) =>
  actions.flatMap((action) => {
    if (action.type === 'text') return [action.text];
    if (action.type === 'responder') return [`${action.responder.kind}:${action.responder.id}`];
    return action.type === 'people' ? ['people'] : [];
  });

describe('responder', () => {
  test.each(rows)('%s', (_name, settings, state, texts, does, after) => {
    const decision = decide(settings, { ...NEW_BOT_STATE, ...state }, texts, open);
    expect(doneIn(decision)).toEqual(does);
    expect(decision.state).toMatchObject(after);
  });

  test('is not called outside service hours', () => {
    const settings = shop({ responder: FRONT, scheduleType: 'company', outOfHours: 'Fechado.' });
    const decision = decide(settings, NEW_BOT_STATE, incoming('oi'), { now: 0, isOpen: () => false });
    expect(doneIn(decision)).toEqual(['Fechado.']);
  });

  test('takes a ticket moved by a job or a rule', () => {
    const decision = startInQueue(shop(), { ...NEW_BOT_STATE, queueId: 2 }, open);
    expect(doneIn(decision)).toEqual(['prompt:3']);
  });

  const held = (state: Partial<BotState>): BotState => ({ ...NEW_BOT_STATE, ...state });
  test('hands over to the menu', () => {
    const { state, ...rest } = handOver(shop({ responder: FRONT }), held({ responder: FRONT }), FRONT, open);
    expect(doneIn({ state, ...rest })).toEqual([MENU]);
    expect(state).toMatchObject({ responder: null, memory: { over: ['integration:7'], menuAt: 0 } });
  });
  test('hands over to the only queue and its responder', () => {
    const settings = shop({ responder: FRONT, queues: [helped] });
    expect(doneIn(handOver(settings, held({ responder: FRONT }), FRONT, open))).toEqual(['prompt:3']);
  });
  test('hands over to the options of its queue', () => {
    expect(doneIn(handOver(shop(), held({ responder: INNER, queueId: 2 }), INNER, open))).toEqual([ROOT]);
  });
  test('leaves the ticket to agents without a menu', () => {
    const { state, ...rest } = leaveAlone(held({ responder: INNER, queueId: 2 }), INNER);
    expect(doneIn({ state, ...rest })).toEqual(['people']);
    expect(decide(shop(), state, incoming('oi'), open).actions).toEqual([]);
  });
});
