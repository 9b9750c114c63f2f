import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { ratings } from '@db/tenant/schema/index.ts';
import type { Scope } from '@/core/scope.ts';
import { mergeByHand } from '@/modules/contacts/merge/merge.service.ts';
import { patchTicket } from '../work/tickets.service.ts';
import { findTracking, trackFirstAnswer, trackRated } from '../work/trackings.service.ts';
import { createWorkFixture, type WorkFixture } from '../work/work-fixture.test-support.ts';

let work: WorkFixture;
let ana: Scope;
let maria: number;
let joao: number;

beforeAll(async () => {
  work = await createWorkFixture();
  ana = await work.testApp.scopeOf('ana');
});
afterAll(() => work.testApp.stop());
beforeEach(async () => {
  ({ maria, joao } = await work.reset());
});

const set = (ticketId: number, status: 'open' | 'closed') =>
  patchTicket(ana, { ticketId, status, userId: work.testApp.people.userId.bia });
const CONTINUED: Record<string, () => Promise<unknown>> = {
  'the remaining one': async () => undefined,
  'the dropped one': () => set(joao, 'open'),
  'the remaining one, with the other’s id': async () => {
    await set(joao, 'closed');
    await work.customer('5511911110002', 'João', 'voltei com outra pergunta');
  },
};

for (const [which, prepare] of Object.entries(CONTINUED))
  test(`work since the merge stays with the remaining ticket when it is undone: ${which} continued`, async () => {
    await prepare();
    const [kept, dropped] = [await findTracking(ana, maria), await findTracking(ana, joao)];
    const [keep, drop] = [(await work.ticketOf(maria)).contactId, (await work.ticketOf(joao)).contactId];
    const { undo } = await mergeByHand(ana, { keep, drop });
    work.testApp.clock.advance(60_000);
    const now = work.testApp.clock.now;
    await set(maria, 'open');
    await ana.write((tx) => trackFirstAnswer(tx, maria));
    await set(maria, 'closed');
    const trackingId = (await findTracking(ana, maria))?.id ?? 0;
    await ana.write(async (tx) => {
      await tx.db.insert(ratings).values({ ticketId: maria, trackingId, rate: 3 });
      await trackRated(tx, trackingId, 3);
    });
    await ana.kernel.undo.take(ana, undo);
    expect(await findTracking(ana, maria)).toMatchObject({
      ...{ id: kept?.id, firstAnswerAt: now, answerSeconds: 60, finishedAt: now, rate: 3 },
    });
    expect(await findTracking(ana, joao)).toEqual(dropped);
    const rating = { ticketId: maria, trackingId: kept?.id, rate: 3 };
    expect(await ana.db.select().from(ratings)).toMatchObject([rating]);
  });

test('an attendance that began since the merge stays the only running one of the remaining ticket', async () => {
  const [keep, drop] = [(await work.ticketOf(maria)).contactId, (await work.ticketOf(joao)).contactId];
  const { undo } = await mergeByHand(ana, { keep, drop });
  await set(maria, 'closed');
  await set(maria, 'open');
  await ana.kernel.undo.take(ana, undo);
  const running = (await ana.db.query.ticketTrackings.findMany()).filter((one) => one.finishedAt === null);
  expect(running.map(({ ticketId }) => ticketId).sort()).toEqual([maria, joao].sort());
});
