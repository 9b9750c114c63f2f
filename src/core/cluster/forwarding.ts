import type { Server } from 'bun';
import type { Ticks } from '../clock.ts';
import { codeOf } from '../errors.ts';
import type { Logger } from '../log.ts';
import { EVENTS_PATH } from './broadcast.ts';
import type { ClusterNode } from './node.ts';
import { relaySocket } from './relayed-socket.ts';
import { runHere } from './request-route.ts';
import { FORWARDED_HEADER, type Forwarded, type RequestSigner } from './signed-request.ts';

/** `isUnserved`: it is to be refused, because no node serves its company now. */
export type Here = (request: Request, peer: string, isUnserved?: boolean) => Response | Promise<Response>;

export type ForwardingOptions = {
  node: Pick<ClusterNode, 'holds' | 'urlOf'>;
  ownUrl: string;
  signer: RequestSigner;
  answerEvents(request: Request): Promise<Response>;
  ticks: Ticks;
  log: Logger;
  pause(): Promise<unknown>;
  /** The company whose session, token or file the request names; undefined for none. */
  companyOf(request: Request): Promise<number | undefined>;
};

export type Forwarding = {
  answer(request: Request, peer: string, server: Server<never>, here: Here): Promise<Response>;
  /** Resolves when the company's requests that run here are answered, or have taken too long. */
  answered(companyId: number): Promise<void>;
};

/** A company changes its node within two seconds; after a crash it takes longer. */
const PATIENCE_MS = 10_000;
const LAST_ANSWERS_MS = 2_000;
/** Longer than the last answers, and the second until it sees its successor. */
const FORMER_OWNER_MS = 4_000;
const REPEATABLE_BYTES = 1024 * 1024;
const MISDIRECTED = 421;
/** RFC 9110 §9.2.2. */
const IDEMPOTENT = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'];
/** RFC 9110 §7.6.1, and the length, which may change on the way. */
const OF_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'content-length'];

export function createForwarding(options: ForwardingOptions): Forwarding {
  const { node, ownUrl, signer, answerEvents, ticks, log, pause, companyOf } = options;

  const running = new Map<number, number>();

  async function counted<T>(companyId: number | undefined, run: () => Promise<T>): Promise<T> {
    if (companyId === undefined) return run();
    running.set(companyId, (running.get(companyId) ?? 0) + 1);
    try {
      return await run();
    } finally {
      const left = (running.get(companyId) ?? 1) - 1;
      if (left > 0) running.set(companyId, left);
      else running.delete(companyId);
    }
  }

  async function toOwner(
    request: Request,
    forwarded: Forwarded,
    server: Server<never>,
    here: Here,
    isFromNode: boolean,
  ): Promise<Response> {
    const { companyId, peer } = forwarded;
    const end = ticks() + PATIENCE_MS;
    const { copy, isRepeatable } = await repeatable(request);
    while (ticks() < end && !request.signal.aborted) {
      if (node.holds(companyId)) return counted(companyId, () => answerHere(() => here(copy(), peer)));
      const url = node.urlOf(companyId);
      const isElsewhere = url !== undefined && url !== ownUrl;
      if (isElsewhere && isFromNode) return new Response(null, { status: MISDIRECTED });
      if (isElsewhere) {
        const response = await send(copy(), url, forwarded, server);
        if (response instanceof Response && response.status !== MISDIRECTED) return response;
        // It may have been carried out, so that a second time would do it twice.
        if (!isRepeatable || (response === 'unanswered' && !IDEMPOTENT.includes(request.method))) break;
      }
      await pause();
    }
    if (!request.signal.aborted) log.warn({ companyId }, 'no node answered for a company');
    return answerHere(() => here(copy(), peer, true));
  }

  async function send(
    request: Request,
    nodeUrl: string,
    forwarded: Forwarded,
    server: Server<never>,
  ): Promise<Response | 'unreached' | 'unanswered'> {
    const { pathname, search } = new URL(request.url);
    const url = `${nodeUrl}${pathname}${search}`;
    const headers = new Headers(request.headers);
    headers.set(FORWARDED_HEADER, signer.sign(request, forwarded));
    if (request.headers.get('Upgrade')?.toLowerCase() === 'websocket')
      return (await relaySocket(request, { url, headers }, server)) ?? 'unreached';
    for (const name of OF_CONNECTION) headers.delete(name);
    const { method, body } = request;
    const moved = new AbortController();
    const signal = AbortSignal.any([request.signal, moved.signal]);
    let isWaiting = true;
    const watch = async () => {
      while (isWaiting && node.urlOf(forwarded.companyId) === nodeUrl) await pause();
      // A former owner that lives answers, or says that it is none, within a few seconds.
      const end = ticks() + FORMER_OWNER_MS;
      while (isWaiting && ticks() < end) await pause();
      if (isWaiting) moved.abort();
    };
    try {
      const sent = { method, headers, body, signal, redirect: 'manual', decompress: false } as const;
      void watch();
      const response = await fetch(url, sent);
      const kept = new Headers(response.headers);
      for (const name of OF_CONNECTION) kept.delete(name);
      return new Response(response.body, { status: response.status, headers: kept });
    } catch (error) {
      log.debug({ err: error, node: nodeUrl }, 'another node did not answer');
      return codeOf(error) === 'ECONNREFUSED' ? 'unreached' : 'unanswered';
    } finally {
      isWaiting = false;
    }
  }

  return {
    async answer(request, peer, server, here) {
      if (request.headers.has(FORWARDED_HEADER)) {
        const forwarded = signer.verify(request);
        if (!forwarded) return new Response(null, { status: 403 });
        if (new URL(request.url).pathname === EVENTS_PATH) return answerEvents(request);
        return toOwner(request, forwarded, server, here, true);
      }
      const companyId = await companyOf(request);
      if (companyId !== undefined && !node.holds(companyId))
        return toOwner(request, { companyId, peer }, server, here, false);
      const kept = request.body && isSmall(request) ? request.clone() : request;
      const result = await counted(companyId, () => runHere(false, () => here(request, peer)));
      if (result instanceof Response) return result;
      return toOwner(kept as Request, { companyId: result, peer }, server, here, false);
    },
    async answered(companyId) {
      const end = ticks() + LAST_ANSWERS_MS;
      while (running.has(companyId) && ticks() < end) await pause();
    },
  };
}

const isSmall = ({ headers }: Request) =>
  Number(headers.get('Content-Length') ?? Infinity) <= REPEATABLE_BYTES;

/** A long body is streamed, so it can be sent only once. */
async function repeatable(request: Request): Promise<{ copy(): Request; isRepeatable: boolean }> {
  if (!request.body) return { copy: () => request, isRepeatable: true };
  if (!isSmall(request)) return { copy: () => request, isRepeatable: false };
  const { url, method, headers, signal } = request;
  const body = await request.arrayBuffer();
  return { copy: () => new Request(url, { method, headers, signal, body }), isRepeatable: true };
}

async function answerHere(run: () => Response | Promise<Response>): Promise<Response> {
  const result = await runHere(true, run);
  if (result instanceof Response) return result;
  throw new Error('a forwarded request was led further');
}
