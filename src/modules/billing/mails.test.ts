import { afterAll, beforeAll, expect, test } from 'bun:test';
import { companies, mails } from '@db/platform/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { eq } from 'drizzle-orm';
import { platformScope } from '@/kernel/platform-scope.ts';
import { writeLetter } from '@/modules/mail/write-letter.ts';
import type { InvoiceRow } from './invoices/pay-invoice.ts';
import { tellPayer } from './mails.ts';

let desk: TestDesk;
beforeAll(async () => {
  desk = await createTestDesk();
});
afterAll(() => desk.stop());

const DAY = new Date('2026-03-20T15:00:00Z');
const invoiceOf = (id: number) =>
  ({ id, companyId: desk.cast.companyId.aurora, cents: 123_450, detail: 'Plano Ouro' }) as InvoiceRow;

for (const [n, [language, value, day, users]] of (
  [
    ['pt', 'R$ 1.234,50', '20 de março de 2026', '1.204 usuários'],
    ['en', 'R$1,234.50', 'March 20, 2026', '1,204 users'],
    ['es', '1234,50 BRL', '20 de marzo de 2026', '1204 usuarios'],
  ] as const
).entries())
  test(`${language}: money, days and counts of a mail are written as there`, async () => {
    const { kernel, cast } = desk;
    await kernel.platform.write(async (tx) => {
      await tx.delete(mails);
      await tx.update(companies).set({ language }).where(eq(companies.id, cast.companyId.aurora));
    });
    const excess = { limited: 'users', inUse: 1_204, limit: 1_000 } as const;
    await platformScope(kernel).write(async (tx) => {
      await tellPayer(tx, { kind: 'billing:dueSoon', invoice: invoiceOf(n * 2), day: DAY });
      await tellPayer(tx, { kind: 'billing:planKept', invoice: invoiceOf(n * 2 + 1), day: null, excess });
    });
    const rows = await kernel.platform.db.select().from(mails).orderBy(mails.id);
    const [soon, kept] = await Promise.all(rows.map((row) => writeLetter(kernel, row)));
    // What must not break in a line is no plain space.
    const said = (text = '') => text.replace(/\s/g, ' ');
    expect(said(soon?.subject)).toContain(day);
    expect(said(soon?.text)).toContain(value);
    expect(said(soon?.text)).toContain(day);
    expect(said(kept?.text)).toContain(users);
    expect(said(kept?.text)).toContain(value);
  });
