import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import {
  auditEntries,
  charges,
  companies,
  invoices,
  mails,
  paymentNotices,
  plans,
} from '@db/platform/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { setSuper } from '@test/support/people.ts';
import { desc, eq } from 'drizzle-orm';
import { onOneNode } from '@/core/events.ts';
import { platformScope } from '@/core/platform-scope.ts';
import { endOfDay } from '@/core/zoned-time.ts';
import { writeLetter } from '@/modules/mail/mail-letter.queries.ts';
import type { Excess } from '../plan-excess.queries.ts';
import { type InvoiceRow, markPaid, payInvoice } from './pay-invoice.service.ts';

const ZONE = 'America/Sao_Paulo';
const DUE = endOfDay('2026-03-31', ZONE);
const EXCESS: Excess = { limited: 'users', limit: 1, inUse: 4 };
let testApp: TestApp;
let companyId = 0;
let oldPlanId = 0;
let newPlanId = 0;
const emitted: string[] = [];

beforeAll(async () => {
  testApp = await createTestApp();
  companyId = testApp.people.companyId.aurora;
  const values = { name: 'Plano Novo', value: 70, users: 9, connections: 9, queues: 9 };
  const [plan] = await platform().write((tx) => tx.insert(plans).values(values).returning());
  newPlanId = plan?.id ?? 0;
  oldPlanId = (await company())?.planId ?? 0;
  for (const type of ['invoice.paid', 'invoices.changed'] as const)
    testApp.kernel.bus.onPlatform(
      type,
      onOneNode((_, data) => void emitted.push(`${type} ${data.companyId}`)),
    );
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  emitted.length = 0;
  await platform().write(async (tx) => {
    for (const table of [invoices, paymentNotices, mails]) await tx.delete(table);
    const due = { planId: oldPlanId, dueDate: DUE, billingDay: null, recurrence: 'MENSAL' };
    await tx.update(companies).set(due).where(eq(companies.id, companyId));
  });
});

const platform = () => testApp.kernel.platform;
const company = () => platform().db.query.companies.findFirst({ where: eq(companies.id, companyId) });
const rowOf = (id: number) => platform().db.query.invoices.findFirst({ where: eq(invoices.id, id) });
const statusOf = async ({ id }: InvoiceRow) => (await rowOf(id))?.status;
const notices = () => platform().db.select().from(paymentNotices);
const letters = async () =>
  Promise.all((await platform().db.select().from(mails)).map((row) => writeLetter(testApp.kernel, row)));
const mailed = async () => (await platform().db.select().from(mails)).map(({ kind }) => kind).sort();

let day = 0;
async function add(values: Partial<typeof invoices.$inferInsert> = {}): Promise<InvoiceRow> {
  day += 1;
  const terms = {
    users: 9,
    connections: 9,
    queues: 9,
    recurrence: 'MENSAL',
    cents: 3_000,
    planId: newPlanId,
  };
  const first = { companyId, detail: 'Plano', dueDate: DUE, dueDay: `day ${day}`, updatedAt: new Date(0) };
  const [row] = await platform().write((tx) =>
    tx
      .insert(invoices)
      .values({ ...first, ...terms, ...values })
      .returning(),
  );
  if (!row) throw new Error('no invoice was added');
  return row;
}

async function pay(invoice: InvoiceRow, excess?: Excess): Promise<boolean> {
  const isPaid = await platformScope(testApp.kernel).write((tx) =>
    payInvoice(tx, invoice, { by: 'efi', excess }),
  );
  await testApp.kernel.bus.idle();
  return isPaid;
}

describe('paying a period', () => {
  test('adds it to the due date and leaves the plan', async () => {
    const invoice = await add();
    expect(await pay(invoice)).toBe(true);
    const paidUntil = endOfDay('2026-04-30', ZONE);
    const now = testApp.clock.now;
    const paid = { status: 'paid', paidBy: 'efi', note: '', paidAt: now, updatedAt: now, paidUntil } as const;
    expect(await rowOf(invoice.id)).toMatchObject(paid);
    expect(await company()).toMatchObject({ dueDate: paidUntil, billingDay: 31, planId: oldPlanId });
    expect(emitted).toEqual([`invoice.paid ${companyId}`, `invoices.changed ${companyId}`]);
    expect([await mailed(), await notices()]).toEqual([['billing:paid'], []]);
    expect((await letters())[0]?.text.replace(/\s/g, ' ')).toContain('30 de abril de 2026');
  });

  test('adds the invoice’s period, not the company’s', async () => {
    await pay(await add({ recurrence: 'ANUAL' }));
    expect((await company())?.dueDate).toEqual(endOfDay('2027-03-31', ZONE));
  });

  test('moves to the plan that was chosen for it', async () => {
    await pay(await add({ changesPlan: true }));
    expect((await company())?.planId).toBe(newPlanId);
  });

  test('follows what the invoice has become since it was read', async () => {
    const change = (id: number, values: Partial<InvoiceRow>) =>
      platform().write((tx) => tx.update(invoices).set(values).where(eq(invoices.id, id)));
    const withdrawn = await add({ changesPlan: true });
    await change(withdrawn.id, { changesPlan: false, planId: oldPlanId });
    await pay(withdrawn);
    expect((await company())?.planId).toBe(oldPlanId);
    const credited = await add({ cents: 0, creditCents: 3_000 });
    await change(credited.id, { cents: 500 });
    const byCredit = platformScope(testApp.kernel).write((tx) =>
      payInvoice(tx, credited, { by: 'credit', excess: undefined }),
    );
    expect(await byCredit).toBe(false);
    expect(await rowOf(credited.id)).toMatchObject({ status: 'open' });
  });

  test('cancels the company’s open changes of plan only', async () => {
    const change = await add({ kind: 'change' });
    const others = [
      await add(),
      await add({ kind: 'change', status: 'paid' }),
      await add({ kind: 'change', companyId: testApp.people.companyId.boreal }),
    ];
    await pay(await add());
    expect(await rowOf(change.id)).toMatchObject({ status: 'cancelled', updatedAt: testApp.clock.now });
    for (const other of others) expect(await rowOf(other.id)).toEqual(other);
  });
});

describe('paying a change of plan', () => {
  test('starts it at once and leaves the due date', async () => {
    const next = await add({ changesPlan: true, cents: 1_000, planId: oldPlanId });
    const other = await add({ kind: 'change' });
    const code = { provider: 'efi', method: 'pix', reference: 'code', cents: 1_000, status: 'open' } as const;
    await platform().write((tx) => tx.insert(charges).values({ ...code, invoiceId: next.id }));
    const change = await add({ kind: 'change' });
    expect(await pay(change)).toBe(true);
    expect(await company()).toMatchObject({ planId: newPlanId, dueDate: DUE, billingDay: null });
    expect(await rowOf(change.id)).toMatchObject({ status: 'paid', paidUntil: DUE });
    expect(await statusOf(other)).toBe('open');
    const terms = { status: 'open', planId: newPlanId, cents: 7_000, changesPlan: false } as const;
    expect(await rowOf(next.id)).toMatchObject(terms);
    expect(await platform().db.select().from(charges)).toMatchObject([{ status: 'expired' }]);
  });

  test('to a plan deleted since counts and leaves the plan', async () => {
    const next = await add();
    expect(await pay(await add({ kind: 'change', planId: 999_999 }))).toBe(true);
    expect(await pay(await add({ kind: 'change', planId: null }))).toBe(true);
    expect((await company())?.planId).toBe(oldPlanId);
    expect(await rowOf(next.id)).toEqual(next);
  });

  test('to a plan that is too small leaves the plan and notifies both sides', async () => {
    const next = await add();
    const change = await add({ kind: 'change' });
    expect(await pay(change, EXCESS)).toBe(true);
    expect((await company())?.planId).toBe(oldPlanId);
    expect(await rowOf(next.id)).toEqual(next);
    const about = { provider: 'efi', reference: `#${change.id}`, companyId, invoiceId: change.id };
    expect(await notices()).toMatchObject([{ ...about, cents: 3_000, reason: 'planKept' }]);
    expect(await mailed()).toEqual(['billing:paid', 'billing:planKept']);
  });
});

test.each(['paid', 'cancelled'] as const)('a %s invoice is not paid again', async (status) => {
  const invoice = await add({ status });
  const before = await company();
  expect(await pay({ ...invoice, status: 'open' }, EXCESS)).toBe(false);
  expect([await rowOf(invoice.id), await company()]).toEqual([invoice, before]);
  expect([await mailed(), await notices(), emitted]).toEqual([[], [], []]);
});

test('only the named invoice is paid', async () => {
  const [other, invoice] = [await add(), await add()];
  await pay(invoice);
  expect([await rowOf(other.id), await statusOf(invoice)]).toEqual([other, 'paid']);
});

test('an invoice that went with its company is not paid', async () => {
  const invoice = await add();
  expect(await pay({ ...invoice, id: 999_999 })).toBe(false);
  expect(await statusOf(invoice)).toBe('open');
});

describe('marking an invoice as paid', () => {
  test('is for platform administrators, once, and is recorded with its note', async () => {
    const { id: invoiceId } = await add({ changesPlan: true });
    const ana = await testApp.scopeOf('ana');
    await expect(markPaid(ana, { invoiceId, note: 'x' })).rejects.toMatchObject({ code: 'ERR_NO_SUPER' });
    await setSuper(testApp.kernel, testApp.people, 'davi');
    const davi = await testApp.scopeOf('davi');
    const unknown = markPaid(davi, { invoiceId: 999_999, note: '' });
    await expect(unknown).rejects.toMatchObject({ code: 'ERR_NO_INVOICE_FOUND' });
    await markPaid(davi, { invoiceId, note: 'em dinheiro' });
    expect(await rowOf(invoiceId)).toMatchObject({ status: 'paid', paidBy: 'manual', note: 'em dinheiro' });
    expect((await company())?.planId).toBe(newPlanId);
    const again = markPaid(davi, { invoiceId, note: 'outra' });
    await expect(again).rejects.toMatchObject({ code: 'ERR_INVOICE_NOT_OPEN' });
    const entries = await platform().db.select().from(auditEntries).orderBy(desc(auditEntries.id));
    const recorded = entries.filter(({ action }) => action === 'invoice.paid');
    expect(recorded).toHaveLength(1);
    expect(recorded[0]).toMatchObject({ subjectId: `${invoiceId}`, subjectName: `#${invoiceId}` });
    expect(JSON.stringify(recorded[0])).toContain('em dinheiro');
  });

  test('leaves the plan when the new one is too small', async () => {
    await platform().write((tx) => tx.update(plans).set({ users: 0 }).where(eq(plans.id, newPlanId)));
    const { id: invoiceId } = await add({ changesPlan: true });
    await markPaid(await testApp.scopeOf('davi'), { invoiceId, note: '' });
    expect((await company())?.planId).toBe(oldPlanId);
    expect(await mailed()).toContain('billing:planKept');
  });
});
