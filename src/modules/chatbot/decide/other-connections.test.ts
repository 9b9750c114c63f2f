import { describe, expect, test } from 'bun:test';
import { NEW_BOT_STATE } from './bot.logic.ts';
import { config } from './bot.test-support.ts';
import { decide, startInQueue } from './decide.logic.ts';
import { type After, FREE, MENU, MUDA, NET, ROOT, SHOP, SUPORTE, talk, VENDAS } from './talk.test-support.ts';

describe('connection with one queue', () => {
  talk('without options: it joins, in silence', config({ greeting: 'Olá!', queues: [VENDAS] }), [
    ['oi', [], { queueId: 1, chatbot: false }],
    ['oi', []],
    ['1', []],
    ['#', [], { queueId: 1 }],
  ]);
  const greeting = config({ greeting: 'Olá!', queues: [VENDAS], greetsForOneQueue: true });
  talk('the greeting by the setting, once', greeting, [
    ['oi', ['Olá!'], { queueId: 1, chatbot: false }],
    ['oi', []],
    ['#', [], { queueId: 1 }],
  ]);
  talk('an empty greeting is none', { ...greeting, greeting: ' ' }, [['oi', [], { queueId: 1 }]]);
  const sole = config({ greeting: 'Olá!', queues: [SUPORTE] });
  talk('with options: its menu in the same breath', sole, [
    ['1', [ROOT], { queueId: 2, chatbot: true }],
    ['1', NET],
    ['#', [ROOT], { queueId: 2, optionId: null }],
    ['2', ['Ligue 0800.'], { chatbot: false }],
    ['#', [ROOT], { chatbot: true }],
  ]);
  talk('with options and greeting', { ...sole, greetsForOneQueue: true }, [
    ['oi', ['Olá!', ROOT], { queueId: 2 }],
    ['#', [ROOT]],
  ]);
  talk('a call joins without words; the first message begins', sole, [
    [{ kind: 'call' }, [], { queueId: 2, chatbot: true }],
    ['1', [ROOT]],
    ['1', NET],
  ]);
  talk('our own message from the phone joins too', sole, [
    [{ fromMe: true, text: '1' }, [], { queueId: 2 }],
    ['oi', [ROOT]],
  ]);
  talk(
    'a group joins and is never spoken to',
    sole,
    [
      ['oi', [], { queueId: 2, chatbot: false }],
      ['1', []],
      ['#', []],
    ],
    { state: { isGroup: true } },
  );
  talk(
    'a ticket in another queue stays there',
    { ...sole, elsewhere: [MUDA] },
    [['oi', [], { queueId: 3 }]],
    {
      state: { queueId: 3 },
    },
  );
});

describe('connection without queues', () => {
  const plain = config({ greeting: 'Olá, {{firstName}}!' });
  talk('greets once', plain, [
    ['oi', ['Olá, {{firstName}}!'], FREE],
    ['oi', []],
    ['#', []],
    ['1', []],
  ]);
  talk('says nothing without a greeting', config(), [['oi', [], { memory: {} }]]);
  talk(
    'is silent in a queue',
    { ...plain, elsewhere: [MUDA] },
    [
      ['oi', []],
      ['#', [], { queueId: 3 }],
    ],
    {
      state: { queueId: 3 },
    },
  );
});

describe('silent bot', () => {
  for (const sent of ['oi', '1', '#', '0'])
    talk(`with an agent: ${sent}`, SHOP, [[sent, [], FREE]], { state: { hasAgent: true } });
  talk('with an agent, in the middle of a walk', SHOP, [['1', [], { queueId: 2, optionId: 21 }]], {
    state: { hasAgent: true, queueId: 2, optionId: 21, chatbot: true },
  });
  for (const sent of ['oi', '1', '#']) {
    talk(`in a group: ${sent}`, SHOP, [[sent, [], FREE]], { state: { isGroup: true } });
    talk(`for our own: ${sent}`, SHOP, [[{ text: sent, fromMe: true }, [], FREE]]);
  }
  talk('for calls and what cannot be read yet', SHOP, [
    [{ kind: 'call' }, [], { ...FREE, menus: 0 }],
    [{ kind: 'stub' }, [], FREE],
    ['oi', [MENU]],
    [{ kind: 'call' }, []],
    [{ kind: 'stub' }, []],
    ['2', [ROOT]],
  ]);
});

describe('ticket moved by a job or a rule', () => {
  const moment = { now: 1, isOpen: () => true };
  const begin = (state: After, settings = SHOP, isOpen = true) =>
    startInQueue(settings, { ...NEW_BOT_STATE, ...state }, { ...moment, isOpen: () => isOpen });
  test('gets the options of its queue', () => {
    const { actions, state } = begin({ queueId: 2, memory: { menuAt: 1, saidInvalid: true } });
    expect(actions).toEqual([{ type: 'text', cause: 'options', text: ROOT }]);
    expect(state).toMatchObject({ queueId: 2, chatbot: true, optionId: null });
  });
  test('continues the walk from there', () => {
    const { state } = begin({ queueId: 2 });
    const next = decide(SHOP, state, { kind: 'message', fromMe: false, text: '2' }, moment);
    expect(next.actions).toContainEqual({ type: 'text', cause: 'option', text: 'Ligue 0800.' });
  });
  test.each<[string, After]>([
    ['in a queue without options', { queueId: 1 }],
    ['in none', {}],
    ['in one that is gone', { queueId: 99 }],
    ['of a group', { queueId: 2, isGroup: true }],
    ['with an agent', { queueId: 2, hasAgent: true }],
  ])('receives nothing %s', (_where, state) => {
    expect(begin(state).actions.filter(({ type }) => type === 'text')).toEqual([]);
  });
  test('gets the out-of-hours message', () => {
    const shop = { ...SHOP, scheduleType: 'queue' as const, queues: [{ ...SUPORTE, outOfHours: 'Fechou.' }] };
    expect(begin({ queueId: 2 }, shop, false).actions).toEqual([
      { type: 'text', cause: 'outOfHours', text: 'Fechou.' },
    ]);
  });
});
