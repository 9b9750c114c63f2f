import { Server as Engine } from '@socket.io/bun-engine';
import type { ServerWebSocket, WebSocketHandler } from 'bun';
import { Server, type Socket } from 'socket.io';
import type { Ticks } from '../clock.ts';
import type { Logger } from '../log.ts';
import type { UserActor } from '../scope.ts';
import { createThrottle } from '../security/throttle.ts';
import { onGone } from './client-events.ts';
import { type ClientFrames, createClientFrames } from './client-frames.ts';
import { type ClientMessage, type ClientSocket, subscribeClient, wants } from './client-messages.ts';
import type { ContractNames } from './contract-events.ts';
import { FLOOD, type FrameGate, MAX_FRAME_BYTES } from './frame-limits.ts';
import type { Hub } from './hub.ts';
import {
  type ClientSession,
  type ClientSocketData,
  createEngine,
  type EngineOptions,
  type LiveEngine,
  refuseSocket,
} from './socket-io-engine.ts';

export type SocketIoBridge = {
  handle: LiveEngine['handle'];
  websocket: WebSocketHandler<ClientSocketData>;
  close(): Promise<void>;
};

export type SocketIoOptions = {
  hub: Hub;
  ticks: Ticks;
  log: Logger;
  gateOf(actor: UserActor): FrameGate;
  mostOf: EngineOptions['mostOf'];
  anonymousSlot: EngineOptions['anonymousSlot'];
  ownAddress: EngineOptions['ownAddress'];
  allowedOrigins: string[];
  /** Undefined for an invalid or expired token. */
  actorOf(token: string): Promise<UserActor | undefined>;
  messages: ClientMessage[];
  contract: ContractNames;
};

const REFUSALS = { tries: 60, perSeconds: 60 };
const CONNECT_MS = 10_000;
const POLICY_VIOLATION = 1008;

export function createSocketIo(options: SocketIoOptions): SocketIoBridge {
  const io = new Server({ connectTimeout: CONNECT_MS });
  const engine = new Engine({
    path: '/socket.io/',
    pingInterval: 18_000,
    pingTimeout: 18_000,
    maxHttpBufferSize: MAX_FRAME_BYTES,
    ...(options.allowedOrigins.length > 0 && { cors: { origin: options.allowedOrigins, credentials: true } }),
  });
  io.bind(engine);
  const guard = createEngine({
    ...options,
    engine,
    slots: options.hub.slots,
    refusals: createThrottle(options.ticks, REFUSALS),
  });

  const framesOf = createClientFrames(options.contract);

  io.use((socket, next) => {
    const session = guard.sessionOf((socket.conn as unknown as { id: string }).id);
    if (!session) return next(new Error('Authentication error'));
    socket.data = { session, log: options.log };
    next();
  });

  io.on('connection', (socket) => {
    const client = clientSocket(socket, framesOf);
    options.hub.add(client);
    onGone(socket, () => options.hub.remove(client));
    subscribeClient(socket, client, options.messages);
    // Existing clients join their topics only after this event.
    socket.emit('ready');
  });

  const { websocket } = engine.handler();
  const asEngine = (ws: ServerWebSocket<ClientSocketData>) => ws as never;
  return {
    handle: guard.handle,
    websocket: {
      open(ws) {
        if (ws.data.kind === 'refused') return refuseSocket(ws, ws.data.message);
        ws.data.onOpen?.(ws);
        websocket.open(asEngine(ws));
      },
      message(ws, frame) {
        if (ws.data.kind === 'refused') return;
        const verdict = ws.data.gate.admit();
        if (verdict === 'pass') websocket.message(asEngine(ws), frame as never);
        if (verdict === 'close') ws.close(POLICY_VIOLATION, FLOOD);
      },
      close(ws, code, reason) {
        if (ws.data.kind !== 'refused') websocket.close(asEngine(ws), code, reason);
      },
    },
    async close() {
      await io.close();
    },
  };
}

function clientSocket(socket: Socket, framesOf: ClientFrames): ClientSocket {
  const { session }: { session: ClientSession } = socket.data;
  const { actor, origin } = session;
  const client: ClientSocket = {
    actor,
    follows: new Map(),
    deliver(message) {
      if (!socket.connected || !wants(client, message)) return;
      for (const frame of framesOf(actor.companyId, message, origin)) {
        if (session.line) session.line.send(frame);
        else socket.conn.write(frame.slice(1));
      }
    },
    close(reason) {
      if (reason === 'kicked') {
        const user = { id: actor.id, email: actor.email, companyId: actor.companyId };
        socket.emit(`company-${actor.companyId}-auth`, { action: 'update', user });
      }
      socket.disconnect(true);
    },
  };
  return client;
}
