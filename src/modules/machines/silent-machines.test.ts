import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createPlanner } from '@test/support/plans.ts';
import type { Kernel } from '@/kernel/scope.ts';
import type { Reply } from '@/machines/port.ts';
import {
  type ClockDesk,
  createClockDesk,
  startAgain,
} from '@/modules/chatbot/clock/clock-desk.test-support.ts';
import { leaveSilentMachines, silentMachineDueAt } from './silent-machines.ts';

const MARIA = '5511911110001';
const ANSWER: Reply[] = [{ type: 'text', text: 'Abrimos às 9h.' }];

let clock: ClockDesk;
let replies: Reply[];
let queueId: number | null;
beforeEach(async () => {
  clock = await createClockDesk();
  [replies, queueId] = [ANSWER, null];
  answerBy(clock.desk.kernel);
  await clock.set({ promptId: 5 });
});
afterEach(() => clock.close());

function answerBy(kernel: Pick<Kernel, 'services'>): void {
  const machine = { quietMs: 0, answer: async () => ({ replies, kept: {} }) };
  kernel.services.machines.prompt = async () => ({ machine, name: 'Robô', queueId, maxAnswers: 0 });
}
const held = async (id: number) => {
  const { status, useIntegration, queueId: place } = await clock.ticket(id);
  return { status, isHeld: useIntegration, place };
};
const WITH_IT = { status: 'pending', isHeld: true, place: null } as const;

describe('who has an answer and says nothing more', () => {
  test('is closed after the minutes of the connection, with its text, and begins anew', async () => {
    await clock.set({ expiresTicket: 60, expiresInactiveMessage: 'Encerrado.', complationMessage: 'Tchau.' });
    const id = await clock.says(MARIA, 'oi');
    await clock.pass(59);
    expect(await held(id)).toEqual(WITH_IT);
    await clock.pass(1);
    expect(await held(id)).toMatchObject({ status: 'closed', isHeld: false });
    await clock.pass(2);
    expect(await clock.automatic(id)).toEqual(['Abrimos às 9h.', 'Encerrado.']);
    expect((await clock.story(id)).at(-1)).toMatchObject({ type: 'closed', data: { cause: 'expired' } });
    await clock.says(MARIA, 'voltei');
    expect(await held(id)).toEqual(WITH_IT);
  });

  test('has as long again with each word', async () => {
    await clock.set({ expiresTicket: 60 });
    const id = await clock.says(MARIA, 'oi');
    await clock.pass(50);
    await clock.says(MARIA, 'e sábado?');
    await clock.pass(59);
    expect(await held(id)).toEqual(WITH_IT);
    await clock.pass(1);
    expect(await held(id)).toMatchObject({ status: 'closed' });
  });

  test('is left to people after a day where nothing closes silent tickets, and hears nothing of it', async () => {
    queueId = clock.desk.cast.queueId.Vendas;
    const id = await clock.says(MARIA, 'oi');
    clock.desk.clock.advance(24 * 60 * 60_000 - 120_000);
    await clock.pass(1);
    expect(await held(id)).toEqual(WITH_IT);
    await clock.pass(1);
    expect(await held(id)).toEqual({ status: 'pending', isHeld: false, place: queueId });
    expect(await clock.automatic(id)).toEqual(['Abrimos às 9h.']);
    const story = (await clock.story(id)).map(({ data }) => data);
    expect(story).toContainEqual({ cause: 'machine.silent', name: 'Robô' });
  });

  test('is closed by the process that comes up after the one that answered has died', async () => {
    await clock.set({ expiresTicket: 2, expiresInactiveMessage: 'Encerrado.' });
    const id = await clock.says(MARIA, 'oi');
    const again = await startAgain(clock);
    answerBy(again.desk.kernel);
    for (const status of ['pending', 'closed', 'closed']) {
      await again.minute();
      expect(await held(id)).toMatchObject({ status });
    }
    expect(await clock.automatic(id)).toEqual(['Abrimos às 9h.', 'Encerrado.']);
    await again.desk.stop();
  });
});

test('the hours of the whole desk count where the connection names none', async () => {
  const other = await createClockDesk({ env: { CLOSE_TICKETS_AFTER_HOURS: '1' } });
  answerBy(other.desk.kernel);
  await other.set({ promptId: 5 });
  const id = await other.says(MARIA, 'oi');
  await other.pass(59);
  expect(await other.ticket(id)).toMatchObject({ status: 'pending' });
  await other.pass(1);
  expect(await other.ticket(id)).toMatchObject({ status: 'closed' });
  await other.close();
});

describe('who waits for an answer', () => {
  beforeEach(() => {
    replies = [];
  });

  test.each([
    [30, 0],
    [5, 5],
  ])('is left to people after %d minutes where the connection says %d', async (minutes, timeToTransfer) => {
    await clock.set({ timeToTransfer, expiresTicket: 1 });
    const id = await clock.says(MARIA, 'oi');
    await clock.pass(minutes - 1);
    expect(await held(id)).toEqual(WITH_IT);
    await clock.pass(1);
    expect(await held(id)).toEqual({ status: 'pending', isHeld: false, place: null });
    await clock.says(MARIA, 'alguém?');
    expect(await held(id)).toMatchObject({ isHeld: false });
  });

  test.each([
    ['is with somebody', { status: 'open' as const }],
    ['is put aside', { snoozedUntil: new Date('2026-03-11T15:00:00Z') }],
  ])('not when the ticket %s', async (_what, changes) => {
    const id = await clock.says(MARIA, 'oi');
    await clock.put(id, changes);
    await clock.pass(40);
    expect(await held(id)).toMatchObject({ isHeld: true });
  });

  test('nobody waits a day after a clock that was a day ahead', async () => {
    const id = await clock.says(MARIA, 'oi');
    await clock.put(id, { updatedAt: new Date('2026-03-11T15:00:00Z') });
    await clock.pass(1);
    expect(await held(id)).toMatchObject({ isHeld: false });
  });
});

test('a clock that was ahead closes nothing before its time', async () => {
  await clock.set({ expiresTicket: 60 });
  const id = await clock.says(MARIA, 'oi');
  await clock.put(id, { updatedAt: new Date('2026-03-11T15:00:00Z') });
  await clock.pass(2);
  expect(await held(id)).toEqual(WITH_IT);
});

test('the clock reads only tickets that a machine holds', async () => {
  const planner = await createPlanner();
  const steps = await planner.stepsOf(async () => {
    await silentMachineDueAt(clock.system);
    await leaveSilentMachines(clock.system);
  });
  planner.close();
  expect(steps.filter(({ detail }) => detail.includes('tickets_with_machine')).length).toBeGreaterThanOrEqual(
    2,
  );
  expect(steps.filter(({ detail }) => detail.startsWith('SCAN tickets'))).toEqual([]);
});
