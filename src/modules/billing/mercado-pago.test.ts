import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { zonedParts } from '@/kernel/zoned-time.ts';
import { type BillingDesk, createBillingDesk } from './billing-desk.test-support.ts';
import { openCharge } from './charges/open-charge.ts';
import { sweepCharges } from './charges/read-charge.ts';

const HOOK = '/subscription/webhook/mercadopago';
let house: BillingDesk;
let server: ReturnType<typeof Bun.serve>;

beforeAll(async () => {
  house = await createBillingDesk('mercadopago');
  server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: (request) => house.desk.app.fetch(request) });
  const url = `http://127.0.0.1:${server.port}/api${HOOK}`;
  await house.provider.ask('webhook', { url, secret: 'assinatura' });
});
afterAll(async () => {
  await server.stop(true);
  await house.stop();
});

const dueDay = async () =>
  zonedParts((await house.company())?.dueDate ?? new Date(0), 'America/Sao_Paulo').day;
const pay = (reference: string, more: object = {}) =>
  house.provider.ask<{ told: number[] }>('pay', { reference, ...more });
const card = async () => {
  const invoice = await house.owes(10);
  return openCharge(house.kernel, { invoice, method: 'card', origin: 'http://desk.test' });
};

describe('Pix', () => {
  beforeEach(() => house.owes(10));

  test('gives a code, and counts once what is announced, however often', async () => {
    const { body, status } = await house.subscribe();
    expect(status).toBe(200);
    expect(body.qrcode.qrcode).toStartWith('000201');
    expect(body.valor.original).toBe('30.00');
    expect((await pay(body.txid, { tell: 20 })).told).toEqual(Array.from({ length: 20 }, () => 200));
    expect(await dueDay()).toBe('2026-04-20');
    expect(await house.notices()).toEqual([]);
  });

  test('a notice that is not signed, or signed for another payment, is refused', async () => {
    const { body } = await house.subscribe();
    await pay(body.txid, { tell: 0 });
    const notice = { type: 'payment', data: { id: '1000000001' } };
    expect((await house.tell(notice, `${HOOK}?data.id=1000000001`)).status).toBe(403);
    await house.provider.ask('webhook', {
      url: `http://127.0.0.1:${server.port}/api${HOOK}`,
      secret: 'outra',
    });
    expect((await pay(body.txid)).told).toEqual([403]);
    expect(await dueDay()).toBe('2026-03-20');
    await house.provider.ask('webhook', {
      url: `http://127.0.0.1:${server.port}/api${HOOK}`,
      secret: 'assinatura',
    });
    house.desk.clock.advance(60_000);
    await sweepCharges(house.kernel);
    expect(await dueDay()).toBe('2026-04-20');
  });

  test.each(['refunded', 'charged_back'])('one that is %s after it counted is told once', async (status) => {
    const { body } = await house.subscribe();
    await pay(body.txid);
    expect(await house.notices()).toEqual([]);
    await pay(body.txid, { status, tell: 2 });
    expect(await house.notices()).toMatchObject([
      { provider: 'mercadopago', reason: 'takenBack', cents: 3000, companyId: house.companyId },
    ]);
    expect(await dueDay()).toBe('2026-04-20');
  });

  test('an amount of another size is told', async () => {
    const { body } = await house.subscribe();
    await pay(body.txid, { amount: 10 });
    expect(await dueDay()).toBe('2026-03-20');
    expect(await house.notices()).toMatchObject([
      { provider: 'mercadopago', reason: 'underpaid', cents: 1000 },
    ]);
  });

  test('asked twice for the same charge it makes one, and an answer that was lost is found', async () => {
    await house.provider.fails({ path: '/v1/payments', how: 502 });
    expect((await house.subscribe()).status).toBe(503);
    expect((await house.subscribe()).status).toBe(200);
  });
});

describe('card', () => {
  test('leads to the provider’s own page, where another card may be tried', async () => {
    const charge = await card();
    expect(charge.link).toStartWith('https://www.mercadopago.com.br/checkout/');
    expect(charge.pixCode).toBeNull();
    await pay(charge.reference, { status: 'rejected' });
    expect(await dueDay()).toBe('2026-03-20');
    await pay(charge.reference);
    expect(await dueDay()).toBe('2026-04-20');
  });

  test('the dialog sends there, and keeps nothing of a card', async () => {
    const { id } = await house.owes(10);
    const ana = await house.desk.as('ana');
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
