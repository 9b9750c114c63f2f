import { lookup } from 'node:dns/promises';
import type { Server, ServerWebSocket, WebSocketHandler } from 'bun';
import type { App } from './app.ts';
import type { Config } from './config.ts';
import type { Cluster } from './core/cluster/cluster.ts';
import type { Here } from './core/cluster/forwarding.ts';
import type { RelayedSocketData } from './core/cluster/relayed-socket.ts';
import { codeOf, StartRefused } from './core/errors.ts';
import { createBodyEnd } from './core/http/body/drain-body.ts';
import { callerOf, nowhere } from './core/http/caller.ts';
import { ownAddress } from './core/http/context.ts';
import { MAX_REQUEST_BYTES } from './core/http/uploads/upload.ts';
import { UNAUTHENTICATED } from './core/queue/fair-scheduler.ts';
import { createFrameGates } from './core/realtime/frame-limits.ts';
import { createLaterSocketIo } from './core/realtime/lazy-socket-io.ts';
import { type PageSocketData, pageSockets } from './core/realtime/page-socket.ts';
import type { SocketIoBridge } from './core/realtime/socket-io.ts';
import type { ClientSocketData } from './core/realtime/socket-io-engine.ts';
import type { Kernel } from './core/scope.ts';
import { watchWorkingCompanies } from './modules/auth/sessions/expired-companies.jobs.ts';
import { findBearer } from './modules/auth/sessions/identify.guard.ts';
import { watchNewSockets } from './modules/auth/sessions/sessions.service.ts';
import { socketsOf } from './modules/companies/plan-quotas.state.ts';
import { MODULES } from './modules.ts';
import { CONTRACT } from './web/routes.ts';

export type Listening = { url: string; stop(): Promise<void> };

type SocketData = PageSocketData | ClientSocketData | RelayedSocketData;

/** Long polls of Socket.IO outlast Bun's default of ten seconds. */
const IDLE_SECONDS = 50;

/** One port for everything: Bun.serve takes a single websocket handler. */
export function listen(kernel: Kernel, app: App, cluster?: Cluster): Listening {
  const { config, hub, ticks, log } = kernel;
  const gateOf = createFrameGates(ticks);
  watchNewSockets(kernel);
  const working = watchWorkingCompanies(kernel);
  const toBodyEnd = createBodyEnd(MAX_REQUEST_BYTES);
  const pages = pageSockets(hub, {
    stampOf: kernel.bus.stampOf,
    gateOf,
    log,
    messages: MODULES.flatMap(({ pageMessages }) => pageMessages?.(kernel) ?? []),
  });
  const io = createLaterSocketIo({
    hub,
    ticks,
    log,
    gateOf,
    mostOf: (companyId) => socketsOf(kernel, companyId),
    ownAddress: (address) => ownAddress(kernel, address),
    anonymousSlot: () => kernel.scheduler.take(UNAUTHENTICATED),
    allowedOrigins: config.allowedOrigins,
    actorOf: (token) => findBearer(kernel, token),
    messages: MODULES.flatMap(({ clientMessages }) => clientMessages?.(kernel) ?? []),
    contract: CONTRACT,
  });
  const answer = (request: Request, peer: string, bun: Server<SocketData>, isUnserved?: boolean) => {
    if (!new URL(request.url).pathname.startsWith('/socket.io/'))
      return toBodyEnd(request, () =>
        app.fetch(request, { server: bun, peer, ...(isUnserved && { isUnserved }) }),
      );
    if (isUnserved) return new Response(null, { status: 503 });
    return io.handle(request, bun, callerOf({ url: request.url, headers: request.headers, peer }, config));
  };
  const server: Server<SocketData> = orRefuse(config, () =>
    Bun.serve<SocketData>({
      port: config.port,
      hostname: config.host,
      idleTimeout: IDLE_SECONDS,
      maxRequestBodySize: MAX_REQUEST_BYTES,
      fetch(request, bun) {
        const peer = bun.requestIP(request)?.address ?? '';
        if (!URL.canParse(request.url))
          return app.fetch(nowhere(request), { server: bun, peer, isMalformed: true });
        const here: Here = (one, from, isUnserved) => answer(one, from, bun, isUnserved);
        return cluster ? cluster.forwarding.answer(request, peer, bun as never, here) : here(request, peer);
      },
      websocket: byKind(pages, io, cluster),
    }),
  );
  return {
    url:
      config.publicUrl ??
      `http://${config.host === '127.0.0.1' || config.host === '0.0.0.0' ? 'localhost' : config.host}:${server.port}`,
    async stop() {
      working.stop();
      await io.close();
      await server.stop(true);
    },
  };
}

/** For a name without an address Bun reports whatever the last system call did. Throws StartRefused. */
export async function requireKnownHost({ host, port }: Config): Promise<void> {
  await lookup(host).catch(({ code }: NodeJS.ErrnoException) => {
    throw cannotListen(host, port, code);
  });
}

const cannotListen = (host: string, port: number, why: unknown) =>
  new StartRefused(`HOST: nobody can listen on ${host}, port ${port} (${why}).`);

/** Throws StartRefused when the address cannot be bound. */
function orRefuse<T>({ host, port }: Config, serve: () => T): T {
  try {
    return serve();
  } catch (cause) {
    const code = codeOf(cause);
    if (code !== 'EADDRINUSE') throw cannotListen(host, port, code || cause);
    throw new StartRefused(`PORT: ${port} is in use by another program. Stop it, or choose another port.`);
  }
}

function byKind(
  pages: WebSocketHandler<PageSocketData>,
  { websocket: clients }: SocketIoBridge,
  cluster: Cluster | undefined,
): WebSocketHandler<SocketData> {
  const handlers = { page: pages, relayed: cluster?.sockets ?? pages, client: clients, refused: clients };
  const of = (ws: ServerWebSocket<SocketData>) => handlers[ws.data.kind] as WebSocketHandler<SocketData>;
  return {
    ...(pages as object),
    open: (ws) => of(ws).open?.(ws),
    message: (ws, frame) => of(ws).message?.(ws, frame),
    close: (ws, code, reason) => of(ws).close?.(ws, code, reason),
  };
}
