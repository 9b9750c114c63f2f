import type { Server, ServerWebSocket, WebSocketHandler } from 'bun';
import pino from 'pino';
import { createFrameGates } from '@/core/realtime/frame-limits.ts';
import { createHub, type LiveMessage } from '@/core/realtime/hub.ts';
import { pageSockets } from '@/core/realtime/page-socket.ts';
import { createSocketIo } from '@/core/realtime/socket-io.ts';
import type { UserActor } from '@/core/scope.ts';
import { type Line, main, share } from './support/report.ts';

const SOCKETS = 1_000;
const ROUNDS = 100;
const PEOPLE = 100;

const actorOf = (id: number) =>
  ({
    kind: 'user',
    id,
    companyId: 1,
    profile: 'admin',
    queueIds: [],
    session: `s${id}`,
  }) as unknown as UserActor;
const data = { action: 'update', ticket: { id: 1, lastMessage: 'x'.repeat(800) } };
const message: LiveMessage = { channel: 'ticket', data, canReceive: () => true };

type Kind = {
  websocket: WebSocketHandler<never>;
  fetch(request: Request, bun: Server<never>): Response | undefined | Promise<Response | undefined>;
  path(n: number): string;
  greet(frame: string): string | 'in' | undefined;
  isEvent(frame: string): boolean;
  send(server: Server<never>): void;
};

export async function runFanOut(): Promise<Line[]> {
  const [page, bare, client] = [
    await measure(ourPages()),
    await measure(bunAlone()),
    await measure(socketIo()),
  ];
  return [
    share('one event to 1,000 sockets of a company', page, bare, 'frames/s', 0.5),
    share('the same to 1,000 Socket.IO clients, against our own pages', client, page, 'frames/s', 0.67),
  ];
}

const upgraded = (request: Request, bun: Server<never>, id: number) =>
  bun.upgrade(request, { data: { kind: 'page', actor: actorOf(id) } as never })
    ? undefined
    : new Response(null, { status: 400 });

function ourPages(): Kind {
  const hub = createHub();
  return {
    websocket: pageSockets(hub, {
      gateOf: createFrameGates(() => 0),
      log: pino({ level: 'silent' }),
      messages: [],
      stampOf: () => '',
    }) as never,
    fetch: (request, bun) => upgraded(request, bun, 1),
    path: () => '/ws',
    greet: (frame) => (frame.startsWith('{"channel":"ready"') ? 'in' : undefined),
    isEvent: (frame) => frame.startsWith('{"channel":"ticket"'),
    send: () => hub.deliver(1, message),
  };
}

function bunAlone(): Kind {
  const frame = JSON.stringify({ channel: 'ticket', data });
  return {
    websocket: {
      open(ws: ServerWebSocket) {
        ws.subscribe('all');
        ws.send('in');
      },
      message() {},
    } as never,
    fetch: (request, bun) => upgraded(request, bun, 1),
    path: () => '/ws',
    greet: () => 'in',
    isEvent: (text) => text === frame,
    send: (server) => void server.publish('all', frame),
  };
}

function socketIo(): Kind {
  const hub = createHub();
  const io = createSocketIo({
    hub,
    ticks: () => performance.now(),
    log: pino({ level: 'silent' }),
    mostOf: async () => undefined,
    anonymousSlot: () => undefined,
    ownAddress: (address) => address,
    gateOf: createFrameGates(() => performance.now()),
    allowedOrigins: [],
    actorOf: async (token) => actorOf(Number(token)),
    messages: [],
    contract: {},
  });
  return {
    websocket: io.websocket as never,
    fetch: (request, bun) =>
      io.handle(request, bun, {
        address: '127.0.0.1',
        origin: 'http://127.0.0.1',
        isViaProxy: false,
        isMalformed: false,
      }),
    path: (n) => `/socket.io/?EIO=4&transport=websocket&token=${1 + (n % PEOPLE)}`,
    greet(frame) {
      if (frame.startsWith('0')) return '40';
      return frame.startsWith('42["ready"') ? 'in' : undefined;
    },
    isEvent: (frame) => frame.startsWith('42["company-1-ticket"'),
    send: () => hub.deliver(1, message),
  };
}

async function measure({ websocket, fetch, path, greet, isEvent, send }: Kind): Promise<number> {
  const server = Bun.serve<never>({ hostname: '127.0.0.1', port: 0, websocket, fetch });
  let arrived = 0;
  let notify = () => {};
  const clients: WebSocket[] = [];
  for (let n = 0; n < SOCKETS; n += 1) {
    const client = new WebSocket(`ws://127.0.0.1:${server.port}${path(n)}`);
    await new Promise<void>((resolve, reject) => {
      client.onclose = () => reject(new Error(`socket ${n} was closed`));
      client.onmessage = ({ data: text }) => {
        const frame = String(text);
        if (isEvent(frame)) {
          arrived += 1;
          if (arrived % SOCKETS === 0) notify();
          return;
        }
        const answer = greet(frame);
        if (answer === 'in') resolve();
        else if (answer !== undefined) client.send(answer);
      };
    });
    clients.push(client);
  }
  const startedAt = performance.now();
  for (let round = 0; round < ROUNDS; round += 1) {
    const all = new Promise<void>((resolve) => {
      notify = resolve;
    });
    send(server);
    await all;
  }
  const rate = (SOCKETS * ROUNDS * 1_000) / (performance.now() - startedAt);
  for (const client of clients) {
    client.onclose = null;
    client.close();
  }
  await server.stop(true);
  return rate;
}

if (import.meta.main) await main(runFanOut);
