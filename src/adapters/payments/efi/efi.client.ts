import type { Ticks } from '../../../core/clock.ts';
import { centsOf, decimal } from '../money.ts';
import {
  type Asked,
  type ChargeRequest,
  type ChargeState,
  type EfiCredentials,
  PaymentError,
  type PaymentProvider,
} from '../payments.port.ts';
import { callProvider, expectGood, type ProviderReply } from '../provider-call.client.ts';
import { readCertificate } from './certificate.ts';
import { Cob, Token, Webhook } from './efi-replies.ts';

const TIMEOUT_MS = 10_000;
/** A token is renewed a minute before it expires. */
const EARLY_MS = 60_000;

type EfiOptions = { ticks: Ticks; timeoutMs?: number };

/** Efí's Pix API, immediate charges (dev.efipay.com.br, "API Pix"; the Central Bank's API Pix 2). */
export function createEfi(
  baseUrl: string,
  credentials: EfiCredentials,
  { ticks, timeoutMs = TIMEOUT_MS }: EfiOptions,
): PaymentProvider {
  const certificate = readCertificate(credentials.certificate);
  let token: { text: string; until: number } | undefined;

  async function authorize(): Promise<string> {
    if (token && token.until > ticks()) return token.text;
    const basic = Buffer.from(`${credentials.clientId}:${credentials.clientSecret}`).toString('base64');
    const reply = await callProvider({
      method: 'POST',
      url: `${baseUrl}/oauth/token`,
      headers: { Authorization: `Basic ${basic}` },
      body: { grant_type: 'client_credentials' },
      certificate,
      timeoutMs,
    });
    const { access_token, expires_in } = expectGood(reply, Token);
    token = { text: access_token, until: ticks() + expires_in * 1000 - EARLY_MS };
    return access_token;
  }

  async function call(
    method: 'GET' | 'PUT',
    path: string,
    body?: unknown,
    more: Record<string, string> = {},
  ): Promise<ProviderReply> {
    const headers = { Authorization: `Bearer ${await authorize()}`, ...more };
    const url = `${baseUrl}${path}`;
    const reply = await callProvider({ method, url, headers, body, certificate, timeoutMs });
    // A token may be revoked early; the next call requests another.
    if (reply.status === 401) token = undefined;
    return reply;
  }

  async function read({ reference }: { reference: string }): Promise<ChargeState | undefined> {
    const reply = await call('GET', `/v2/cob/${reference}`);
    return reply.status === 404 ? undefined : statusOf(expectGood(reply, Cob));
  }

  return {
    async ask(request) {
      const reply = await call('PUT', `/v2/cob/${request.reference}`, cobOf(request, credentials.pixKey));
      return askedOf(expectGood(reply, Cob));
    },
    read,
    readNotice: async (txid) => (/^[a-zA-Z0-9]{26,35}$/.test(txid) ? read({ reference: txid }) : undefined),
    async listenAt(webhookUrl) {
      // Notices come without mutual TLS, so the address contains a secret and their content is not trusted.
      const reply = await call(
        'PUT',
        `/v2/webhook/${encodeURIComponent(credentials.pixKey)}`,
        { webhookUrl },
        { 'x-skip-mtls-checking': 'true' },
      );
      expectGood(reply, Webhook);
    },
    async check() {
      token = undefined;
      await authorize();
    },
  };
}

function cobOf({ cents, text, payer, expiresInSeconds, method }: ChargeRequest, chave: string): object {
  if (method !== 'pix') throw new PaymentError('refused', 'Pix only');
  const digits = payer.document;
  const nome = payer.name;
  const devedor = digits.length === 11 ? { cpf: digits, nome } : { cnpj: digits, nome };
  return {
    calendario: { expiracao: expiresInSeconds },
    ...(digits && nome && { devedor }),
    valor: { original: decimal(cents) },
    chave,
    // The API takes 140 characters.
    solicitacaoPagador: text.slice(0, 140),
  };
}

function askedOf({ pixCopiaECola, txid }: Cob): Asked {
  if (!pixCopiaECola) throw new PaymentError('odd', 'a charge without a code');
  return { providerId: txid, pixCode: pixCopiaECola, link: null };
}

function statusOf({ txid, status, pix = [], pixCopiaECola }: Cob): ChargeState {
  const paidCents = pix.reduce((sum, { valor }) => sum + centsOf(valor), 0);
  const known = { ATIVA: 'open', CONCLUIDA: 'paid' } as const;
  return {
    reference: txid,
    providerId: txid,
    pixCode: pixCopiaECola ?? null,
    link: null,
    status: known[status as keyof typeof known] ?? 'gone',
    paidCents,
  };
}
