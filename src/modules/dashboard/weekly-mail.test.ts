import { afterAll, beforeAll, beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { mails } from '@db/platform/schema/index.ts';
import { settings, users } from '@db/tenant/schema/index.ts';
import type { TestApp } from '@test/support/deps.ts';
import type { MailServer } from '@test/support/mail-server.ts';
import { createMailingApp, type MailingApp } from '@test/support/mailing-app.ts';
import { emailOf } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import { systemScope } from '@/core/scope.ts';
import { writeLetter } from '@/modules/mail/mail-letter.queries.ts';
import { createMailRounds } from '@/modules/mail/send-mails.jobs.ts';
import { changeSetting } from '@/modules/settings/settings.service.ts';
import { nextMonday, weeklyMail } from './weekly-mail.jobs.ts';

let testApp: TestApp;
let server: MailServer;
let stop: MailingApp['stop'];
beforeAll(async () => {
  ({ testApp, server, stop } = await createMailingApp());
});
afterAll(() => stop());
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
    expect(text).toContain('Resolvidos: 0 (0)');
    expect(text).not.toContain('{{');
    expect((await weeklyMail.dueAt(await own()))?.getTime()).toBeGreaterThan(testApp.clock.now.getTime());
  });

  test('is left out after a Monday without the server', async () => {
    await set('enabled');
    const dueAt = await weeklyMail.dueAt(await own());
    testApp.clock.advance((dueAt?.getTime() ?? 0) - testApp.clock.now.getTime() + 16 * 3_600_000);
    await weeklyMail.run(await own());
    expect(await posted()).toEqual([]);
    const next = await weeklyMail.dueAt(await own());
    expect((next?.getTime() ?? 0) - (dueAt?.getTime() ?? 0)).toBe(7 * 86_400_000);
  });

  test('stays off when it is switched off while its figures are read', async () => {
    await set('enabled');
    const dueAt = await weeklyMail.dueAt(await own());
    testApp.clock.advance((dueAt?.getTime() ?? 0) - testApp.clock.now.getTime() + 1);
    const scope = await own();
    await testApp.settle();
    const { platform } = testApp.kernel;
    const { write } = platform;
    const writing = spyOn(platform, 'write').mockImplementationOnce(async (work) => {
      await set('disabled');
      return write(work);
    });
    await weeklyMail.run(scope);
    writing.mockRestore();
    expect(await weeklyMail.dueAt(await own())).toBeNull();
    await set('enabled');
  });

  test.each([
    ['pt', 'a sua semana, 9 – 15 de março', 'Resolvidos: 0'],
    ['en', 'your week, March 9 – 15', 'Resolved: 0'],
    ['es', 'su semana, 9–15 de marzo', 'Resueltos: 0'],
  ] as const)('arrives at the mail server in %s, about its seven days', async (language, subject, line) => {
    const { db } = await own();
    await db.update(users).set({ language }).where(eq(users.id, testApp.people.userId.ana));
    testApp.clock.advance(new Date('2026-03-16T11:00:01Z').getTime() - testApp.clock.now.getTime());
    await weeklyMail.run(await own());
    await createMailRounds(testApp.kernel)();
    const [mail, ...more] = server.mails.splice(0);
    expect(more).toEqual([]);
    expect(mail?.subject.replaceAll('\u2009', ' ')).toContain(subject);
    expect(mail?.html).toContain(`${line} (0)<br>`);
    expect(mail?.html).toContain('href="http://desk.test/"');
  });
});
