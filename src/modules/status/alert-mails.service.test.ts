import { afterAll, beforeAll, expect, test } from 'bun:test';
import { companies, mails } from '@db/platform/schema/index.ts';
import { users } from '@db/tenant/schema/index.ts';
import type { TestApp } from '@test/support/deps.ts';
import type { MailServer } from '@test/support/mail-server.ts';
import { createMailingApp, type MailingApp } from '@test/support/mailing-app.ts';
import { emailOf, setSuper } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import { platformScope } from '@/core/platform-scope.ts';
import { writeLetter } from '@/modules/mail/mail-letter.queries.ts';
import { PRIMARY_COLOR } from '@/modules/mail/platform-name.queries.ts';
import { createMailRounds } from '@/modules/mail/send-mails.jobs.ts';
import { setPlatformValue } from '@/modules/settings/platform-values.service.ts';
import { prepareMails } from './alert-mails.service.ts';
import type { AlertRow } from './alerts.service.ts';

let testApp: TestApp;
let server: MailServer;
let stop: MailingApp['stop'];
beforeAll(async () => {
  ({ testApp, server, stop } = await createMailingApp());
});
afterAll(() => stop());

test('mails each administrator in their own or the company’s language, and no agent', async () => {
  const { kernel, people } = testApp;
  const { aurora: companyId } = people.companyId;
  await kernel.platform.write((tx) =>
    tx.update(companies).set({ language: 'en' }).where(eq(companies.id, companyId)),
  );
  const { db } = await testApp.systemScope();
  await db.update(users).set({ language: 'es' }).where(eq(users.id, people.userId.ana));
  await db.update(users).set({ profile: 'admin' }).where(eq(users.id, people.userId.rui));
  const post = await prepareMails(kernel, { kind: 'connection', companyId });
  await platformScope(kernel).write((tx) => post(tx, { id: 1, about: 'Loja' } as AlertRow, 'began'));
  const rows = await kernel.platform.db.select().from(mails);
  const letters = await Promise.all(rows.map((row) => writeLetter(kernel, row)));
  const sent = letters.map(({ to, subject, text }) => [
    to,
    subject,
    text.match(/10 .*2026|March.*2026/)?.[0],
  ]);
  expect(sent.sort()).toEqual([
    [emailOf('ana'), 'La conexión Loja está caída', '10 de marzo de 2026'],
    [emailOf('rui'), 'The connection Loja is down', 'March 10, 2026'],
  ]);
});

test('arrives at the mail server when a connection is down, and when it is back, with a button in the platform’s colour', async () => {
  const { kernel, people } = testApp;
  await kernel.platform.write((tx) => tx.delete(mails));
  await setPlatformValue(platformScope(kernel), { key: PRIMARY_COLOR, value: '#0f766e' });
  const about = { kind: 'connection' as const, companyId: people.companyId.aurora };
  const { db } = await testApp.systemScope();
  await db.update(users).set({ profile: 'user' }).where(eq(users.id, people.userId.rui));
  const sent: string[] = [];
  for (const [id, language] of (['pt', 'en', 'es'] as const).entries()) {
    await db.update(users).set({ language }).where(eq(users.id, people.userId.ana));
    const post = await prepareMails(kernel, about);
    for (const news of ['began', 'ended'] as const)
      await platformScope(kernel).write((tx) => post(tx, { id: id + 10, about: 'Loja' } as AlertRow, news));
    await createMailRounds(kernel)();
    for (const { subject, html } of server.mails.splice(0)) {
      sent.push(subject);
      expect(html).toMatch(/href="http:\/\/desk.test\/connections" style="[^"]*background:#0f766e"/);
    }
  }
  expect(sent.sort()).toEqual([
    'A conexão Loja está fora do ar',
    'A conexão Loja voltou',
    'La conexión Loja está caída',
    'La conexión Loja volvió',
    'The connection Loja is back',
    'The connection Loja is down',
  ]);
});

test('about the server reach the super administrator of the first company, also when it pays', async () => {
  const { kernel, people } = testApp;
  await setSuper(kernel, people, 'ana');
  await kernel.platform.write(async (tx) => {
    await tx.delete(mails);
    const ofAurora = eq(companies.id, people.companyId.aurora);
    await tx
      .update(companies)
      .set({ dueDate: new Date('2027-01-01') })
      .where(ofAurora);
  });
  const post = await prepareMails(kernel, { kind: 'disk', companyId: null });
  await platformScope(kernel).write((tx) => post(tx, { id: 9, about: '' } as AlertRow, 'began'));
  const sent = await kernel.platform.db.select().from(mails);
  expect(sent.map(({ recipient }) => recipient)).toEqual([emailOf('ana')]);
});
