import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { users } from '@db/tenant/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { eq } from 'drizzle-orm';
import { markSeen, presenceDueAt, sweepPresence } from './presence.service.ts';

const HOURS = 3 * 3_600_000;
const YEAR = 365 * 86_400_000;

let desk: TestDesk;
beforeEach(async () => {
  desk = await createTestDesk();
});
afterEach(() => desk.stop());

async function onlineAfterSweep(): Promise<boolean | undefined> {
  const scope = await desk.systemScope();
  const dueAt = await presenceDueAt(scope);
  if (dueAt && dueAt <= scope.now()) await sweepPresence(scope);
  const row = await scope.db.query.users.findFirst({ where: eq(users.id, desk.cast.userId.bia) });
  return row?.online;
}
const setClock = (ms: number) => {
  desk.clock.now = new Date(desk.clock.now.getTime() + ms);
};
const seeBia = () => markSeen(desk.kernel, desk.cast.companyId.aurora, desk.cast.userId.bia);

test('who was left online is shown so for eleven minutes of silence', async () => {
  await seeBia();
  desk.clock.advance(11 * 60_000 - 1);
  expect(await onlineAfterSweep()).toBe(true);
  desk.clock.advance(1);
  expect(await onlineAfterSweep()).toBe(false);
});

describe('when somebody sets the clock', () => {
  for (const jump of [HOURS, -HOURS, YEAR, -YEAR]) {
    test(`by ${jump / 3_600_000} h, nobody stays online who is gone, and nobody goes who is here`, async () => {
      await seeBia();
      setClock(jump);
      expect(await onlineAfterSweep()).toBe(false);
      await desk.listenAs('bia');
      await seeBia();
      setClock(jump);
      expect(await onlineAfterSweep()).toBe(true);
      desk.clock.advance(60_000);
      expect(await onlineAfterSweep()).toBe(true);
    });
  }
});
