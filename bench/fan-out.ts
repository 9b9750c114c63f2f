/** One event to 1,000 open pages of a company, against Bun publishing the same bytes. */
import type { ServerWebSocket } from 'bun';
import { createFrameGates } from '@/kernel/live/frame-gate.ts';
import { createHub, type LiveMessage } from '@/kernel/live/hub.ts';
import { type PageSocketData, pageSockets } from '@/kernel/live/socket.ts';
import type { UserActor } from '@/kernel/scope.ts';
import { type Line, main, share } from './support/report.ts';

const SOCKETS = 1_000;
const ROUNDS = 100;
const actor = {
  kind: 'user',
  id: 1,
  companyId: 1,
  profile: 'admin',
  queueIds: [],
  session: 's',
} as unknown as UserActor;
const data = { action: 'update', ticket: { id: 1, lastMessage: 'x'.repeat(800) } };

export async function runFanOut(): Promise<Line[]> {
  const hub = createHub();
  const message: LiveMessage = { channel: 'ticket', data, canHear: () => true };
  const ours = await measure(
    pageSockets(hub, { gateOf: createFrameGates(() => 0), onFrame() {} }) as never,
    () => hub.deliver(1, message),
  );
  const frame = JSON.stringify({ channel: 'ticket', data });
  const bare = await measure(
    { open: (ws: ServerWebSocket) => void ws.subscribe('all'), message() {} } as never,
    (server) => void server.publish('all', frame),
  );
  return [share('one event to 1,000 sockets of a company', ours, bare, 'frames/s', 0.5)];
}

/** Frames per second that arrive at the clients. */
async function measure(
  websocket: Bun.WebSocketHandler<PageSocketData>,
  send: (server: Bun.Server<PageSocketData>) => void,
): Promise<number> {
  const server = Bun.serve<PageSocketData>({
    hostname: '127.0.0.1',
    port: 0,
    websocket,
    fetch: (request, bun) =>
      bun.upgrade(request, { data: { kind: 'page', actor } })
        ? undefined
        : new Response(null, { status: 400 }),
  });
  let arrived = 0;
  let told = () => {};
  const clients: WebSocket[] = [];
  for (let n = 0; n < SOCKETS; n += 1) {
    const client = new WebSocket(`ws://127.0.0.1:${server.port}`);
    client.onmessage = ({ data: text }) => {
      if (String(text).startsWith('{"channel":"ready"')) return;
      arrived += 1;
      if (arrived % SOCKETS === 0) told();
    };
    await new Promise((resolve) => {
      client.onopen = resolve;
    });
    clients.push(client);
  }
  const startedAt = performance.now();
  for (let round = 0; round < ROUNDS; round += 1) {
    const all = new Promise<void>((resolve) => {
      told = resolve;
    });
    send(server);
    await all;
  }
  const rate = (SOCKETS * ROUNDS * 1_000) / (performance.now() - startedAt);
  for (const client of clients) client.close();
  await server.stop(true);
  return rate;
}

if (import.meta.main) await main(runFanOut);
