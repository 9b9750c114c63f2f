import { callProvider, expectGood, type ProviderReply } from '../call.ts';
import { centsOf } from '../money.ts';
import type { Asked, ChargeWish, MercadoPagoCredentials, PaymentProvider, Standing } from '../port.ts';
import { PaymentError } from '../port.ts';
import { Found, Payment, Preference } from './mercado-pago-replies.ts';

const TIMEOUT_MS = 10_000;

/** Mercado Pago: Pix by its payments API, cards by its hosted page (developers: "Payments", "Checkout Pro"). */
export function createMercadoPago(
  baseUrl: string,
  { accessToken }: MercadoPagoCredentials,
  now: () => Date,
): PaymentProvider {
  function call(
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    idempotencyKey?: string,
  ): Promise<ProviderReply> {
    const headers = {
      Authorization: `Bearer ${accessToken}`,
      ...(idempotencyKey && { 'X-Idempotency-Key': idempotencyKey }),
    };
    return callProvider({ method, url: `${baseUrl}${path}`, headers, body, timeoutMs: TIMEOUT_MS });
  }

  async function read({ reference }: { reference: string }): Promise<Standing | undefined> {
    const path = `/v1/payments/search?external_reference=${encodeURIComponent(reference)}&sort=date_created&criteria=desc`;
    const { results } = expectGood(await call('GET', path), Found);
    return results.length > 0 ? standingOf(reference, results) : undefined;
  }

  return {
    async ask(wish) {
      if (wish.method === 'pix') {
        const reply = await call('POST', '/v1/payments', pixOf(wish, now()), wish.reference);
        return pixAsked(expectGood(reply, Payment));
      }
      const reply = await call(
        'POST',
        '/checkout/preferences',
        preferenceOf(wish, now()),
        `${wish.reference}p`,
      );
      const { id, init_point } = expectGood(reply, Preference);
      return { providerId: id, pixCode: null, link: init_point };
    },
    read,
    async readNotice(id) {
      if (!/^\d{1,20}$/.test(id)) return undefined;
      const reply = await call('GET', `/v1/payments/${id}`);
      if (reply.status === 404) return undefined;
      const { external_reference: reference } = expectGood(reply, Payment);
      // One charge may have several payments, e.g. a refused card and a good one: all of them are read.
      return reference ? read({ reference }) : undefined;
    },
    // Each charge names its address.
    listenAt: async () => undefined,
    async check() {
      expectGood(await call('GET', '/v1/payments/search?limit=1&external_reference=balcao'), Found);
    },
  };
}

/** Pix of Mercado Pago lasts 30 minutes at least. */
const SHORTEST_SECONDS = 1_800;

function endOf({ expiresInSeconds }: ChargeWish, now: Date): string {
  const end = new Date(now.getTime() + Math.max(expiresInSeconds, SHORTEST_SECONDS) * 1000);
  // The API wants an offset written out.
  return end.toISOString().replace('Z', '+00:00');
}

function pixOf(wish: ChargeWish, now: Date): object {
  const { payer, reference, notifyUrl } = wish;
  const [first = '', ...rest] = payer.name.split(' ');
  const identification = { type: payer.document.length === 11 ? 'CPF' : 'CNPJ', number: payer.document };
  return {
    transaction_amount: wish.cents / 100,
    description: wish.text,
    payment_method_id: 'pix',
    payer: {
      email: payer.email,
      first_name: first,
      last_name: rest.join(' '),
      ...(payer.document && { identification }),
    },
    external_reference: reference,
    date_of_expiration: endOf(wish, now),
    ...(notifyUrl && { notification_url: notifyUrl }),
  };
}

function preferenceOf(wish: ChargeWish, now: Date): object {
  const { reference, text, cents, payer, notifyUrl, returnUrl } = wish;
  return {
    items: [{ id: reference, title: text, quantity: 1, currency_id: 'BRL', unit_price: cents / 100 }],
    payer: { name: payer.name, email: payer.email },
    external_reference: reference,
    expires: true,
    expiration_date_to: endOf(wish, now),
    ...(notifyUrl && { notification_url: notifyUrl }),
    ...(returnUrl && { back_urls: { success: returnUrl, pending: returnUrl, failure: returnUrl } }),
  };
}

function pixAsked({ id, point_of_interaction }: Payment): Asked {
  const pixCode = point_of_interaction?.transaction_data?.qr_code;
  if (!pixCode) throw new PaymentError('odd', 'a charge without a code');
  return { providerId: String(id), pixCode, link: null };
}

const GONE = ['rejected', 'cancelled', 'refunded', 'charged_back'];

function standingOf(reference: string, payments: Payment[]): Standing {
  const approved = payments.filter(({ status }) => status === 'approved');
  const shown = approved[0] ?? payments.find(({ status }) => !GONE.includes(status)) ?? payments[0];
  const isGone = payments.every(({ status }) => GONE.includes(status));
  return {
    reference,
    providerId: shown ? String(shown.id) : null,
    pixCode: shown?.point_of_interaction?.transaction_data?.qr_code ?? null,
    link: null,
    status: approved.length > 0 ? 'paid' : isGone ? 'gone' : 'open',
    paidCents: approved.reduce((sum, { transaction_amount }) => sum + centsOf(transaction_amount), 0),
  };
}
