import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { companies } from '@db/platform/schema/index.ts';
import { eq } from 'drizzle-orm';
import { platformScope } from '@/core/platform-scope.ts';
import { foundCompany } from '@/modules/auth/set-up/found-company.service.ts';
import { type BillingFixture, createBillingFixture, DAY } from '../billing-fixture.test-support.ts';
import { openCharge } from '../charges/open-charge.service.ts';
import { sweepCharges } from '../charges/poll-charges.service.ts';
import { findOpenInvoice } from '../invoices/invoices.queries.ts';
import { ensureInvoice } from '../invoices/make-invoices.service.ts';

let shared: BillingFixture;

beforeAll(async () => {
  shared = await createBillingFixture();
});
afterAll(() => shared.stop());

const pix = (...txids: string[]) => ({ pix: txids.map((txid) => ({ txid })) });
const pay = (txid: string, valor?: string) => shared.provider.ask('pay', { txid, valor });
const daysFromNow = (at: Date | null | undefined) =>
  at ? Math.round((at.getTime() - shared.testApp.clock.now.getTime()) / DAY) : null;

async function owing(days = 10) {
  const invoice = await shared.owes(days);
  const { body } = await shared.subscribe();
  return { invoice, txid: body.txid };
}

describe('payment confirmation', () => {
  test('received a hundred times in parallel adds one month', async () => {
    const { txid, invoice } = await owing();
    await pay(txid);
    const replies = await Promise.all(Array.from({ length: 100 }, () => shared.notifyProvider(pix(txid))));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(replies[0]?.body).toEqual({ ok: true });
    expect((await shared.company())?.dueDate?.toISOString()).toBe('2026-04-21T02:59:59.999Z');
    expect(await shared.notices()).toEqual([]);
    expect(await shared.listed()).toMatchObject([{ id: invoice.id, status: 'paid' }]);
    await shared.notifyProvider(pix(txid));
    await sweepCharges(shared.kernel);
    expect((await shared.company())?.dueDate?.toISOString()).toBe('2026-04-21T02:59:59.999Z');
  });

  test('before the payment adds nothing, then counts among unknown ones', async () => {
    const { txid } = await owing();
    expect((await shared.notifyProvider(pix(txid))).status).toBe(200);
    expect(daysFromNow((await shared.company())?.dueDate)).toBe(10);
    await pay(txid);
    await shared.notifyProvider(pix('nobodyknowsthisone00000000001', txid, txid));
    expect(daysFromNow((await shared.company())?.dueDate)).toBe(41);
  });

  test('is accepted before the charge response arrives', async () => {
    const invoice = await shared.owes();
    await shared.provider.fails({ path: '/v2/cob/', how: 'slow', ms: 600 });
    const asked = shared.subscribe();
    let reference = '';
    while (!reference) {
      const { cobs } = await shared.provider.ask<{ cobs: { txid: string }[] }>('cobs');
      const [charge] = (await shared.charges()).filter(({ invoiceId }) => invoiceId === invoice.id);
      if (charge && cobs.some(({ txid }) => txid === charge.reference)) reference = charge.reference;
    }
    await pay(reference);
    await shared.notifyProvider(pix(reference));
    expect((await shared.charges()).at(-1)?.status).toBe('paid');
    expect((await asked).status).toBe(200);
    expect((await shared.charges()).at(-1)?.status).toBe('paid');
    expect(daysFromNow((await shared.company())?.dueDate)).toBe(41);
  });

  test('by two codes of one invoice adds one month and a payment notice', async () => {
    const { txid } = await owing();
    shared.testApp.clock.advance(3_600_000);
    const second = (await shared.subscribe()).body.txid;
    expect(second).not.toBe(txid);
    await pay(txid);
    await pay(second);
    await Promise.all([shared.notifyProvider(pix(txid)), shared.notifyProvider(pix(second))]);
    expect((await shared.company())?.dueDate?.toISOString()).toBe('2026-04-21T02:59:59.999Z');
    expect(await shared.notices()).toMatchObject([{ reason: 'twice', companyId: shared.companyId }]);
  });
});

describe('mismatching payments create a notice', () => {
  test('for an underpayment, without a month', async () => {
    const { txid, invoice } = await owing();
    await pay(txid, '0.01');
    for (let n = 0; n < 3; n += 1) await shared.notifyProvider(pix(txid));
    expect(daysFromNow((await shared.company())?.dueDate)).toBe(10);
    expect(await shared.notices()).toMatchObject([
      { reason: 'underpaid', cents: 1, invoiceId: invoice.id, companyId: shared.companyId, isSettled: false },
    ]);
  });

  test('for an overpayment, with a month', async () => {
    const { txid } = await owing();
    await pay(txid, '99.00');
    await shared.notifyProvider(pix(txid));
    expect(daysFromNow((await shared.company())?.dueDate)).toBe(41);
    expect(await shared.notices()).toMatchObject([{ reason: 'overpaid', cents: 9900 }]);
  });

  test('for a deleted company', async () => {
    await shared.owes();
    const platform = platformScope(shared.kernel);
    const { companyId } = await foundCompany(platform, {
      name: 'Breve',
      email: 'dona@breve.test',
      dueDate: new Date(shared.testApp.clock.now.getTime() + DAY),
      planId: (await shared.company())?.planId ?? null,
      owner: { name: 'Dona', passwordHash: 'x', super: false },
    });
    await ensureInvoice(platform, companyId);
    const invoice = await findOpenInvoice(shared.kernel.platform, companyId);
    if (!invoice) throw new Error('no invoice');
    const charge = await openCharge(shared.kernel, { invoice, method: 'pix', origin: '' });
    await pay(charge.reference);
    await shared.kernel.platform.write((tx) => tx.delete(companies).where(eq(companies.id, companyId)));
    for (let n = 0; n < 3; n += 1)
      expect((await shared.notifyProvider(pix(charge.reference))).status).toBe(200);
    expect(await shared.notices()).toMatchObject([{ reason: 'noCompany', companyId, cents: 3000 }]);
  });

  test('for a cancelled invoice', async () => {
    const { txid } = await owing();
    await shared.change({ dueDate: new Date(shared.testApp.clock.now.getTime() + 30 * DAY) });
    await (await import('../invoices/make-invoices.service.ts')).makeDueInvoices(shared.kernel);
    await pay(txid);
    await shared.notifyProvider(pix(txid));
    expect(daysFromNow((await shared.company())?.dueDate)).toBe(30);
    expect(await shared.notices()).toMatchObject([{ reason: 'cancelled' }]);
  });
});

describe('payment webhook', () => {
  test('returns 403 without the secret', async () => {
    const { txid } = await owing();
    await pay(txid);
    for (const path of [
      '/subscription/webhook',
      '/subscription/webhook/pix',
      '/subscription/webhook/mercadopago',
      '/subscription/webhook/x/pix',
    ]) {
      const reply = await shared.notifyProvider(pix(txid), path);
      expect({ path, ...reply }).toMatchObject({ status: 403, body: { error: 'ERR_WEBHOOK_REFUSED' } });
    }
    expect(daysFromNow((await shared.company())?.dueDate)).toBe(10);
    expect((await shared.notifyProvider(pix(txid), `${await shared.webhookPath()}/pix`)).status).toBe(200);
    expect(daysFromNow((await shared.company())?.dueDate)).toBe(41);
  });

  test('answers a test and registers no address', async () => {
    for (const path of ['/subscription/webhook', '/subscription/webhook/pix'])
      expect(await shared.notifyProvider({ evento: 'teste_webhook' }, path)).toEqual({
        status: 200,
        body: { ok: true },
      });
    const { status } = await shared.notifyProvider(
      { chave: 'x', url: 'https://evil.example' },
      '/subscription/create/webhook',
    );
    expect(status).toBe(404);
  });

  test('returns 503 while the provider is unavailable and the sweep finds the payment', async () => {
    const { txid } = await owing();
    await pay(txid);
    await shared.provider.fails({ path: '/v2/cob/', how: 503 });
    expect(await shared.notifyProvider(pix(txid))).toMatchObject({
      status: 503,
      body: { error: 'ERR_PAYMENT_UNREACHABLE' },
    });
    expect(daysFromNow((await shared.company())?.dueDate)).toBe(10);
    shared.testApp.clock.advance(120_000);
    await sweepCharges(shared.kernel);
    expect(daysFromNow((await shared.company())?.dueDate)).toBe(41);
  });
});

describe('charge without a response', () => {
  test('is replaced on retry and later given up by the sweep', async () => {
    await shared.owes();
    await shared.provider.fails({ path: '/v2/cob/', how: 502 });
    expect(await shared.subscribe()).toMatchObject({
      status: 503,
      body: { error: 'ERR_PAYMENT_UNREACHABLE' },
    });
    const lost = (await shared.charges()).at(-1);
    expect(lost?.status).toBe('asking');
    const again = await shared.subscribe();
    expect(again.status).toBe(200);
    expect(again.body.txid).not.toBe(lost?.reference ?? '');
    shared.testApp.clock.advance(150_000);
    await sweepCharges(shared.kernel);
    const now = (await shared.charges()).find(({ id }) => id === lost?.id);
    expect(now?.status).toBe('failed');
  });

  test('fails for good when the provider rejects it', async () => {
    await shared.owes();
    await shared.provider.fails({ path: '/v2/cob/', how: 400 });
    expect(await shared.subscribe()).toMatchObject({ status: 502, body: { error: 'ERR_PAYMENT_REFUSED' } });
    expect((await shared.charges()).at(-1)?.status).toBe('failed');
  });

  test('an unexpected response shape returns 503', async () => {
    await shared.owes();
    await shared.provider.fails({ path: '/v2/cob/', how: 'odd' });
    expect((await shared.subscribe()).status).toBe(503);
  });
});
