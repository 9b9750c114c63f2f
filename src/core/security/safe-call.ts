import { type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
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
  /** Reuses connections, and repeats the request where a reused one turns out to be closed. */
  isRepeatable?: true;
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

/** Servers close an idle connection after five seconds and more. */
const REUSED = { keepAlive: true, timeout: 4_000, maxFreeSockets: 32 };

type Agents = { plain: PlainAgent; tls: TlsAgent };

export function createSafeCall(network: SafeNetwork): SafeCall {
  // Connections are found by address, name and port: each call is still resolved and checked.
  const agents = { plain: new PlainAgent(REUSED), tls: new TlsAgent(REUSED) };
  return async (address, call) => {
    const deadline = AbortSignal.timeout(call.timeoutMs);
    const signal = call.signal ? AbortSignal.any([call.signal, deadline]) : deadline;
    try {
      const reply = await send(network, parseAddress(address), call, signal, call.isRepeatable && agents);
      return answerOf(reply, call.maxBytes);
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
  agents?: Agents,
): Promise<IncomingMessage> {
  const { isPlain: _isPlain, ...anyway } = network;
  const where = await before(signal, connectionTo(call.isPublicFile ? anyway : network, url));
  const body = typeof call.body === 'string' ? Buffer.from(call.body) : call.body;
  const isTls = url.protocol === 'https:';
  const agent = agents ? (isTls ? agents.tls : agents.plain) : false;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const options = { ...where, method: call.method ?? 'GET', signal, agent };
  const length = body ? { 'Content-Length': String(body.length) } : {};
  const headers = { 'User-Agent': 'Balcao/1.0', ...call.headers, ...length, Host: url.host };
  let isAnswered = false;
  const request = (isTls ? tlsRequest : plainRequest)({ ...options, headers }, (reply) => {
    isAnswered = true;
    resolve(reply);
  });
  request
    .on('error', (error) => {
      // The server closed an idle connection while the request was sent.
      const isStale = request.reusedSocket && !isAnswered && !signal.aborted;
      if (isStale) resolve(send(network, url, call, signal));
      else reject(error);
    })
    .end(body);
  return promise;
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
  const parts: AsyncIterator<Uint8Array> = reply[Symbol.asyncIterator]();
  let size = 0;
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) return controller.close();
      size += value.length;
      if (size > maxBytes) {
        reply.destroy();
        throw new FetchRefused('too_large');
      }
      controller.enqueue(value);
    },
    // Ends the iteration, which destroys the connection.
    async cancel() {
      await parts.return?.();
    },
  });
}
