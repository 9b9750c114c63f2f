import { describe, expect, test } from 'bun:test';
import { config, option, queue } from './bot.test-support.ts';
import { type BotConfig, type BotMachine, type BotState, type Incoming, NEW_BOT_STATE } from './bot.ts';
import { decide, handOver, leaveAlone, startInQueue } from './decide.ts';

const FRONT: BotMachine = { kind: 'integration', id: 7 };
const INNER: BotMachine = { kind: 'prompt', id: 3 };
const sales = queue(1, 'Vendas', { greeting: 'Aqui é Vendas.' });
const helped = queue(2, 'Suporte', {
  greeting: 'Suporte.',
  options: [option(21, '1', 'Internet'), option(22, '2', 'Telefone')],
  machine: INNER,
});
const shop = (rest: Partial<BotConfig> = {}) =>
  config({ greeting: 'Olá!', queues: [sales, helped], ...rest });
const open = { now: 0, isOpen: () => true };
const MENU = 'Olá!\n\n*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte';
const ROOT = 'Suporte.\n\n*[ 1 ]* - Internet\n*[ 2 ]* - Telefone\n*[ # ]* - Menu inicial';
const say = (text: string): Incoming => ({ kind: 'message', fromMe: false, text });

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
    shop({ machine: FRONT }),
    {},
    say('oi'),
    ['integration:7'],
    { machine: FRONT, queueId: null },
  ],
  [
    'in front of a queue’s own',
    shop({ machine: FRONT }),
    { queueId: 2 },
    say('oi'),
    ['integration:7'],
    { machine: FRONT },
  ],
  [
    'a queue is chosen: its greeting, then the machine',
    shop(),
    menu,
    say('2'),
    ['Suporte.', 'prompt:3'],
    { machine: INNER, queueId: 2, chatbot: false },
  ],
  [
    'each word goes to it',
    shop(),
    { queueId: 2, machine: INNER },
    say('1'),
    ['prompt:3'],
    { machine: INNER },
  ],
  [
    'what is no text goes to it as well',
    shop(),
    { queueId: 2, machine: INNER },
    say(''),
    ['prompt:3'],
    { machine: INNER },
  ],
  [
    'one that has handed over is not asked',
    shop(),
    { queueId: 2, memory: { over: ['prompt:3'] } },
    say('oi'),
    [],
    { machine: null },
  ],
  [
    'in the front it has handed over: the queue’s own',
    shop({ machine: FRONT }),
    { queueId: 2, memory: { over: ['integration:7'] } },
    say('oi'),
    ['prompt:3'],
    { machine: INNER },
  ],
  [
    'a person has had the ticket',
    shop({ machine: FRONT }),
    { queueId: 2, memory: { over: ['*'] } },
    say('oi'),
    [],
    { machine: null },
  ],
  ['an agent has it', shop({ machine: FRONT }), { hasAgent: true }, say('oi'), [], { machine: null }],
  ['a group', shop({ machine: FRONT }), { isGroup: true }, say('oi'), [], { machine: null }],
  ['a call', shop({ machine: FRONT }), {}, { ...say(''), kind: 'call' }, [], { machine: null }],
  [
    '# leads to the menu behind it',
    shop({ machine: FRONT }),
    { machine: FRONT },
    say('#'),
    [MENU],
    { machine: null },
  ],
  [
    '# leads out of a queue, and back in it answers anew',
    shop(),
    { queueId: 2, memory: { over: ['prompt:3'] } },
    say('#'),
    [MENU],
    { queueId: null, memory: { over: undefined } as never },
  ],
  [
    'the company writes from its own phone',
    shop(),
    { queueId: 2, machine: INNER },
    { ...say('oi'), fromMe: true },
    ['people'],
    { machine: null },
  ],
];

const doneIn = ({ actions }: ReturnType<typeof decide>) =>
  actions.flatMap((action) => {
    if (action.type === 'say') return [action.text];
    if (action.type === 'machine') return [`${action.machine.kind}:${action.machine.id}`];
    return action.type === 'people' ? ['people'] : [];
  });

describe('a machine', () => {
  test.each(rows)('%s', (_name, settings, state, says, does, after) => {
    const decision = decide(settings, { ...NEW_BOT_STATE, ...state }, says, open);
    expect(doneIn(decision)).toEqual(does);
    expect(decision.state).toMatchObject(after);
  });

  test('is not asked out of hours', () => {
    const settings = shop({ machine: FRONT, scheduleType: 'company', outOfHours: 'Fechado.' });
    const decision = decide(settings, NEW_BOT_STATE, say('oi'), { now: 0, isOpen: () => false });
    expect(doneIn(decision)).toEqual(['Fechado.']);
  });

  test('takes the ticket that the clock or a rule has moved', () => {
    const decision = startInQueue(shop(), { ...NEW_BOT_STATE, queueId: 2 }, open);
    expect(doneIn(decision)).toEqual(['prompt:3']);
  });

  const held = (state: Partial<BotState>): BotState => ({ ...NEW_BOT_STATE, ...state });
  test('hands over to the menu', () => {
    const { state, ...rest } = handOver(shop({ machine: FRONT }), held({ machine: FRONT }), FRONT, open);
    expect(doneIn({ state, ...rest })).toEqual([MENU]);
    expect(state).toMatchObject({ machine: null, memory: { over: ['integration:7'], menuAt: 0 } });
  });
  test('hands over to the sole queue and its machine', () => {
    const settings = shop({ machine: FRONT, queues: [helped] });
    expect(doneIn(handOver(settings, held({ machine: FRONT }), FRONT, open))).toEqual(['prompt:3']);
  });
  test('hands over to the options of its queue', () => {
    expect(doneIn(handOver(shop(), held({ machine: INNER, queueId: 2 }), INNER, open))).toEqual([ROOT]);
  });
  test('leaves the ticket to people, without a menu', () => {
    const { state, ...rest } = leaveAlone(held({ machine: INNER, queueId: 2 }), INNER);
    expect(doneIn({ state, ...rest })).toEqual(['people']);
    expect(decide(shop(), state, say('oi'), open).actions).toEqual([]);
  });
});
