import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { prompts } from '@db/tenant/schema/index.ts';
import { createPlanner } from '@test/support/plans.ts';
import type { Reply } from '@/adapters/responders/responder.port.ts';
import type { Kernel } from '@/core/scope.ts';
import {
  type ClockFixture,
  createClockFixture,
  startAgain,
} from '@/modules/chatbot/clock/clock-fixture.test-support.ts';
import { leaveSilentResponders, silentResponderDueAt } from './silent-responders.jobs.ts';

const MARIA = '5511911110001';
const ANSWER: Reply[] = [{ type: 'text', text: 'Abrimos às 9h.' }];

let clock: ClockFixture;
let replies: Reply[];
let queueId: number | null;
beforeEach(async () => {
  clock = await createClockFixture();
  [replies, queueId] = [ANSWER, null];
  answerBy(clock.testApp.kernel);
  await answerByPrompt(clock);
});
afterEach(() => clock.close());

async function answerByPrompt({ set, system }: ClockFixture): Promise<void> {
  await system.write((tx) => tx.db.insert(prompts).values({ id: 5, name: 'Modelo', prompt: 'Responda.' }));
  await set({ promptId: 5 });
}

function answerBy(kernel: Pick<Kernel, 'services'>): void {
  const responder = { quietMs: 0, answer: async () => ({ replies, memory: {} }) };
  kernel.services.responders.prompt = async () => ({ responder, name: 'Robô', queueId, maxAnswers: 0 });
}
const held = async (id: number) => {
  const { status, useIntegration, queueId } = await clock.ticket(id);
  return { status, isHeld: useIntegration, queueId };
};
const WITH_IT = { status: 'pending', isHeld: true, queueId: null } as const;

describe('customer who stays silent after an answer', () => {
  test('has the ticket closed after the connection’s timeout, then starts over', async () => {
    await clock.set({ expiresTicket: 60, expiresInactiveMessage: 'Encerrado.', complationMessage: 'Tchau.' });
    const id = await clock.receiveText(MARIA, 'oi');
    await clock.pass(59);
    expect(await held(id)).toEqual(WITH_IT);
    await clock.pass(1);
    expect(await held(id)).toMatchObject({ status: 'closed', isHeld: false });
    await clock.pass(2);
    expect(await clock.automatic(id)).toEqual(['Abrimos às 9h.', 'Encerrado.']);
    expect((await clock.history(id)).at(-1)).toMatchObject({ type: 'closed', data: { cause: 'expired' } });
    await clock.receiveText(MARIA, 'voltei');
    expect(await held(id)).toEqual(WITH_IT);
  });

  test('restarts the timeout with each message', async () => {
    await clock.set({ expiresTicket: 60 });
    const id = await clock.receiveText(MARIA, 'oi');
    await clock.pass(50);
    await clock.receiveText(MARIA, 'e sábado?');
    await clock.pass(59);
    expect(await held(id)).toEqual(WITH_IT);
    await clock.pass(1);
    expect(await held(id)).toMatchObject({ status: 'closed' });
  });

  test('is handed over without a message after a day without timeout', async () => {
    queueId = clock.testApp.people.queueId.Vendas;
    const id = await clock.receiveText(MARIA, 'oi');
    clock.testApp.clock.advance(24 * 60 * 60_000 - 120_000);
    await clock.pass(1);
    expect(await held(id)).toEqual(WITH_IT);
    await clock.pass(1);
    expect(await held(id)).toEqual({ status: 'pending', isHeld: false, queueId });
    expect(await clock.automatic(id)).toEqual(['Abrimos às 9h.']);
    const history = (await clock.history(id)).map(({ data }) => data);
    expect(history).toContainEqual({ cause: 'machine.silent', name: 'Robô' });
  });

  test('has the ticket closed by the next process after a crash', async () => {
    await clock.set({ expiresTicket: 2, expiresInactiveMessage: 'Encerrado.' });
    const id = await clock.receiveText(MARIA, 'oi');
    const again = await startAgain(clock);
    answerBy(again.dependencies.kernel);
    for (const status of ['pending', 'closed', 'closed']) {
      await again.minute();
      expect(await held(id)).toMatchObject({ status });
    }
    expect(await clock.automatic(id)).toEqual(['Abrimos às 9h.', 'Encerrado.']);
    await again.dependencies.stop();
  });
});

test('uses the server’s timeout when the connection has none', async () => {
  const other = await createClockFixture({ env: { CLOSE_TICKETS_AFTER_HOURS: '1' } });
  answerBy(other.testApp.kernel);
  await answerByPrompt(other);
  const id = await other.receiveText(MARIA, 'oi');
  await other.pass(59);
  expect(await other.ticket(id)).toMatchObject({ status: 'pending' });
  await other.pass(1);
  expect(await other.ticket(id)).toMatchObject({ status: 'closed' });
  await other.close();
});

describe('customer who waits for an answer', () => {
  beforeEach(() => {
    replies = [];
  });

  test.each([
    [30, 0],
    [5, 5],
  ])('is handed over after %d minutes when the connection sets %d', async (minutes, timeToTransfer) => {
    await clock.set({ timeToTransfer, expiresTicket: 1 });
    const id = await clock.receiveText(MARIA, 'oi');
    await clock.pass(minutes - 1);
    expect(await held(id)).toEqual(WITH_IT);
    await clock.pass(1);
    expect(await held(id)).toEqual({ status: 'pending', isHeld: false, queueId: null });
    await clock.receiveText(MARIA, 'alguém?');
    expect(await held(id)).toMatchObject({ isHeld: false });
  });

  test.each([
    ['is with somebody', { status: 'open' as const }],
    ['is put aside', { snoozedUntil: new Date('2026-03-11T15:00:00Z') }],
  ])('is not handed over when the ticket %s', async (_what, changes) => {
    const id = await clock.receiveText(MARIA, 'oi');
    await clock.put(id, changes);
    await clock.pass(40);
    expect(await held(id)).toMatchObject({ isHeld: true });
  });

  test('does not wait longer after the clock was a day fast', async () => {
    const id = await clock.receiveText(MARIA, 'oi');
    await clock.put(id, { updatedAt: new Date('2026-03-11T15:00:00Z') });
    await clock.pass(1);
    expect(await held(id)).toMatchObject({ isHeld: false });
  });
});

test('closes no ticket early after the clock was fast', async () => {
  await clock.set({ expiresTicket: 60 });
  const id = await clock.receiveText(MARIA, 'oi');
  await clock.put(id, { updatedAt: new Date('2026-03-11T15:00:00Z') });
  await clock.pass(2);
  expect(await held(id)).toEqual(WITH_IT);
});

test('reads only tickets held by a responder', async () => {
  const planner = await createPlanner();
  const steps = await planner.stepsOf(async () => {
    await silentResponderDueAt(clock.system);
    await leaveSilentResponders(clock.system);
  });
  planner.close();
  expect(steps.filter(({ detail }) => detail.includes('tickets_with_machine')).length).toBeGreaterThanOrEqual(
    2,
  );
  expect(steps.filter(({ detail }) => detail.startsWith('SCAN tickets'))).toEqual([]);
});
