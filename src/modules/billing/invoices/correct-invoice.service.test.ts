import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { auditEntries, companies, credits, invoices } from '@db/platform/schema/index.ts';
import { setSuper } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import { billingJobs } from '../billing.jobs.ts';
import { type BillingFixture, createBillingFixture, DAY } from '../billing-fixture.test-support.ts';
import { cancelInvoice, undoPayment } from './correct-invoice.service.ts';
import { giveCredit } from './give-credit.service.ts';
import { makeDueInvoices } from './make-invoices.service.ts';
import { markPaid } from './pay-invoice.service.ts';

let app: BillingFixture;

beforeAll(async () => {
  app = await createBillingFixture();
  await setSuper(app.kernel, app.testApp.people, 'davi');
});
afterAll(() => app.stop());
beforeEach(() => app.kernel.platform.write((tx) => tx.delete(credits)));

const davi = () => app.testApp.scopeOf('davi');
const all = () => app.kernel.platform.db.select().from(invoices).orderBy(invoices.id);
const rowOf = async (id: number) => (await all()).find((row) => row.id === id);
const bill = async () => {
  for (const job of billingJobs(app.kernel)) if (job.name === 'makeDueInvoices') await job.run();
};
const actions = async () =>
  (await app.kernel.platform.db.select().from(auditEntries)).map(({ action }) => action);

describe('a cancelled invoice', () => {
  test('waives the period, and is not made again', async () => {
    const { id, dueDate } = await app.owes();
    const { text } = await (await app.testApp.as('davi')).page(`/platform/invoices/${id}/cancel`);
    expect(text.match(/>(Voltar|Cancelar|Cancelar a fatura)</g)).toEqual(['>Voltar<', '>Cancelar a fatura<']);
    await cancelInvoice(await davi(), { invoiceId: id, note: 'Cortesia' });
    const row = await rowOf(id);
    expect(row).toMatchObject({ status: 'cancelled', note: 'Cortesia', paidAt: null });
    const company = await app.company();
    expect(company?.dueDate?.getTime()).toBe(row?.paidUntil?.getTime());
    expect(company?.dueDate?.getTime()).toBeGreaterThan(dueDate.getTime() + 27 * DAY);
    await makeDueInvoices(app.kernel);
    expect((await all()).filter(({ status }) => status === 'open')).toEqual([]);
    expect(await actions()).toContain('invoice.cancelled');
    const again = cancelInvoice(await davi(), { invoiceId: id, note: 'De novo' });
    await expect(again).rejects.toThrow('ERR_INVOICE_NOT_OPEN');
  });

  test('of a due date that was moved meanwhile waives nothing', async () => {
    const { id, companyId } = await app.owes();
    const moved = new Date((await app.company())?.dueDate?.getTime() ?? 0);
    moved.setUTCDate(moved.getUTCDate() + 10);
    await app.kernel.platform.write((tx) =>
      tx.update(companies).set({ dueDate: moved }).where(eq(companies.id, companyId)),
    );
    await cancelInvoice(await davi(), { invoiceId: id, note: 'Vencimento novo' });
    expect(await rowOf(id)).toMatchObject({ status: 'cancelled', paidUntil: null });
    expect((await app.company())?.dueDate).toEqual(moved);
  });

  test('of a plan change keeps the plan and the due date', async () => {
    const { companyId, dueDate, ...terms } = await app.owes();
    const { id: _, ...values } = { ...terms, companyId, dueDate, kind: 'change' as const };
    const [change] = await app.kernel.platform.write((tx) =>
      tx.insert(invoices).values(values).returning({ id: invoices.id }),
    );
    await cancelInvoice(await davi(), { invoiceId: change?.id ?? 0, note: 'Desistiu' });
    expect(await rowOf(change?.id ?? 0)).toMatchObject({ status: 'cancelled', paidUntil: null });
    expect((await app.company())?.dueDate?.getTime()).toBe(dueDate.getTime());
  });
});

describe('a payment recorded by hand', () => {
  test('is undone: the invoice is open and the company due on its day', async () => {
    const { id, dueDate } = await app.owes();
    await markPaid(await davi(), { invoiceId: id, note: 'Pix' });
    expect((await app.company())?.dueDate?.getTime()).toBeGreaterThan(dueDate.getTime());
    await undoPayment(await davi(), { invoiceId: id, note: 'O Pix não chegou' });
    expect(await rowOf(id)).toMatchObject({ status: 'open', paidAt: null, paidBy: null, paidUntil: null });
    expect((await app.company())?.dueDate?.getTime()).toBe(dueDate.getTime());
    expect(await actions()).toContain('invoice.reopened');
    await markPaid(await davi(), { invoiceId: id, note: 'Agora sim' });
    expect(await rowOf(id)).toMatchObject({ status: 'paid', note: 'Agora sim' });
  });

  test('takes the invoice of the next period with it', async () => {
    const { id } = await app.owes(1);
    await markPaid(await davi(), { invoiceId: id, note: 'Pix' });
    app.testApp.clock.advance(20 * DAY);
    await makeDueInvoices(app.kernel);
    expect((await all()).map(({ status }) => status)).toEqual(['paid', 'open']);
    await undoPayment(await davi(), { invoiceId: id, note: 'Estornado' });
    expect((await all()).map(({ status }) => status)).toEqual(['open', 'cancelled']);
  });

  test('stays once the due date has changed, or another has paid', async () => {
    const { id } = await app.owes();
    const refused = async () => undoPayment(await davi(), { invoiceId: id, note: 'x' });
    expect(refused()).rejects.toThrow('ERR_PAYMENT_NOT_REVERSIBLE');
    await markPaid(await davi(), { invoiceId: id, note: 'Pix' });
    await app.kernel.platform.write((tx) =>
      tx.update(invoices).set({ paidBy: 'efi' }).where(eq(invoices.id, id)),
    );
    await expect(refused()).rejects.toThrow('ERR_PAYMENT_NOT_REVERSIBLE');
    await app.kernel.platform.write((tx) =>
      tx.update(invoices).set({ paidBy: 'manual' }).where(eq(invoices.id, id)),
    );
    await app.change({ dueDate: new Date(app.testApp.clock.now.getTime() + 90 * DAY) });
    await expect(refused()).rejects.toThrow('ERR_PAYMENT_NOT_REVERSIBLE');
  });
});

describe('credit', () => {
  const give = async (invoiceId: number, value: number) =>
    giveCredit(await davi(), { invoiceId, value, note: 'Fora do ar' });

  test('makes the open invoice cheaper, and its open code void', async () => {
    const { id, cents } = await app.owes();
    await app.subscribe();
    await give(id, 10);
    expect(await rowOf(id)).toMatchObject({ status: 'open', cents: cents - 1_000, creditCents: 1_000 });
    expect((await app.charges()).at(-1)?.status).toBe('expired');
    await give(id, 0.5);
    expect(await rowOf(id)).toMatchObject({ cents: cents - 1_050, creditCents: 1_050 });
  });

  test('that covers an invoice pays it, and the rest is for the next one', async () => {
    const { id, cents, dueDate } = await app.owes(1);
    await give(id, (cents + 700) / 100);
    expect(await rowOf(id)).toMatchObject({ status: 'paid', cents: 0, creditCents: cents, paidBy: 'credit' });
    const end = (await app.company())?.dueDate;
    expect(end?.getTime()).toBeGreaterThan(dueDate.getTime());
    app.testApp.clock.advance(20 * DAY);
    await bill();
    const next = (await all()).at(-1);
    expect(next).toMatchObject({ status: 'open', creditCents: 700, cents: cents - 700 });
  });

  test('of a cancelled invoice is free again', async () => {
    const { id, cents } = await app.owes(1);
    await give(id, 5);
    await cancelInvoice(await davi(), { invoiceId: id, note: 'Cortesia' });
    app.testApp.clock.advance(20 * DAY);
    await bill();
    expect((await all()).at(-1)).toMatchObject({ status: 'open', creditCents: 500, cents: cents - 500 });
  });
});

describe('on the page of invoices', () => {
  const page = async (who: 'ana' | 'davi', path: string) => (await app.testApp.as(who)).part('GET', path);
  const send = async (who: 'ana' | 'davi', path: string, body: Record<string, string>) =>
    (await app.testApp.as(who)).part('POST', path, body);

  test('only a super administrator corrects', async () => {
    const { id } = await app.owes();
    for (const action of ['credit', 'cancel', 'undo']) {
      const path = `/platform/invoices/${id}/${action}`;
      expect((await send('ana', path, { note: 'x', value: '1' })).status).toBe(403);
      expect((await page('ana', path)).status).toBe(403);
    }
    expect((await page('ana', `/platform/invoices/${id}`)).status).toBe(403);
    expect((await page('ana', `/platform/invoices/${id}/receipt.pdf`)).status).toBe(403);
    expect(await rowOf(id)).toMatchObject({ status: 'open', creditCents: 0 });
  });

  test('the note, who was paid and the second copy are at hand', async () => {
    const { id } = await app.owes();
    const noNote = await send('davi', `/platform/invoices/${id}/credit`, { value: 'muito', note: '' });
    expect(noNote.status).toBe(422);
    expect(noNote.text).toContain('value="muito"');
    await send('davi', `/platform/invoices/${id}/credit`, { value: '1,50', note: 'Fora do ar' });
    await send('davi', `/platform/invoices/${id}/paid`, { note: 'Depósito de terça' });
    const { text } = await page('davi', `/platform/invoices/${id}`);
    for (const shown of ['Depósito de terça', 'Baixa manual', 'R$\u00a01,50', `invoices/${id}/receipt.pdf`])
      expect(text).toContain(shown);
    const pdf = await (await app.testApp.as('davi')).raw(`/platform/invoices/${id}/receipt.pdf`);
    expect(pdf.headers.get('Content-Type')).toBe('application/pdf');
    expect((await page('davi', '/platform/invoices')).text).toContain(`/platform/invoices/${id}/undo`);
  });
});
