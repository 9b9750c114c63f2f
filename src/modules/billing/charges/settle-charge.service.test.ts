import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { charges, companies, invoices, paymentNotices, plans } from '@db/platform/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { eq } from 'drizzle-orm';
import type { ChargeState } from '@/adapters/payments/payments.port.ts';
import { makeDueInvoices } from '../invoices/make-invoices.service.ts';
import { type ChargeRow, noticeUnknown, settleCharge } from './settle-charge.service.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let testApp: TestApp;
let companyId = 0;
let invoiceId = 0;
beforeAll(async () => {
  testApp = await createTestApp();
  companyId = testApp.people.companyId.aurora;
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  await platform().write(async (tx) => {
    await tx.delete(invoices);
    await tx.delete(paymentNotices);
    await tx
      .update(companies)
      .set({ dueDate: later(10 * DAY), recurrence: 'MENSAL', billingDay: null })
      .where(eq(companies.id, companyId));
  });
  await makeDueInvoices(testApp.kernel);
  invoiceId = (await invoice())?.id ?? 0;
});

const platform = () => testApp.kernel.platform;
const later = (ms: number) => new Date(testApp.clock.now.getTime() + ms);
const company = () => platform().db.query.companies.findFirst({ where: eq(companies.id, companyId) });
const invoice = () => platform().db.query.invoices.findFirst({ where: eq(invoices.companyId, companyId) });
const notices = () => platform().db.select().from(paymentNotices).orderBy(paymentNotices.id);
const chargeOf = (id: number) => platform().db.query.charges.findFirst({ where: eq(charges.id, id) });

let made = 0;
async function add(values: Partial<typeof charges.$inferInsert> = {}): Promise<ChargeRow> {
  made += 1;
  const first = { provider: 'efi', method: 'pix', status: 'open', expiresAt: later(DAY) } as const;
  const moments = { createdAt: later(0), updatedAt: later(-DAY) };
  const [row] = await platform().write((tx) =>
    tx
      .insert(charges)
      .values({ invoiceId, reference: `reference${made}`, cents: 3_000, ...first, ...moments, ...values })
      .returning(),
  );
  if (!row) throw new Error('no charge was added');
  return row;
}

async function settle(charge: ChargeRow, state: Partial<ChargeState> | undefined) {
  const unknown = { reference: charge.reference, providerId: null, pixCode: null, link: null, paidCents: 0 };
  await settleCharge(testApp.kernel, charge.id, state && { status: 'open', ...unknown, ...state });
  return chargeOf(charge.id);
}

const paid = (paidCents = 3_000) => ({ status: 'paid', paidCents }) as const;

describe('an unpaid charge', () => {
  const rows: [string, ChargeRow['status'], Partial<ChargeRow>, Partial<ChargeState> | undefined][] = [
    ['without a response within two minutes', 'asking', { status: 'asking' }, undefined],
    ['found at the provider', 'open', { status: 'asking' }, {}],
    ['before its end', 'open', {}, {}],
    ['without an end', 'open', { expiresAt: null }, {}],
    ['that the provider does not find before its end', 'open', {}, undefined],
    ['given up by the provider', 'expired', {}, { status: 'gone' }],
    ['given up before the response came', 'expired', { status: 'asking' }, { status: 'gone' }],
    ['by a card that was refused', 'open', { method: 'card' }, { status: 'gone' }],
    ['by a card, asked and refused', 'open', { method: 'card', status: 'asking' }, { status: 'gone' }],
    ['that failed', 'failed', { status: 'failed' }, {}],
    ['that expired', 'expired', { status: 'expired' }, {}],
  ];
  test.each(rows)('%s becomes %s', async (_, status, values, state) => {
    const settled = await settle(await add(values), state);
    expect(settled).toMatchObject({ status, askedAt: later(0), updatedAt: later(0), paidCents: null });
    expect((await company())?.dueDate).toEqual(later(10 * DAY));
  });

  test('without a response fails after two minutes', async () => {
    const charge = await add({ status: 'asking', createdAt: later(-2 * MINUTE) });
    expect((await settle(charge, undefined))?.status).toBe('asking');
    testApp.clock.advance(1);
    expect((await settle(charge, undefined))?.status).toBe('failed');
  });

  test('expires at its end', async () => {
    const charge = await add({ expiresAt: later(1) });
    expect((await settle(charge, {}))?.status).toBe('open');
    testApp.clock.advance(1);
    expect((await settle(charge, {}))?.status).toBe('expired');
  });

  test('takes over what the provider created', async () => {
    const pix = await settle(await add({ status: 'asking' }), { providerId: 'p1', pixCode: '000201' });
    expect(pix).toMatchObject({ providerId: 'p1', pixCode: '000201', link: null });
    const link = 'https://pay.test/1';
    const card = await settle(await add({ status: 'asking', method: 'card' }), { providerId: 'p2', link });
    expect(card).toMatchObject({ providerId: 'p2', pixCode: null, link });
  });

  test('keeps its code when the provider’s state has none', async () => {
    const known = { providerId: 'p1', pixCode: '000201', link: 'https://pay.test/1' };
    expect(await settle(await add({ ...known, status: 'asking' }), { providerId: 'p1' })).toMatchObject(
      known,
    );
    const ended = await settle(await add(known), { status: 'gone', providerId: 'other', pixCode: 'other' });
    expect(ended).toMatchObject({ ...known, status: 'expired' });
  });

  test('that was deleted is ignored', async () => {
    await settleCharge(testApp.kernel, 999_999, undefined);
    expect(await notices()).toEqual([]);
  });
});

describe('a payment', () => {
  test('of the exact amount pays the period and expires the other codes', async () => {
    const other = await add();
    const charge = await add({ providerId: 'p1' });
    const settled = await settle(charge, paid());
    const now = later(0);
    expect(settled).toMatchObject({ status: 'paid', paidCents: 3_000, providerId: 'p1', confirmedAt: now });
    expect((await chargeOf(other.id))?.status).toBe('expired');
    expect(await invoice()).toMatchObject({ status: 'paid', paidBy: 'efi' });
    expect(await notices()).toEqual([]);
  });

  test.each(['asking', 'failed', 'expired'] as const)('of a charge that is %s counts', async (status) => {
    const settled = await settle(await add({ status }), { ...paid(), providerId: 'p9' });
    expect(settled).toMatchObject({ status: 'paid', providerId: 'p9' });
    expect((await invoice())?.status).toBe('paid');
  });

  test('of a cent less pays nothing and leaves the other codes open', async () => {
    const other = await add();
    const charge = await add();
    expect(await settle(charge, paid(2_999))).toMatchObject({ status: 'underpaid', paidCents: 2_999 });
    expect((await invoice())?.status).toBe('open');
    expect((await chargeOf(other.id))?.status).toBe('open');
    const { provider, reference } = charge;
    const about = { provider, reference, companyId, invoiceId, cents: 2_999 };
    expect(await notices()).toMatchObject([{ ...about, reason: 'underpaid' }]);
  });

  test('of a cent more pays the period with a notice', async () => {
    await settle(await add(), paid(3_001));
    expect((await invoice())?.status).toBe('paid');
    expect(await notices()).toMatchObject([{ reason: 'overpaid', cents: 3_001 }]);
  });

  test.each([
    ['paid', 'twice'],
    ['cancelled', 'cancelled'],
  ] as const)('of a %s invoice creates the notice %s and leaves the due date', async (status, reason) => {
    const charge = await add();
    await platform().write((tx) => tx.update(invoices).set({ status }));
    expect((await settle(charge, paid(3_001)))?.status).toBe('paid');
    expect((await company())?.dueDate).toEqual(later(10 * DAY));
    expect(await notices()).toMatchObject([{ reason, cents: 3_001, companyId, invoiceId }]);
  });

  test('counts once', async () => {
    const charge = await add();
    await settle(charge, paid());
    const first = await company();
    expect(await settle(charge, paid())).toMatchObject({ status: 'paid', paidCents: 3_000 });
    await settle(charge, undefined);
    expect(await company()).toEqual(first);
    expect(await notices()).toEqual([]);
  });

  test.each([
    [3_000, 'twice', [3_500]],
    [2_000, 'underpaid', [5_500]],
  ] as const)('after one of %d cents opens the notice %s again', async (cents, reason, amounts) => {
    const charge = await add();
    await settle(charge, paid(cents));
    const before = await company();
    await platform().write((tx) => tx.update(paymentNotices).set({ isSettled: true }));
    for (const more of [3_500, 0, 3_500]) await settle(charge, paid(cents + more));
    const found = await notices();
    expect(found.map((notice) => notice.cents)).toEqual([...amounts]);
    expect(found).toMatchObject([{ reason, isSettled: false, companyId, invoiceId }]);
    expect(await company()).toEqual(before);
  });

  test.each([3_000, 2_000])('of %d cents that is taken back creates a notice', async (cents) => {
    const charge = await add();
    const before = await settle(charge, paid(cents));
    const after = await settle(charge, { status: 'gone' });
    expect(after).toEqual({ ...before, askedAt: later(0), updatedAt: later(0) } as ChargeRow);
    const { provider, reference } = charge;
    const about = { provider, reference, companyId, cents, reason: 'takenBack' };
    expect((await notices()).at(-1)).toMatchObject({ ...about, invoiceId });
  });

  test('for a plan that has become too small pays the period on the old plan', async () => {
    const planId = (await company())?.planId;
    const tooSmall = { name: 'Mínimo', value: 30, users: 0, connections: 9, queues: 9 };
    const [small] = await platform().write((tx) => tx.insert(plans).values(tooSmall).returning());
    await platform().write((tx) => tx.update(invoices).set({ planId: small?.id, changesPlan: true }));
    await settle(await add(), paid());
    expect((await company())?.planId).toBe(planId ?? null);
    expect(await notices()).toMatchObject([{ reason: 'planKept', companyId }]);
  });
});

test('a payment without a charge creates a notice that names what its reference names', async () => {
  const payment = { status: 'paid', providerId: null, pixCode: null, link: null, paidCents: 500 } as const;
  const rows = [
    [`b${companyId}i7xabc`, { reason: 'unknown', companyId, invoiceId: 7 }],
    ['b999999i7xabc', { reason: 'noCompany', companyId: 999_999, invoiceId: 7 }],
    ['other', { reason: 'unknown', companyId: null, invoiceId: null }],
  ] as const;
  for (const [reference] of rows) await noticeUnknown(testApp.kernel, 'efi', { ...payment, reference });
  expect(await notices()).toMatchObject(
    rows.map(([reference, about]) => ({ ...about, reference, provider: 'efi', cents: 500 })),
  );
});
