import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import type { z } from 'zod';
import { parsedJson } from '../../core/parse-json.ts';
import { PaymentError } from './payments.port.ts';

/** Our client certificate at the provider (mutual TLS). */
export type Certificate = { pfx: Buffer; passphrase: '' } | { cert: string; key: string };

export type ProviderCall = {
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  headers: Record<string, string>;
  body?: unknown;
  certificate?: Certificate;
  timeoutMs: number;
};

export type ProviderReply = { status: number; body: unknown };

const MAX_REPLY_BYTES = 512 * 1024;

/** node:https, because Bun's fetch takes no .p12 certificate. Throws PaymentError. */
export async function callProvider(call: ProviderCall): Promise<ProviderReply> {
  const signal = AbortSignal.timeout(call.timeoutMs);
  try {
    const reply = await send(call, signal);
    return { status: reply.statusCode ?? 0, body: parsedJson(await readText(reply)) };
  } catch (cause) {
    if (cause instanceof PaymentError) throw cause;
    throw new PaymentError(signal.aborted ? 'timeout' : 'unreachable', '', { cause });
  }
}

/** Throws PaymentError unless the answer succeeds and has that shape. */
export function expectGood<T extends z.ZodType>({ status, body }: ProviderReply, shape: T): z.output<T> {
  if (status >= 400 || status < 200) throw new PaymentError(troubleOf(status), messageIn(body));
  const read = shape.safeParse(body);
  if (!read.success) throw new PaymentError('odd', `an answer of another shape (${status})`);
  return read.data;
}

function troubleOf(status: number): PaymentError['trouble'] {
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 429 || status >= 500) return 'busy';
  return status >= 400 ? 'refused' : 'odd';
}

/** Only the name of a refusal goes to the log: longer texts contain what the payer typed. */
function messageIn(body: unknown): string {
  const { nome, error, title } = Object(body) as Record<string, unknown>;
  const name = [nome, error, title].find((word) => typeof word === 'string') ?? '';
  return String(name).slice(0, 80);
}

function send(call: ProviderCall, signal: AbortSignal): Promise<IncomingMessage> {
  const url = new URL(call.url);
  const text = call.body === undefined ? undefined : JSON.stringify(call.body);
  const headers = {
    Accept: 'application/json',
    ...(text !== undefined && {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(text)),
    }),
    ...call.headers,
  };
  const { method, certificate } = call;
  return new Promise((resolve, reject) => {
    const begin = url.protocol === 'https:' ? tlsRequest : plainRequest;
    const asked = begin(url, { method, headers, signal, agent: false, ...certificate }, resolve);
    asked.on('error', reject).end(text);
  });
}

async function readText(reply: IncomingMessage): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of reply as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > MAX_REPLY_BYTES) throw new PaymentError('odd', 'an answer without end');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
