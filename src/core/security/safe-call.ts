import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { pipeline, Readable } from 'node:stream';
import { isInnermostAddress, isPublicAddress } from './public-address.ts';
import {
  before,
  connectionTo,
  FetchRefused,
  parseAddress,
  publicInternet,
  type SafeNetwork,
  UNPACK,
} from './safe-fetch.ts';

declare module '../scope.ts' {
  interface Services {
    safeCall: SafeCall;
  }
}

export type Call = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  signal?: AbortSignal;
  timeoutMs: number;
  maxBytes: number;
  /** A public file: the request carries nothing of ours, and http is allowed. */
  isPublicFile?: true;
};

/** Any status, unread; follows no redirect. Throws only FetchRefused; reading it may throw. */
export type SafeCall = (url: string, call: Call) => Promise<Response>;

const WEB_PORTS = [80, 443];
const FIRST_FREE_PORT = 1024;

/** `internalHosts`: `host:port` allowed by the operator, also without TLS; never metadata services. */
export function callableNetwork(
  internalHosts: readonly string[],
  outgoingHosts: readonly string[] = [],
): SafeNetwork {
  return {
    ...namedInternet(outgoingHosts, internalHosts),
    isPlain: (host, port) => internalHosts.includes(`${host.toLowerCase()}:${port}`),
    isAllowed: (address, port) =>
      isPublicAddress(address) && (WEB_PORTS.includes(port) || port >= FIRST_FREE_PORT),
    isInternal: (host, port, address) =>
      internalHosts.includes(`${host.toLowerCase()}:${port}`) && !isInnermostAddress(address),
  };
}

/** The public internet, restricted to hosts such as `example.com` and `*.example.com` if any are configured. */
export function namedInternet(
  outgoingHosts: readonly string[],
  internalHosts: readonly string[] = [],
): SafeNetwork {
  if (outgoingHosts.length === 0) return publicInternet;
  const named = [...outgoingHosts, ...internalHosts.map((one) => one.slice(0, one.lastIndexOf(':')))];
  const isNamed = (host: string) =>
    named.some((one) => (one.startsWith('*.') ? host.endsWith(one.slice(1)) : host === one));
  return { ...publicInternet, isNamed: (host) => isNamed(host.toLowerCase().replace(/\.$/, '')) };
}

export function createSafeCall(network: SafeNetwork): SafeCall {
  return async (address, call) => {
    const deadline = AbortSignal.timeout(call.timeoutMs);
    const signal = call.signal ? AbortSignal.any([call.signal, deadline]) : deadline;
    try {
      return answerOf(await send(network, parseAddress(address), call, signal), call.maxBytes);
    } catch (cause) {
      if (cause instanceof FetchRefused) throw cause;
      throw new FetchRefused(deadline.aborted ? 'timeout' : 'network', { cause });
    }
  };
}

async function send(
  network: SafeNetwork,
  url: URL,
  call: Call,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { isPlain: _isPlain, ...anyway } = network;
  const where = await before(signal, connectionTo(call.isPublicFile ? anyway : network, url));
  const body = typeof call.body === 'string' ? Buffer.from(call.body) : call.body;
  return new Promise((resolve, reject) => {
    const options = { ...where, method: call.method ?? 'GET', signal, agent: false as const };
    const start = url.protocol === 'https:' ? tlsRequest : plainRequest;
    const length = body ? { 'Content-Length': String(body.length) } : {};
    start(
      { ...options, headers: { 'User-Agent': 'Balcao/1.0', ...call.headers, ...length, Host: url.host } },
      resolve,
    )
      .on('error', reject)
      .end(body);
  });
}

function answerOf(reply: IncomingMessage, maxBytes: number): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(reply.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  const status = reply.statusCode ?? 502;
  const unpack = UNPACK.get(reply.headers['content-encoding']?.trim().toLowerCase() ?? 'identity');
  if (unpack === undefined) throw new FetchRefused('wrong_type');
  headers.delete('Content-Encoding');
  const isEmpty = [101, 204, 205, 304].includes(status);
  if (isEmpty) reply.resume();
  return new Response(
    isEmpty ? null : bounded(unpack ? pipeline(reply, unpack(), () => undefined) : reply, maxBytes),
    {
      status: status < 200 || status > 599 ? 502 : status,
      headers,
    },
  );
}

function bounded(reply: Readable, maxBytes: number): ReadableStream<Uint8Array> {
  async function* parts(): AsyncGenerator<Uint8Array> {
    let size = 0;
    for await (const part of reply as AsyncIterable<Uint8Array>) {
      size += part.length;
      if (size > maxBytes) {
        reply.destroy();
        throw new FetchRefused('too_large');
      }
      yield part;
    }
  }
  return Readable.toWeb(
    Readable.from(parts(), { objectMode: false }),
  ) as unknown as ReadableStream<Uint8Array>;
}
