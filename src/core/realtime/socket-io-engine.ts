import type { Server as Engine } from '@socket.io/bun-engine';
import type { Server, ServerWebSocket } from 'bun';
import { boundedText } from '../http/body/bounded-body.ts';
import type { Caller } from '../http/caller.ts';
import type { Logger } from '../log.ts';
import type { Full, Slot, Slots } from '../queue/slots.ts';
import type { UserActor } from '../scope.ts';
import { networkKey } from '../security/network-address.ts';
import type { Throttle } from '../security/throttle.ts';
import { type FrameGate, MAX_FRAME_BYTES } from './frame-limits.ts';
import { SOCKET_REFUSED } from './page-socket.ts';

export type ClientSocketData =
  | { kind: 'client'; gate: FrameGate; onOpen?(ws: ServerWebSocket<ClientSocketData>): void }
  | { kind: 'refused'; message: string };

export type EngineOptions = {
  engine: Engine;
  slots: Slots;
  gateOf(actor: UserActor): FrameGate;
  /** Maximum sockets of a company; undefined means the default. */
  mostOf(companyId: number): Promise<number | undefined>;
  refusals: Throttle;
  allowedOrigins: string[];
  log: Logger;
  /** Undefined where many clients share one unknowingly. */
  ownAddress(address: string): string | undefined;
  anonymousSlot(): Promise<void> | undefined;
  actorOf(token: string): Promise<UserActor | undefined>;
};

export type LiveEngine = {
  handle(request: Request, bun: Server<never>, caller: Caller): Promise<Response>;
  /** The person of an engine session, and our origin as they address it; undefined for an unknown session. */
  sessionOf(engineId: string): ClientSession | undefined;
};

export type ClientSession = {
  actor: UserActor;
  origin: string;
  /** The raw websocket, which bypasses the engine's buffers; only for sessions that began as a websocket. */
  line?: ServerWebSocket<ClientSocketData>;
};
type Session = ClientSession & { gate: FrameGate; slot: Slot; close?: () => void };

/** Separates the packets of one poll (Engine.IO 4). */
const SEPARATOR = '\u001e';
const POLL_PACE = { graceMs: 30_000, bytesPerSecond: 4_096 };
const MAX_POLL_BYTES = 4 * MAX_FRAME_BYTES;

/** The engine opens a session for any client: requires a token and a free slot; refusals store nothing. */
export function createEngine(options: EngineOptions): LiveEngine {
  const { engine, slots } = options;
  const sessions = new Map<string, Session>();
  const arriving = new WeakMap<Request, Session>();

  engine.on('connection', (socket, request) => {
    const session = arriving.get(request);
    if (!session) return socket.close();
    session.close = () => void socket.close();
    sessions.set(socket.id, session);
    socket.once('close', () => {
      sessions.delete(socket.id);
      session.slot.leave();
    });
  });

  const upgrading = (bun: Server<never>, gate: FrameGate, more: object = {}) => ({
    upgrade: (request: Request, { data, headers }: { data: object; headers: Headers }) =>
      bun.upgrade(request, { headers, data: { ...data, kind: 'client', gate, ...more } as never }),
  });

  async function enter(request: Request, bun: Server<never>, caller: Caller): Promise<Response> {
    const token = new URL(request.url).searchParams.get('token');
    const actor = token ? await options.actorOf(token) : undefined;
    if (!actor) {
      await options.anonymousSlot();
      return refuse(request, bun, caller.address);
    }
    const { origin } = caller;
    const address = options.ownAddress(caller.address);
    const { companyId, id: userId } = actor;
    const companyMost = await options.mostOf(companyId);
    const slot = slots.take({ companyId, userId, address, companyMost });
    if (typeof slot === 'string') {
      options.log.warn({ companyId, userId, limit: slot }, SOCKET_REFUSED);
      return answerRefusal(request, bun, TOO_MANY[slot]);
    }
    const session: Session = { actor, origin, slot, gate: options.gateOf(actor) };
    arriving.set(request, session);
    try {
      const onOpen = (ws: ServerWebSocket<ClientSocketData>) => {
        session.line = ws;
      };
      return await engine.handleRequest(request, upgrading(bun, session.gate, { onOpen }) as never);
    } finally {
      // When the engine refused the request, no session exists whose end would free the slot.
      if (!session.close) slot.leave();
    }
  }

  function refuse(request: Request, bun: Server<never>, address: string): Response {
    if (!options.refusals.tryTake(networkKey(address))) return new Response(null, { status: 429 });
    return answerRefusal(request, bun, 'Authentication error');
  }

  function answerRefusal(request: Request, bun: Server<never>, message: string): Response {
    if (!request.headers.has('upgrade')) return refusedPoll(request, options.allowedOrigins, message);
    const isUpgraded = bun.upgrade(request, { data: { kind: 'refused', message } as never });
    return new Response(null, { status: isUpgraded ? 200 : 400 });
  }

  async function goOn(request: Request, bun: Server<never>, session: Session): Promise<Response> {
    if (request.method !== 'POST') {
      if (request.headers.has('upgrade') && session.gate.admit() !== 'pass') return tooMany();
      return engine.handleRequest(request, upgrading(bun, session.gate) as never);
    }
    // A body that is too slow ends the session, as one that is too long does.
    const text = await boundedText(request, MAX_POLL_BYTES, POLL_PACE).catch(() => undefined);
    const isTooMany = text !== undefined && session.gate.admit(text.split(SEPARATOR).length) !== 'pass';
    if (text === undefined || isTooMany) {
      // Dropped packets would leave a gap in the order, so the client must reconnect.
      session.close?.();
      return new Response(null, { status: isTooMany ? 429 : 413 });
    }
    const { url, method, headers, signal } = request;
    return engine.handleRequest(new Request(url, { method, headers, signal, body: text }), bun as never);
  }

  return {
    async handle(request, bun, caller) {
      if (caller.isMalformed) return new Response(null, { status: 400 });
      const { searchParams } = new URL(request.url);
      const session = sessions.get(searchParams.get('sid') ?? '');
      if (session) return goOn(request, bun, session);
      // The engine itself answers unknown sessions and other protocols with an error, and stores nothing.
      const opens =
        !searchParams.get('sid') &&
        request.method === 'GET' &&
        searchParams.get('EIO') === '4' &&
        ['polling', 'websocket'].includes(searchParams.get('transport') ?? '');
      if (opens) return enter(request, bun, caller);
      return engine.handleRequest(withoutBody(request), bun as never);
    },
    sessionOf: (engineId) => sessions.get(engineId),
  };
}

/** Engine.IO 4 `0` opens a session, Socket.IO 5 `44` refuses the namespace: clients then show their own message. */
const GREETING = `0${JSON.stringify({ sid: 'refused', upgrades: [], pingInterval: 18_000, pingTimeout: 18_000, maxPayload: MAX_FRAME_BYTES })}`;
const refusal = (message: string) => `44${JSON.stringify({ message })}`;
const TOO_MANY: Record<Full, string> = {
  person: 'Too many connections of this person',
  company: 'Too many connections of this company',
  address: 'Too many connections from this address',
  all: 'Too many connections to this server',
};
const CLOSE = '1';

export function refuseSocket(ws: ServerWebSocket<unknown>, message: string): void {
  ws.send(GREETING);
  ws.send(refusal(message));
  ws.close(1008, message);
}

function refusedPoll(request: Request, allowedOrigins: string[], message: string): Response {
  const origin = request.headers.get('origin') ?? '';
  const headers = new Headers({ 'Content-Type': 'text/plain; charset=UTF-8' });
  if (allowedOrigins.includes(origin)) {
    headers.set('Access-Control-Allow-Origin', origin);
    headers.set('Access-Control-Allow-Credentials', 'true');
    headers.set('Vary', 'Origin');
  }
  return new Response([GREETING, refusal(message), CLOSE].join(SEPARATOR), { headers });
}

const tooMany = () => new Response(null, { status: 429 });

function withoutBody({ url, method, headers, signal }: Request): Request {
  return new Request(url, { method, headers, signal });
}
