import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { mails } from '@db/platform/schema/index.ts';
import { settings } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { emailOf } from '@test/support/people.ts';
import { systemScope } from '@/core/scope.ts';
import { writeLetter } from '@/modules/mail/mail-letter.queries.ts';
import { changeSetting } from '@/modules/settings/settings.service.ts';
import { nextMonday, weeklyMail } from './weekly-mail.jobs.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());
beforeEach(() => testApp.kernel.platform.write((tx) => tx.delete(mails)));

const own = () => systemScope(testApp.kernel, testApp.people.companyId.aurora);
const set = async (value: 'enabled' | 'disabled') =>
  changeSetting(await testApp.scopeOf('ana'), { key: 'weeklyMail', value });
const posted = () => testApp.kernel.platform.db.select().from(mails);

describe('the weekly mail', () => {
  test.each([
    ['2026-03-06T15:00:00Z', '2026-03-09T11:00:00.000Z'],
    ['2026-03-09T10:59:59Z', '2026-03-09T11:00:00.000Z'],
    ['2026-03-09T11:00:00Z', '2026-03-16T11:00:00.000Z'],
    ['2026-03-09T02:00:00Z', '2026-03-09T11:00:00.000Z'],
  ])('switched on at %s is first due at %s', (since, due) => {
    expect(nextMonday({ timeZone: 'America/Sao_Paulo' }, new Date(since)).toISOString()).toBe(due);
  });

  test('is off until an administrator switches it on', async () => {
    expect(await weeklyMail.dueAt(await own())).toBeNull();
    await set('enabled');
    const dueAt = await weeklyMail.dueAt(await own());
    expect(dueAt?.getTime()).toBeGreaterThan(testApp.clock.now.getTime());
    await set('disabled');
    expect(await weeklyMail.dueAt(await own())).toBeNull();
  });

  test('is sent once a week to each administrator, also when the run is repeated', async () => {
    await set('enabled');
    const dueAt = await weeklyMail.dueAt(await own());
    testApp.clock.advance((dueAt?.getTime() ?? 0) - testApp.clock.now.getTime() + 1);
    const scope = await own();
    await weeklyMail.run(scope);
    await scope.write((tx) => tx.db.update(settings).set({ updatedAt: new Date(0) }));
    await weeklyMail.run(scope);
    const rows = await posted();
    expect(rows.map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['dashboard:weekly', emailOf('ana')],
    ]);
    const row = rows[0];
    if (!row) throw new Error('no mail');
    const { subject, text } = await writeLetter(testApp.kernel, row);
    expect(subject).toContain('a sua semana');
    expect(text).toContain('Resolvidos: 0 (antes: 0)');
    expect(text).not.toContain('{{');
    expect((await weeklyMail.dueAt(await own()))?.getTime()).toBeGreaterThan(testApp.clock.now.getTime());
  });
});
