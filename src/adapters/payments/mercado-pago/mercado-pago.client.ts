import { centsOf } from '../money.ts';
import type {
  Asked,
  ChargeRequest,
  ChargeState,
  MercadoPagoCredentials,
  PaymentProvider,
} from '../payments.port.ts';
import { PaymentError } from '../payments.port.ts';
import { callProvider, expectGood, type ProviderReply } from '../provider-call.client.ts';
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

  async function read({ reference }: { reference: string }): Promise<ChargeState | undefined> {
    const path = `/v1/payments/search?external_reference=${encodeURIComponent(reference)}&sort=date_created&criteria=desc`;
    const { results } = expectGood(await call('GET', path), Found);
    return results.length > 0 ? statusOf(reference, results) : undefined;
  }

  return {
    async ask(request) {
      if (request.method === 'pix') {
        const reply = await call('POST', '/v1/payments', pixOf(request, now()), request.reference);
        return pixAsked(expectGood(reply, Payment));
      }
      const reply = await call(
        'POST',
        '/checkout/preferences',
        preferenceOf(request, now()),
        `${request.reference}p`,
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
      return reference ? read({ reference }) : undefined;
    },
    listenAt: async () => undefined,
    async check() {
      expectGood(await call('GET', '/v1/payments/search?limit=1&external_reference=balcao'), Found);
    },
  };
}

/** Mercado Pago's minimum for Pix is 30 minutes. */
const SHORTEST_SECONDS = 1_800;

function endOf({ expiresInSeconds }: ChargeRequest, now: Date): string {
  const end = new Date(now.getTime() + Math.max(expiresInSeconds, SHORTEST_SECONDS) * 1000);
  // The API needs an explicit offset.
  return end.toISOString().replace('Z', '+00:00');
}

function pixOf(request: ChargeRequest, now: Date): object {
  const { payer, reference, notifyUrl } = request;
  const [first = '', ...rest] = payer.name.split(' ');
  const identification = { type: payer.document.length === 11 ? 'CPF' : 'CNPJ', number: payer.document };
  return {
    transaction_amount: request.cents / 100,
    description: request.text,
    payment_method_id: 'pix',
    payer: {
      email: payer.email,
      first_name: first,
      last_name: rest.join(' '),
      ...(payer.document && { identification }),
    },
    external_reference: reference,
    date_of_expiration: endOf(request, now),
    ...(notifyUrl && { notification_url: notifyUrl }),
  };
}

function preferenceOf(request: ChargeRequest, now: Date): object {
  const { reference, text, cents, payer, notifyUrl, returnUrl } = request;
  return {
    items: [{ id: reference, title: text, quantity: 1, currency_id: 'BRL', unit_price: cents / 100 }],
    payer: { name: payer.name, email: payer.email },
    external_reference: reference,
    expires: true,
    expiration_date_to: endOf(request, now),
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

function statusOf(reference: string, payments: Payment[]): ChargeState {
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
