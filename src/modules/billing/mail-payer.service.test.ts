import { afterAll, beforeAll, expect, test } from 'bun:test';
import { companies, mails } from '@db/platform/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { eq } from 'drizzle-orm';
import { platformScope } from '@/core/platform-scope.ts';
import { writeLetter } from '@/modules/mail/mail-letter.queries.ts';
import type { InvoiceRow } from './invoices/pay-invoice.service.ts';
import { mailPayer } from './mail-payer.service.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

const DAY = new Date('2026-03-20T15:00:00Z');
const invoiceOf = (id: number) =>
  ({ id, companyId: testApp.people.companyId.aurora, cents: 123_450, detail: 'Plano Ouro' }) as InvoiceRow;

for (const [n, [language, value, day, users]] of (
  [
    ['pt', 'R$ 1.234,50', '20 de março de 2026', 'Usuários em uso: 1.204'],
    ['en', 'R$1,234.50', 'March 20, 2026', 'Users in use: 1,204'],
    ['es', '1234,50 R$', '20 de marzo de 2026', 'Usuarios en uso: 1204'],
  ] as const
).entries())
  test(`${language}: mails format money, days and counts for the locale`, async () => {
    const { kernel, people } = testApp;
    await kernel.platform.write(async (tx) => {
      await tx.delete(mails);
      await tx.update(companies).set({ language }).where(eq(companies.id, people.companyId.aurora));
    });
    const excess = { limited: 'users', inUse: 1_204, limit: 1_000 } as const;
    await platformScope(kernel).write(async (tx) => {
      await mailPayer(tx, { kind: 'billing:dueSoon', invoice: invoiceOf(n * 2), day: DAY });
      await mailPayer(tx, { kind: 'billing:planKept', invoice: invoiceOf(n * 2 + 1), day: null, excess });
    });
    const rows = await kernel.platform.db.select().from(mails).orderBy(mails.id);
    const [soon, stored] = await Promise.all(rows.map((row) => writeLetter(kernel, row)));
    // The mail uses non-breaking spaces.
    const sent = (text = '') => text.replace(/\s/g, ' ');
    expect(sent(soon?.subject)).toContain(day);
    expect(sent(soon?.text)).toContain(value);
    expect(sent(soon?.text)).toContain(day);
    expect(sent(stored?.text)).toContain(users);
    expect(sent(stored?.text)).toContain(value);
  });
