import { expect, test } from 'bun:test';
import { type BotConfig, type BotResponder, type BotState, NEW_BOT_STATE } from './bot.logic.ts';
import { config, option, queue } from './bot.test-support.ts';
import { decide, giveUp, handOver } from './decide.logic.ts';
import { responderKey } from './responder.logic.ts';

const STEPS = 10_000;
const WORDS = ['oi', '1', '2', '3', '0', '#', '10', '', 'não sei', ' 2 ', '#', 'x'];

/** mulberry32 */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const responder = (chance: () => number, id: number): BotResponder | null =>
  chance() < 0.25 ? { kind: 'prompt', id } : null;

function shop(chance: () => number): BotConfig {
  const below = (id: number, depth: number): ReturnType<typeof option>[] =>
    Array.from({ length: depth === 0 ? 0 : Math.floor(chance() * 4) }, (_, n) =>
      option(id * 10 + n, String(n + 1), `O${n}`, {
        message: `M${id}${n}`,
        options: below(id * 10 + n, depth - 1),
      }),
    );
  const queues = Array.from({ length: Math.floor(chance() * 4) }, (_, n) =>
    queue(n + 1, `F${n}`, {
      greeting: `G${n}`,
      outOfHours: chance() < 0.5 ? 'Fechou.' : '',
      options: below(n + 1, 3),
      responder: responder(chance, n + 1),
    }),
  );
  return config({
    greeting: 'Olá!',
    outOfHours: 'Fechado.',
    responder: responder(chance, 9),
    queues: queues.slice(0, 1 + Math.floor(chance() * 3)),
    elsewhere: queues.slice(1 + Math.floor(chance() * 3)),
    maxUseBotQueues: Math.floor(chance() * 4),
    timeUseBotQueues: chance() < 0.5 ? 0 : 5,
    scheduleType: (['disabled', 'queue', 'company'] as const)[Math.floor(chance() * 3)] ?? 'disabled',
    greetsForOneQueue: chance() < 0.5,
  });
}

test.each([1, 2, 3, 4])('a random walk (seed %i) never gets stuck, repeats itself or floods', (seed) => {
  const chance = seeded(seed);
  let settings = shop(chance);
  let state: BotState = NEW_BOT_STATE;
  let now = 0;
  for (let step = 0; step < STEPS; step += 1) {
    if (chance() < 0.01) settings = shop(chance);
    if (chance() < 0.02) state = NEW_BOT_STATE;
    if (chance() < 0.03) state = giveUp(state).state;
    if (state.responder && chance() < 0.2)
      state = handOver(settings, state, state.responder, { now, isOpen: () => true }).state;
    const isOpen = chance() < 0.8;
    now += Math.floor(chance() * 20) * 60_000;
    const text = WORDS[Math.floor(chance() * WORDS.length)] ?? '';
    const before = structuredClone(state);
    const { actions, state: next } = decide(
      settings,
      state,
      { kind: chance() < 0.05 ? 'call' : 'message', fromMe: chance() < 0.05, text },
      { now, isOpen: () => isOpen },
    );
    expect(state).toEqual(before);
    const sent = actions.filter(({ type }) => type === 'text').map((action) => JSON.stringify(action));
    expect(sent.length).toBeLessThanOrEqual(2);
    expect(new Set(sent).size).toBe(sent.length);
    const asked = actions.flatMap((action) =>
      action.type === 'responder' ? responderKey(action.responder) : [],
    );
    expect(asked.length).toBeLessThanOrEqual(1);
    if (asked[0]) {
      expect(next.responder && responderKey(next.responder)).toBe(asked[0]);
      expect(before.memory.over ?? []).not.toContain(text === '#' ? '' : asked[0]);
      expect(next.chatbot).toBe(false);
    }
    const causes = actions.flatMap((action) => (action.type === 'text' ? action.cause : []));
    expect(new Set(causes).size).toBe(causes.length);
    const all = [...settings.queues, ...settings.elsewhere];
    const position = all.find(({ id }) => id === next.queueId);
    if (next.chatbot && sent.length > 0 && !sent[0]?.includes('outOfHours'))
      expect(position?.options.length).toBeGreaterThan(0);
    if (next.optionId !== null) expect(next.chatbot).toBe(true);
    if (settings.maxUseBotQueues > 0 && next.menus > before.menus)
      expect(next.menus).toBeLessThanOrEqual(settings.maxUseBotQueues);
    if (settings.queues.length > 1) {
      const again = { ...settings, maxUseBotQueues: 0, scheduleType: 'disabled' as const };
      const start = { kind: 'message', fromMe: false, text: '#' } as const;
      const back = decide(again, next, start, { now, isOpen: () => true });
      expect(back.actions.at(-1)).toMatchObject({ type: 'text', cause: 'menu' });
      expect(back.state).toMatchObject({ queueId: null, chatbot: false });
    }
    state = JSON.parse(JSON.stringify(next));
  }
});

test('the bot falls silent when two bots answer each other', () => {
  const root = [option(1, '1', 'Um', { options: [option(11, '1', 'A'), option(12, '2', 'B')] })];
  const settings = config({ greeting: 'Olá!', queues: [queue(1, 'F', { greeting: 'G', options: root })] });
  let state = NEW_BOT_STATE;
  let sent = 0;
  for (let turn = 0; turn < 100; turn += 1) {
    const incoming = { kind: 'message', fromMe: false, text: 'Não entendi. Digite uma opção.' } as const;
    const decision = decide(settings, state, incoming, { now: turn, isOpen: () => true });
    sent += decision.actions.filter(({ type }) => type === 'text').length;
    state = decision.state;
  }
  expect(sent).toBeLessThan(6);
});
