import type { Server, ServerWebSocket, WebSocketHandler } from 'bun';
import type { App } from './app.ts';
import { type PageSocketData, pageSockets } from './kernel/live/socket.ts';
import { createSocketIo } from './kernel/live/socket-io.ts';
import { type Kernel, openScope } from './kernel/scope.ts';
import { findBearer } from './modules/auth/identify.ts';
import { watchNewSockets } from './modules/auth/sessions.service.ts';
import { MAX_REQUEST_BYTES } from './modules/messages/messages.schema.ts';
import { watchTicketPresence } from './modules/tickets/ticket-presence.ts';
import { getTicket } from './modules/tickets/tickets.queries.ts';
import { markSeen } from './modules/users/presence.service.ts';

export type Listening = { url: string; stop(): Promise<void> };

/** Long polls of Socket.IO outlast Bun's default of ten seconds. */
const IDLE_SECONDS = 50;

/** One port for pages, contract, our own sockets and Socket.IO: Bun knows a single websocket handler. */
export function listen(kernel: Kernel, app: App): Listening {
  const heartbeat = ({ companyId, id }: { companyId: number; id: number }) => {
    markSeen(kernel, companyId, id).catch((error) =>
      kernel.log.error({ err: error }, 'a heartbeat was not stored'),
    );
  };
  const ticketPresence = watchTicketPresence(kernel);
  watchNewSockets(kernel);
  const pages = pageSockets(kernel.hub, {
    onFrame(socket, channel, data) {
      if (channel === 'userStatus') heartbeat(socket.actor);
      else ticketPresence.onFrame(socket, channel, data);
    },
  });
  const io = createSocketIo({
    hub: kernel.hub,
    allowedOrigins: kernel.config.allowedOrigins,
    publicUrl: kernel.config.publicUrl && new URL(kernel.config.publicUrl).origin,
    actorOf: (token) => findBearer(kernel, token),
    async canJoin(actor, ticketId) {
      const scope = await openScope(kernel, { companyId: actor.companyId, actor });
      return getTicket(scope, ticketId).then(
        () => true,
        () => false,
      );
    },
    onHeartbeat: heartbeat,
  });
  const ioHandler = io.engine.handler().websocket;
  const server: Server<unknown> = Bun.serve({
    port: kernel.config.port,
    hostname: kernel.config.host,
    idleTimeout: IDLE_SECONDS,
    maxRequestBodySize: MAX_REQUEST_BYTES,
    fetch: (request, bun) =>
      new URL(request.url).pathname.startsWith('/socket.io/')
        ? io.engine.handleRequest(request, bun as never)
        : app.fetch(request, bun),
    websocket: bothKinds(pages, ioHandler as WebSocketHandler<unknown>),
  });
  const { config } = kernel;
  return {
    url:
      config.publicUrl ??
      `http://${config.host === '127.0.0.1' || config.host === '0.0.0.0' ? 'localhost' : config.host}:${server.port}`,
    async stop() {
      await io.close();
      await server.stop(true);
    },
  };
}

/** Our own sockets carry their person; all others are Socket.IO's. */
function bothKinds(
  pages: WebSocketHandler<PageSocketData>,
  io: WebSocketHandler<unknown>,
): WebSocketHandler<unknown> {
  const isPage = (ws: ServerWebSocket<unknown>): ws is ServerWebSocket<PageSocketData> =>
    (ws.data as PageSocketData | undefined)?.kind === 'page';
  return {
    ...pages,
    maxPayloadLength: 1024 * 1024,
    open: (ws) => (isPage(ws) ? pages.open?.(ws) : io.open?.(ws)),
    message: (ws, frame) => (isPage(ws) ? pages.message?.(ws, frame) : io.message?.(ws, frame)),
    close: (ws, code, reason) =>
      isPage(ws) ? pages.close?.(ws, code, reason) : io.close?.(ws, code, reason),
  } as WebSocketHandler<unknown>;
}
