import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as plainRequest, type RequestOptions } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { isIP } from 'node:net';
import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { isPublicAddress } from './public-address.ts';

export type RefusedBecause =
  | 'bad_url'
  | 'not_public'
  | 'not_named'
  | 'plain'
  | 'unknown_host'
  | 'too_many_redirects'
  | 'status'
  | 'wrong_type'
  | 'too_large'
  | 'timeout'
  | 'network';

export class FetchRefused extends Error {
  readonly reason: RefusedBecause;
  constructor(reason: RefusedBecause, options?: { cause?: unknown }) {
    super(reason, options);
    this.name = 'FetchRefused';
    this.reason = reason;
  }
}

export type FetchRequest = {
  accept: RegExp;
  maxBytes: number;
  /** 'cut' retains the first `maxBytes` (a page's head is enough). */
  onTooLarge: 'cut' | 'refuse';
};

export type Fetched = {
  url: string;
  mime: string;
  charset: string | null;
  bytes: Uint8Array;
};

/** Throws nothing but FetchRefused. */
export type SafeFetch = (url: string, asked: FetchRequest) => Promise<Fetched>;

export type SafeNetwork = {
  resolve(host: string): Promise<string[]>;
  isAllowed(address: string, port: number): boolean;
  isInternal?(host: string, port: number, address: string): boolean;
  /** Among the hosts that the operator lets companies reach; without it all hosts are allowed. */
  isNamed?(host: string): boolean;
  /** Whether TLS may be missing; without it every host may lack TLS. */
  isPlain?(host: string, port: number): boolean;
  timeoutMs: number;
  ca?: string;
};

const MAX_REDIRECTS = 4;
const REDIRECTS = [301, 302, 303, 307, 308];
const WEB_PORTS = [80, 443];

export const publicInternet: SafeNetwork = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  isAllowed: (address, port) => isPublicAddress(address) && WEB_PORTS.includes(port),
  timeoutMs: 8_000,
};

/** SSRF: a host is resolved once and connected by that address, so that a second DNS answer cannot lead inside. */
export function createSafeFetch(network: SafeNetwork = publicInternet): SafeFetch {
  return (address, asked) =>
    withinTime(network.timeoutMs, (signal) => follow(network, address, asked, signal));
}

async function withinTime<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const timeout = AbortSignal.timeout(ms);
  try {
    return await before(timeout, work(timeout));
  } catch (cause) {
    if (cause instanceof FetchRefused) throw cause;
    throw new FetchRefused(timeout.aborted ? 'timeout' : 'network', { cause });
  }
}

/** The resolver takes no signal, and a silent name server must not hold up the request. */
export function before<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const late = () => reject(new FetchRefused('timeout'));
    signal.addEventListener('abort', late, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', late));
  });
}

async function follow(
  network: SafeNetwork,
  address: string,
  asked: FetchRequest,
  signal: AbortSignal,
): Promise<Fetched> {
  let url = parseAddress(address);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const reply = await open(network, url, signal);
    const status = reply.statusCode ?? 0;
    const next = reply.headers.location;
    if (!REDIRECTS.includes(status) || next === undefined) return read(reply, url, asked);
    reply.destroy();
    url = parseAddress(next, url);
  }
  throw new FetchRefused('too_many_redirects');
}

export function parseAddress(address: string, base?: URL): URL {
  const url = URL.parse(address, base);
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  // Never sends credentials that an address contains.
  if (!url || !isWeb || url.username || url.password) throw new FetchRefused('bad_url');
  return url;
}

async function open(network: SafeNetwork, url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  const options: RequestOptions = {
    ...(await connectionTo(network, url)),
    method: 'GET',
    signal,
    agent: false,
    headers: {
      Host: url.host,
      Accept: '*/*',
      'Accept-Encoding': 'gzip, deflate, br',
      'User-Agent': 'Mozilla/5.0 (compatible; Balcao/1.0; link preview)',
    },
  };
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? tlsRequest : plainRequest;
    send(options, resolve).on('error', reject).end();
  });
}

/** Throws FetchRefused for an address that is not public, not an allowed host, or without required TLS. */
export async function connectionTo(network: SafeNetwork, url: URL): Promise<RequestOptions> {
  const { isTls, host, port } = originOf(url);
  const address = await pin(network, host, port);
  const refusal = refusalOf(network, url);
  if (refusal) throw new FetchRefused(refusal);
  return {
    host: address,
    port,
    path: `${url.pathname}${url.search}`,
    // The certificate is checked for the name, although the connection goes to an address.
    ...(isTls && isIP(host) === 0 && { servername: host }),
    ...(network.ca !== undefined && { ca: network.ca }),
  } as RequestOptions;
}

function originOf(url: URL) {
  const isTls = url.protocol === 'https:';
  return {
    isTls,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isTls ? 443 : 80),
  };
}

/** Checks without a DNS lookup; the name may still resolve to an internal address. */
export function refusalOf(network: SafeNetwork, url: URL): RefusedBecause | undefined {
  const { isTls, host, port } = originOf(url);
  if (isIP(host) !== 0 && !isOpen(network, host, port, host)) return 'not_public';
  if (network.isNamed?.(host) === false) return 'not_named';
  if (!isTls && network.isPlain?.(host, port) === false) return 'plain';
  return undefined;
}

/** One internal address among public ones refuses the whole name. */
async function pin(network: SafeNetwork, host: string, port: number): Promise<string> {
  const found = isIP(host) !== 0 ? [host] : await network.resolve(host).catch(() => []);
  const [first] = found;
  if (first === undefined) throw new FetchRefused('unknown_host');
  if (!found.every((address) => isOpen(network, host, port, address))) throw new FetchRefused('not_public');
  return first;
}

const isOpen = (network: SafeNetwork, host: string, port: number, address: string) =>
  network.isAllowed(address, port) || network.isInternal?.(host, port, address) === true;

async function read(reply: IncomingMessage, url: URL, asked: FetchRequest): Promise<Fetched> {
  const [type = '', ...parameters] = (reply.headers['content-type'] ?? '').split(';');
  const mime = type.trim().toLowerCase();
  const unpack = UNPACK.get(reply.headers['content-encoding']?.trim().toLowerCase() ?? 'identity');
  const isWanted = asked.accept.test(mime) && unpack !== undefined;
  const isLong = Number(reply.headers['content-length'] ?? 0) > asked.maxBytes;
  const refusal = reply.statusCode !== 200 ? 'status' : !isWanted ? 'wrong_type' : undefined;
  if (refusal || (isLong && asked.onTooLarge === 'refuse')) {
    reply.destroy();
    throw new FetchRefused(refusal ?? 'too_large');
  }
  const charset = parameters.map((text) => /charset="?([\w:-]+)/i.exec(text)?.[1]).find(Boolean) ?? null;
  return { url: url.href, mime, charset, bytes: await readBody(reply, asked, unpack) };
}

/** Some servers compress without being asked. Unpacked bytes are counted, so that a bomb stops at the limit. */
export const UNPACK = new Map<string, (() => Transform) | null>([
  ['identity', null],
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

async function readBody(
  reply: IncomingMessage,
  { maxBytes, onTooLarge }: FetchRequest,
  unpack: (() => Transform) | null | undefined,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const body = unpack ? pipeline(reply, unpack(), () => undefined) : reply;
  for await (const part of body as AsyncIterable<Uint8Array>) {
    size += part.length;
    parts.push(part);
    if (size > maxBytes) {
      reply.destroy();
      if (onTooLarge === 'refuse') throw new FetchRefused('too_large');
      break;
    }
  }
  return new Uint8Array(Buffer.concat(parts).subarray(0, maxBytes));
}
