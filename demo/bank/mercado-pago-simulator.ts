import { createHmac } from 'node:crypto';
import { pixText } from './pix-text.ts';
import { type Simulator, type SimulatorOptions, startFixture } from './provider-simulator.ts';

type Payment = {
  id: number;
  status: string;
  status_detail: string;
  external_reference: string;
  transaction_amount: number;
  payment_method_id: string;
  date_of_expiration?: string;
  point_of_interaction?: object;
};
type PaymentRequest = {
  transaction_amount?: number;
  payment_method_id?: string;
  external_reference?: string;
  date_of_expiration?: string;
  payer?: { email?: string };
  items?: { unit_price: number }[];
};

const TOKEN = 'Bearer TEST-simulador';
const refused = (status: number, error: string, message: string) => ({
  status,
  body: { message, error, status, cause: [{ code: status, description: message }] },
});

export function startMercadoPagoSimulator(options: SimulatorOptions = {}): Simulator {
  const payments: Payment[] = [];
  const preferences: { id: string; reference: string; amount: number }[] = [];
  const answered = new Map<string, { status: number; body: unknown }>();
  let hook = { url: '', secret: '' };

  async function answer(request: Request, url: URL) {
    if (request.headers.get('Authorization') !== TOKEN)
      return refused(401, 'unauthorized', 'invalid access token');
    const { pathname } = url;
    if (pathname === '/v1/payments/search') {
      const wanted = url.searchParams.get('external_reference');
      const results = payments.filter(({ external_reference }) => external_reference === wanted).reverse();
      return { status: 200, body: { paging: { total: results.length, limit: 30, offset: 0 }, results } };
    }
    const id = /^\/v1\/payments\/(\d+)$/.exec(pathname)?.[1];
    if (id) {
      const body = payments.find((payment) => payment.id === Number(id));
      return body ? { status: 200, body } : refused(404, 'not_found', 'Payment not found');
    }
    const key = request.headers.get('X-Idempotency-Key');
    if (!key) return refused(400, 'bad_request', 'Header X-Idempotency-Key can’t be null');
    const known = answered.get(key);
    if (known) return known;
    const reply = make(pathname, (await request.json()) as PaymentRequest);
    if (reply.status < 300) answered.set(key, reply);
    return reply;
  }

  function make(pathname: string, paymentRequest: PaymentRequest) {
    if (pathname === '/checkout/preferences') {
      const id = `pref-${preferences.length + 1}`;
      const amount = paymentRequest.items?.[0]?.unit_price ?? 0;
      preferences.push({ id, reference: paymentRequest.external_reference ?? '', amount });
      const init_point = `https://www.mercadopago.com.br/checkout/v1/redirect?pref_id=${id}`;
      return { status: 201, body: { id, init_point, sandbox_init_point: init_point } };
    }
    if (!paymentRequest.payer?.email || !paymentRequest.transaction_amount)
      return refused(400, 'bad_request', 'payer.email must be a valid email');
    const payment = add(
      paymentRequest.external_reference ?? '',
      paymentRequest.transaction_amount,
      'pix',
      'pending',
    );
    payment.date_of_expiration = paymentRequest.date_of_expiration;
    const qr_code = pixText(
      `pix.mercadopago.com/${payment.id}`,
      paymentRequest.transaction_amount.toFixed(2),
    );
    payment.point_of_interaction = { type: 'OPENPLATFORM', transaction_data: { qr_code } };
    return { status: 201, body: payment };
  }

  function add(reference: string, amount: number, method: string, status: string): Payment {
    const payment = {
      id: 1_000_000_000 + payments.length,
      status,
      status_detail: 'pending_waiting_transfer',
      external_reference: reference,
      transaction_amount: amount,
      payment_method_id: method,
    };
    payments.push(payment);
    return payment;
  }

  async function notify({ id }: Payment, times: number) {
    if (!hook.url) return [];
    const ts = String(Date.now());
    const requestId = crypto.randomUUID();
    const v1 = createHmac('sha256', hook.secret)
      .update(`id:${id};request-id:${requestId};ts:${ts};`)
      .digest('hex');
    const notice = {
      action: 'payment.updated',
      api_version: 'v1',
      type: 'payment',
      data: { id: String(id) },
    };
    const init = {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'x-signature': `ts=${ts},v1=${v1}`,
        'x-request-id': requestId,
      },
      body: JSON.stringify(notice),
    };
    const all = Array.from({ length: times }, () => fetch(`${hook.url}?data.id=${id}&type=payment`, init));
    return (await Promise.all(all)).map(({ status }) => status);
  }

  async function pay(body: { reference?: string; status?: string; amount?: number; times?: number }) {
    const preference = preferences.find(({ reference }) => reference === body.reference);
    const asked = payments.find(({ external_reference }) => external_reference === body.reference);
    if (!preference && !asked) return { error: 'unknown' };
    const amount = body.amount ?? preference?.amount ?? asked?.transaction_amount ?? 0;
    const payment = preference ? add(preference.reference, amount, 'visa', 'pending') : (asked as Payment);
    payment.status = body.status ?? 'approved';
    payment.transaction_amount = amount;
    return { id: payment.id, reported: await notify(payment, body.times ?? 1) };
  }

  return startFixture(options, answer, {
    webhook: (body) => {
      hook = { url: String(body.url), secret: String(body.secret) };
      return hook;
    },
    pay: (body) => pay(body),
    payments: () => ({ payments, preferences }),
  });
}
