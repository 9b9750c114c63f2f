import { afterAll, beforeAll, expect, test } from 'bun:test';
import { companies, mails } from '@db/platform/schema/index.ts';
import { users } from '@db/tenant/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { emailOf } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import { platformScope } from '@/kernel/platform-scope.ts';
import { writeLetter } from '@/modules/mail/write-letter.ts';
import { prepareMails } from './alert-mails.ts';
import type { AlertRow } from './alerts.ts';

let desk: TestDesk;
beforeAll(async () => {
  desk = await createTestDesk();
});
afterAll(() => desk.stop());

test('each administrator is written to in their own language, else in the company’s; an agent is not', async () => {
  const { kernel, cast } = desk;
  const { aurora: companyId } = cast.companyId;
  await kernel.platform.write((tx) =>
    tx.update(companies).set({ language: 'en' }).where(eq(companies.id, companyId)),
  );
  const { db } = await desk.systemScope();
  await db.update(users).set({ language: 'es' }).where(eq(users.id, cast.userId.ana));
  await db.update(users).set({ profile: 'admin' }).where(eq(users.id, cast.userId.rui));
  const post = await prepareMails(kernel, { kind: 'connection', companyId });
  await platformScope(kernel).write((tx) => post(tx, { id: 1, about: 'Loja' } as AlertRow, 'began'));
  const rows = await kernel.platform.db.select().from(mails);
  const letters = await Promise.all(rows.map((row) => writeLetter(kernel, row)));
  const said = letters.map(({ to, subject, text }) => [
    to,
    subject,
    text.match(/10 .*2026|March.*2026/)?.[0],
  ]);
  expect(said.sort()).toEqual([
    [emailOf('ana'), 'La conexión Loja está caída', '10 de marzo de 2026'],
    [emailOf('rui'), 'Connection Loja is down', 'March 10, 2026'],
  ]);
});
