import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { companies } from '@db/platform/schema/index.ts';
import { eq } from 'drizzle-orm';
import { platformScope } from '@/kernel/platform-scope.ts';
import { foundCompany } from '@/modules/auth/found-company.ts';
import { type BillingDesk, createBillingDesk, DAY } from '../billing-desk.test-support.ts';
import { openCharge } from '../charges/open-charge.ts';
import { sweepCharges } from '../charges/read-charge.ts';
import { findOpenInvoice } from '../invoices/invoices.queries.ts';
import { ensureInvoice } from '../invoices/make-invoices.ts';

let house: BillingDesk;

beforeAll(async () => {
  house = await createBillingDesk();
});
afterAll(() => house.stop());

const pix = (...txids: string[]) => ({ pix: txids.map((txid) => ({ txid })) });
/** Paid at the provider, and nobody told. */
const pay = (txid: string, valor?: string) => house.provider.ask('pay', { txid, valor });
const daysFromNow = (at: Date | null | undefined) =>
  at ? Math.round((at.getTime() - house.desk.clock.now.getTime()) / DAY) : null;

async function owing(days = 10) {
  const invoice = await house.owes(days);
  const { body } = await house.subscribe();
  return { invoice, txid: body.txid };
}

describe('a confirmation counts once', () => {
  test('told a hundred times, in parallel: one month', async () => {
    const { txid, invoice } = await owing();
    await pay(txid);
    const replies = await Promise.all(Array.from({ length: 100 }, () => house.tell(pix(txid))));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(replies[0]?.body).toEqual({ ok: true });
    // 20 March and a month.
    expect((await house.company())?.dueDate?.toISOString()).toBe('2026-04-21T02:59:59.999Z');
    expect(await house.notices()).toEqual([]);
    expect(await house.listed()).toMatchObject([{ id: invoice.id, status: 'paid' }]);
    await house.tell(pix(txid));
    await sweepCharges(house.kernel);
    expect((await house.company())?.dueDate?.toISOString()).toBe('2026-04-21T02:59:59.999Z');
  });

  test('said before it is paid: nothing; then out of order among others', async () => {
    const { txid } = await owing();
    expect((await house.tell(pix(txid))).status).toBe(200);
    expect(daysFromNow((await house.company())?.dueDate)).toBe(10);
    await pay(txid);
    await house.tell(pix('nobodyknowsthisone00000000001', txid, txid));
    expect(daysFromNow((await house.company())?.dueDate)).toBe(41);
  });

  test('before the answer to the charge has come', async () => {
    const invoice = await house.owes();
    await house.provider.fails({ path: '/v2/cob/', how: 'slow', ms: 600 });
    const asked = house.subscribe();
    let reference = '';
    while (!reference) {
      const { cobs } = await house.provider.ask<{ cobs: { txid: string }[] }>('cobs');
      const [charge] = (await house.charges()).filter(({ invoiceId }) => invoiceId === invoice.id);
      if (charge && cobs.some(({ txid }) => txid === charge.reference)) reference = charge.reference;
    }
    await pay(reference);
    await house.tell(pix(reference));
    expect((await house.charges()).at(-1)?.status).toBe('paid');
    expect((await asked).status).toBe(200);
    expect((await house.charges()).at(-1)?.status).toBe('paid');
    expect(daysFromNow((await house.company())?.dueDate)).toBe(41);
  });

  test('by two codes of one invoice: one month, and the other is told', async () => {
    const { txid } = await owing();
    house.desk.clock.advance(3_600_000);
    const second = (await house.subscribe()).body.txid;
    expect(second).not.toBe(txid);
    await pay(txid);
    await pay(second);
    await Promise.all([house.tell(pix(txid)), house.tell(pix(second))]);
    expect((await house.company())?.dueDate?.toISOString()).toBe('2026-04-21T02:59:59.999Z');
    expect(await house.notices()).toMatchObject([{ reason: 'twice', companyId: house.companyId }]);
  });
});

describe('what does not fit is told, and gives no month', () => {
  test('too little', async () => {
    const { txid, invoice } = await owing();
    await pay(txid, '0.01');
    for (let n = 0; n < 3; n += 1) await house.tell(pix(txid));
    expect(daysFromNow((await house.company())?.dueDate)).toBe(10);
    expect(await house.notices()).toMatchObject([
      { reason: 'underpaid', cents: 1, invoiceId: invoice.id, companyId: house.companyId, isSettled: false },
    ]);
  });

  test('too much: a month, and somebody is told', async () => {
    const { txid } = await owing();
    await pay(txid, '99.00');
    await house.tell(pix(txid));
    expect(daysFromNow((await house.company())?.dueDate)).toBe(41);
    expect(await house.notices()).toMatchObject([{ reason: 'overpaid', cents: 9900 }]);
  });

  test('of a company that was deleted', async () => {
    await house.owes();
    const platform = platformScope(house.kernel);
    const { companyId } = await foundCompany(platform, {
      name: 'Breve',
      email: 'dona@breve.test',
      dueDate: new Date(house.desk.clock.now.getTime() + DAY),
      planId: (await house.company())?.planId ?? null,
      owner: { name: 'Dona', passwordHash: 'x', super: false },
    });
    await ensureInvoice(platform, companyId);
    const invoice = await findOpenInvoice(house.kernel, companyId);
    if (!invoice) throw new Error('no invoice');
    const charge = await openCharge(house.kernel, { invoice, method: 'pix', origin: '' });
    await pay(charge.reference);
    await house.kernel.platform.write((tx) => tx.delete(companies).where(eq(companies.id, companyId)));
    for (let n = 0; n < 3; n += 1) expect((await house.tell(pix(charge.reference))).status).toBe(200);
    expect(await house.notices()).toMatchObject([{ reason: 'noCompany', companyId, cents: 3000 }]);
  });

  test('a cancelled invoice', async () => {
    const { txid } = await owing();
    await house.change({ dueDate: new Date(house.desk.clock.now.getTime() + 30 * DAY) });
    await (await import('../invoices/make-invoices.ts')).makeDueInvoices(house.kernel);
    await pay(txid);
    await house.tell(pix(txid));
    expect(daysFromNow((await house.company())?.dueDate)).toBe(30);
    expect(await house.notices()).toMatchObject([{ reason: 'cancelled' }]);
  });
});

describe('who may say so', () => {
  test('nobody without the secret', async () => {
    const { txid } = await owing();
    await pay(txid);
    for (const path of [
      '/subscription/webhook',
      '/subscription/webhook/pix',
      '/subscription/webhook/mercadopago',
      '/subscription/webhook/x/pix',
    ]) {
      const reply = await house.tell(pix(txid), path);
      expect({ path, ...reply }).toMatchObject({ status: 403, body: { error: 'ERR_WEBHOOK_REFUSED' } });
    }
    expect(daysFromNow((await house.company())?.dueDate)).toBe(10);
    expect((await house.tell(pix(txid), `${await house.webhookPath()}/pix`)).status).toBe(200);
    expect(daysFromNow((await house.company())?.dueDate)).toBe(41);
  });

  test('a test is answered, and no address can be registered', async () => {
    for (const path of ['/subscription/webhook', '/subscription/webhook/pix'])
      expect(await house.tell({ evento: 'teste_webhook' }, path)).toEqual({
        status: 200,
        body: { ok: true },
      });
    const { status } = await house.tell(
      { chave: 'x', url: 'https://evil.example' },
      '/subscription/create/webhook',
    );
    expect(status).toBe(404);
  });

  test('while the provider cannot be read it is asked to say it again; the sweep finds it too', async () => {
    const { txid } = await owing();
    await pay(txid);
    await house.provider.fails({ path: '/v2/cob/', how: 503 });
    expect(await house.tell(pix(txid))).toMatchObject({
      status: 503,
      body: { error: 'ERR_PAYMENT_UNREACHABLE' },
    });
    expect(daysFromNow((await house.company())?.dueDate)).toBe(10);
    house.desk.clock.advance(120_000);
    await sweepCharges(house.kernel);
    expect(daysFromNow((await house.company())?.dueDate)).toBe(41);
  });
});

describe('a charge whose answer never came', () => {
  test('is asked for again: made there, it is shown; never made, it is given up', async () => {
    await house.owes();
    await house.provider.fails({ path: '/v2/cob/', how: 502 });
    expect(await house.subscribe()).toMatchObject({
      status: 503,
      body: { error: 'ERR_PAYMENT_UNREACHABLE' },
    });
    const lost = (await house.charges()).at(-1);
    expect(lost?.status).toBe('asking');
    const again = await house.subscribe();
    expect(again.status).toBe(200);
    expect(again.body.txid).not.toBe(lost?.reference ?? '');
    house.desk.clock.advance(150_000);
    await sweepCharges(house.kernel);
    const now = (await house.charges()).find(({ id }) => id === lost?.id);
    expect(now?.status).toBe('failed');
  });

  test('a refusal is final', async () => {
    await house.owes();
    await house.provider.fails({ path: '/v2/cob/', how: 400 });
    expect(await house.subscribe()).toMatchObject({ status: 502, body: { error: 'ERR_PAYMENT_REFUSED' } });
    expect((await house.charges()).at(-1)?.status).toBe('failed');
  });

  test('another shape is no answer', async () => {
    await house.owes();
    await house.provider.fails({ path: '/v2/cob/', how: 'odd' });
    expect((await house.subscribe()).status).toBe(503);
  });
});
