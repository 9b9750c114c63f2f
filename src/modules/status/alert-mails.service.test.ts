import { afterAll, beforeAll, expect, test } from 'bun:test';
import { companies, mails } from '@db/platform/schema/index.ts';
import { users } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { emailOf } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import { platformScope } from '@/core/platform-scope.ts';
import { writeLetter } from '@/modules/mail/mail-letter.queries.ts';
import { prepareMails } from './alert-mails.service.ts';
import type { AlertRow } from './alerts.service.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

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
