import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { users } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { eq } from 'drizzle-orm';
import { markSeen, presenceDueAt, sweepPresence } from './presence.service.ts';

const HOURS = 3 * 3_600_000;
const YEAR = 365 * 86_400_000;

let testApp: TestApp;
beforeEach(async () => {
  testApp = await createTestApp();
});
afterEach(() => testApp.stop());

async function onlineAfterSweep(): Promise<boolean | undefined> {
  const scope = await testApp.systemScope();
  const dueAt = await presenceDueAt(scope);
  if (dueAt && dueAt <= scope.now()) await sweepPresence(scope);
  const row = await scope.db.query.users.findFirst({ where: eq(users.id, testApp.people.userId.bia) });
  return row?.online;
}
const setClock = (ms: number) => {
  testApp.clock.now = new Date(testApp.clock.now.getTime() + ms);
};
const seeBia = () => markSeen(testApp.kernel, testApp.people.companyId.aurora, testApp.people.userId.bia);

test('shows a user as online for eleven minutes after their last activity', async () => {
  await seeBia();
  testApp.clock.advance(11 * 60_000 - 1);
  expect(await onlineAfterSweep()).toBe(true);
  testApp.clock.advance(1);
  expect(await onlineAfterSweep()).toBe(false);
});

describe('user presence after a clock change', () => {
  for (const jump of [HOURS, -HOURS, YEAR, -YEAR]) {
    test(`by ${jump / 3_600_000} h, marks absent users offline and leaves present users online`, async () => {
      await seeBia();
      setClock(jump);
      expect(await onlineAfterSweep()).toBe(false);
      await testApp.listenAs('bia');
      await seeBia();
      setClock(jump);
      expect(await onlineAfterSweep()).toBe(true);
      testApp.clock.advance(60_000);
      expect(await onlineAfterSweep()).toBe(true);
    });
  }
});
