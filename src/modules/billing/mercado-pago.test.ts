import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { refusalOf } from '@test/support/refusal.ts';
import { zonedParts } from '@/core/zoned-time.ts';
import { type BillingFixture, createBillingFixture } from './billing-fixture.test-support.ts';
import { openCharge } from './charges/open-charge.service.ts';
import { sweepCharges } from './charges/poll-charges.service.ts';

const HOOK = '/subscription/webhook/mercadopago';
let shared: BillingFixture;
let server: ReturnType<typeof Bun.serve>;

beforeAll(async () => {
  shared = await createBillingFixture('mercadopago');
  server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request) => shared.testApp.app.fetch(request),
  });
  const url = `http://127.0.0.1:${server.port}/api${HOOK}`;
  await shared.provider.ask('webhook', { url, secret: 'assinatura' });
});
afterAll(async () => {
  await server.stop(true);
  await shared.stop();
});

const dueDay = async () =>
  zonedParts((await shared.company())?.dueDate ?? new Date(0), 'America/Sao_Paulo').day;
const pay = (reference: string, more: object = {}) =>
  shared.provider.ask<{ reported: number[] }>('pay', { reference, ...more });
const card = async () => {
  const invoice = await shared.owes(10);
  return openCharge(shared.kernel, { invoice, method: 'card', origin: 'http://desk.test' });
};

describe('Pix', () => {
  beforeEach(() => shared.owes(10));

  test('returns a code and counts a repeated notification once', async () => {
    const { body, status } = await shared.subscribe();
    expect(status).toBe(200);
    expect(body.qrcode.qrcode).toStartWith('000201');
    expect(body.valor.original).toBe('30.00');
    expect((await pay(body.txid, { times: 20 })).reported).toEqual(Array.from({ length: 20 }, () => 200));
    expect(await dueDay()).toBe('2026-04-20');
    expect(await shared.notices()).toEqual([]);
  });

  test('rejects an unsigned notification or one signed for another payment', async () => {
    const { body } = await shared.subscribe();
    await pay(body.txid, { times: 0 });
    const notice = { type: 'payment', data: { id: '1000000001' } };
    expect((await shared.notifyProvider(notice, `${HOOK}?data.id=1000000001`)).status).toBe(403);
    await shared.provider.ask('webhook', {
      url: `http://127.0.0.1:${server.port}/api${HOOK}`,
      secret: 'outra',
    });
    expect((await pay(body.txid)).reported).toEqual([403]);
    expect(await dueDay()).toBe('2026-03-20');
    await shared.provider.ask('webhook', {
      url: `http://127.0.0.1:${server.port}/api${HOOK}`,
      secret: 'assinatura',
    });
    shared.testApp.clock.advance(60_000);
    await sweepCharges(shared.kernel);
    expect(await dueDay()).toBe('2026-04-20');
  });

  test.each(['refunded', 'charged_back'])(
    'reports a payment that is %s after it counted once',
    async (status) => {
      const { body } = await shared.subscribe();
      await pay(body.txid);
      expect(await shared.notices()).toEqual([]);
      await pay(body.txid, { status, times: 2 });
      expect(await shared.notices()).toMatchObject([
        { provider: 'mercadopago', reason: 'takenBack', cents: 3000, companyId: shared.companyId },
      ]);
      expect(await dueDay()).toBe('2026-04-20');
    },
  );

  test('reports an amount that differs', async () => {
    const { body } = await shared.subscribe();
    await pay(body.txid, { amount: 10 });
    expect(await dueDay()).toBe('2026-03-20');
    expect(await shared.notices()).toMatchObject([
      { provider: 'mercadopago', reason: 'underpaid', cents: 1000 },
    ]);
  });

  test('returns 503 when the provider fails and succeeds on retry', async () => {
    await shared.provider.fails({ path: '/v1/payments', how: 502 });
    expect((await shared.subscribe()).status).toBe(503);
    expect((await shared.subscribe()).status).toBe(200);
  });
});

describe('card', () => {
  test('links to the provider’s page and counts a payment after a rejected card', async () => {
    const charge = await card();
    expect(charge.link).toStartWith('https://www.mercadopago.com.br/checkout/');
    expect(charge.pixCode).toBeNull();
    await pay(charge.reference, { status: 'rejected' });
    expect(await dueDay()).toBe('2026-03-20');
    await pay(charge.reference);
    expect(await dueDay()).toBe('2026-04-20');
  });

  test('a link paid again adds no month, and each further payment once to a payment notice', async () => {
    const { reference } = await card();
    await pay(reference, { times: 2 });
    expect(await shared.notices()).toEqual([]);
    await pay(reference, { times: 3 });
    expect(await shared.notices()).toMatchObject([
      { reference, reason: 'twice', cents: 3000, companyId: shared.companyId },
    ]);
    await pay(reference, { times: 2 });
    expect(await shared.notices()).toMatchObject([{ reason: 'twice', cents: 6000, isSettled: false }]);
    expect((await shared.charges()).at(-1)).toMatchObject({ status: 'paid', paidCents: 9000 });
    expect(await dueDay()).toBe('2026-04-20');
  });

  test.each(['card', 'pix'] as const)(
    'a payment by card that was not reported yet is found before another one by %s',
    async (method) => {
      const invoice = await shared.owes(10);
      const ask = (by: 'card' | 'pix') => openCharge(shared.kernel, { invoice, method: by, origin: '' });
      await pay((await ask('card')).reference, { times: 0 });
      expect(await dueDay()).toBe('2026-03-20');
      expect(await refusalOf(ask(method))).toContain('ERR_INVOICE_NOT_OPEN');
      expect(await dueDay()).toBe('2026-04-20');
    },
  );

  test('checkout redirects to the provider’s page', async () => {
    const { id } = await shared.owes(10);
    const ana = await shared.testApp.as('ana');
    const form = {
      billingName: 'Ana',
      addressStreet: 'Rua A, 1',
      addressCity: 'Recife',
      addressZipCode: '50000-000',
      addressCountry: 'BR',
      method: 'card',
      step: 'review',
    };
    const reply = await ana.part('POST', `/financeiro/${id}/checkout?go=pay`, form);
    expect(reply.headers.get('HX-Redirect')).toStartWith('https://www.mercadopago.com.br/');
  });
});
