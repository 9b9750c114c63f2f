import type { Server as Engine } from '@socket.io/bun-engine';
import type { Server, ServerWebSocket } from 'bun';
import { placeOf } from '../address.ts';
import { boundedText } from '../http/bounded-text.ts';
import type { Caller } from '../http/caller.ts';
import type { UserActor } from '../scope.ts';
import type { Seat, Seats } from '../seats.ts';
import type { Throttle } from '../throttle.ts';
import { type FrameGate, MAX_FRAME_BYTES } from './frame-gate.ts';

/** What a Socket.IO websocket carries beside the engine's own transport. */
export type ClientSocketData =
  | { kind: 'client'; gate: FrameGate; onOpen?(ws: ServerWebSocket<ClientSocketData>): void }
  | { kind: 'refused' };

export type EngineDoorOptions = {
  engine: Engine;
  seats: Seats;
  gateOf(actor: UserActor): FrameGate;
  /** Refused handshakes by address. */
  refusals: Throttle;
  allowedOrigins: string[];
  /** The person of an access token; undefined when it is not valid (any more). */
  actorOf(token: string): Promise<UserActor | undefined>;
};

export type EngineDoor = {
  handle(request: Request, bun: Server<never>, caller: Caller): Promise<Response>;
  /** Who opened an engine session, and where they see us; undefined when it is none. */
  sessionOf(engineId: string): ClientSession | undefined;
};

export type ClientSession = {
  actor: UserActor;
  origin: string;
  /** Past the engine's buffers, on a line that has been a websocket from its beginning. */
  line?: ServerWebSocket<ClientSocketData>;
};
type Session = ClientSession & { gate: FrameGate; seat: Seat; close?: () => void };

/** A poll may bring several packets, parted by this. */
const SEPARATOR = '\u001e';
const MAX_POLL_BYTES = 4 * MAX_FRAME_BYTES;

/**
 * Stands before the engine, which keeps a session for whoever asks: here it is asked for with a token, and the person
 * has a seat. Refused ones are told in the words that clients know, and nothing is kept of them.
 */
export function createEngineDoor(options: EngineDoorOptions): EngineDoor {
  const { engine, seats } = options;
  const sessions = new Map<string, Session>();
  /** The engine passes on the request and nothing else. */
  const arriving = new WeakMap<Request, Session>();

  engine.on('connection', (socket, request) => {
    const session = arriving.get(request);
    if (!session) return socket.close();
    session.close = () => void socket.close();
    sessions.set(socket.id, session);
    socket.once('close', () => {
      sessions.delete(socket.id);
      session.seat.leave();
    });
  });

  /** Its websockets carry the gate that counts what they say. */
  const upgrading = (bun: Server<never>, gate: FrameGate, more: object = {}) => ({
    upgrade: (request: Request, { data, headers }: { data: object; headers: Headers }) =>
      bun.upgrade(request, { headers, data: { ...data, kind: 'client', gate, ...more } as never }),
  });

  async function enter(request: Request, bun: Server<never>, caller: Caller): Promise<Response> {
    const token = new URL(request.url).searchParams.get('token');
    const actor = token ? await options.actorOf(token) : undefined;
    if (!actor) return refuse(request, bun, caller.address);
    const { address, origin } = caller;
    const seat = seats.take({ companyId: actor.companyId, userId: actor.id, address });
    if (typeof seat === 'string') return new Response(null, { status: seat === 'all' ? 503 : 429 });
    const session: Session = { actor, origin, seat, gate: options.gateOf(actor) };
    arriving.set(request, session);
    try {
      const onOpen = (ws: ServerWebSocket<ClientSocketData>) => {
        session.line = ws;
      };
      return await engine.handleRequest(request, upgrading(bun, session.gate, { onOpen }) as never);
    } finally {
      // Refused by the engine, it has no session that could close.
      if (!session.close) seat.leave();
    }
  }

  function refuse(request: Request, bun: Server<never>, address: string): Response {
    if (!options.refusals.tryTake(placeOf(address))) return new Response(null, { status: 429 });
    if (!request.headers.has('upgrade')) return refusedPoll(request, options.allowedOrigins);
    const isUpgraded = bun.upgrade(request, { data: { kind: 'refused' } as never });
    return new Response(null, { status: isUpgraded ? 200 : 400 });
  }

  async function goOn(request: Request, bun: Server<never>, session: Session): Promise<Response> {
    if (request.method !== 'POST') {
      if (request.headers.has('upgrade') && session.gate.admit() !== 'pass') return tooMany();
      return engine.handleRequest(request, upgrading(bun, session.gate) as never);
    }
    const text = await boundedText(request, MAX_POLL_BYTES);
    const isTooMany = text !== undefined && session.gate.admit(text.split(SEPARATOR).length) !== 'pass';
    if (text === undefined || isTooMany) {
      // What was in it is lost, and with it the order: the client begins anew.
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
      // An unknown session, another protocol: the engine says so, and keeps nothing.
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

/** An engine's greeting (`0`), and the namespace's refusal (`44`), as clients had them before there was a door. */
const GREETING = `0${JSON.stringify({ sid: 'refused', upgrades: [], pingInterval: 18_000, pingTimeout: 18_000, maxPayload: MAX_FRAME_BYTES })}`;
const REFUSAL = `44${JSON.stringify({ message: 'Authentication error' })}`;
const CLOSE = '1';

export function tellRefused(ws: ServerWebSocket<unknown>): void {
  ws.send(GREETING);
  ws.send(REFUSAL);
  ws.close(1008, 'Authentication error');
}

function refusedPoll(request: Request, allowedOrigins: string[]): Response {
  const origin = request.headers.get('origin') ?? '';
  const headers = new Headers({ 'Content-Type': 'text/plain; charset=UTF-8' });
  if (allowedOrigins.includes(origin)) {
    headers.set('Access-Control-Allow-Origin', origin);
    headers.set('Access-Control-Allow-Credentials', 'true');
    headers.set('Vary', 'Origin');
  }
  return new Response([GREETING, REFUSAL, CLOSE].join(SEPARATOR), { headers });
}

const tooMany = () => new Response(null, { status: 429 });

function withoutBody({ url, method, headers, signal }: Request): Request {
  return new Request(url, { method, headers, signal });
}
