import { Server as Engine } from '@socket.io/bun-engine';
import { Server, type Socket } from 'socket.io';
import type { UserActor } from '../scope.ts';
import { contractEvents } from './contract-events.ts';
import type { Hub, LiveMessage, LiveSocket } from './hub.ts';

export type SocketIoBridge = {
  engine: Engine;
  close(): Promise<void>;
};

export type SocketIoOptions = {
  hub: Hub;
  allowedOrigins: string[];
  /** Scheme and host under which clients see us; undefined is what they asked for. */
  publicUrl: string | undefined;
  /** The person of an access token; undefined when it is not valid (any more). */
  actorOf(token: string): Promise<UserActor | undefined>;
  /** May he follow this ticket? */
  canJoin(actor: UserActor, ticketId: number): Promise<boolean>;
  /** He is still there. */
  onHeartbeat(actor: UserActor): void;
};

/** What an existing client has asked to follow; kept per socket, checked when it asks and at every delivery. */
type Joins = { tickets: Map<number, number>; statuses: Set<string>; notifications: boolean };

const STATUSES = ['open', 'pending', 'closed'];
const MAX_JOINED_TICKETS = 50;

/** The same events for Socket.IO clients at `/socket.io/`, under their contract names (`company-{id}-…`). */
export function createSocketIo(options: SocketIoOptions): SocketIoBridge {
  const io = new Server();
  const engine = new Engine({
    path: '/socket.io/',
    pingInterval: 18_000,
    pingTimeout: 18_000,
    ...(options.allowedOrigins.length > 0 && { cors: { origin: options.allowedOrigins, credentials: true } }),
  });
  io.bind(engine);

  io.use(async (socket, next) => {
    const token = socket.handshake.query.token;
    const actor = typeof token === 'string' ? await options.actorOf(token) : undefined;
    if (!actor) return next(new Error('Authentication error'));
    socket.data.actor = actor;
    next();
  });

  io.on('connection', (socket) => {
    const joins: Joins = { tickets: new Map(), statuses: new Set(), notifications: false };
    const live = liveSocket(socket, joins, options.publicUrl ?? originOf(socket));
    options.hub.add(live);
    socket.on('disconnect', () => options.hub.remove(live));
    listenToJoins(socket, live, joins, options);
    // Existing clients send their joins only after this.
    socket.emit('ready');
  });

  return {
    engine,
    async close() {
      await io.close();
    },
  };
}

function liveSocket(socket: Socket, joins: Joins, origin: string): LiveSocket {
  const actor: UserActor = socket.data.actor;
  const live: LiveSocket = {
    actor,
    deliver(message, frame) {
      if (!wants(joins, live.actor, message)) return;
      const { channel, data } = JSON.parse(absolute(frame, origin)) as { channel: string; data: unknown };
      for (const event of contractEvents(actor.companyId, channel, data)) socket.emit(event.name, event.data);
    },
    close(reason) {
      if (reason === 'kicked') {
        const user = { id: actor.id, email: actor.email, companyId: actor.companyId };
        socket.emit(`company-${actor.companyId}-auth`, { action: 'update', user });
      }
      socket.disconnect(true);
    },
  };
  return live;
}

/** The host of the handshake: these clients want absolute media addresses. */
function originOf(socket: Socket): string {
  const { host, 'x-forwarded-proto': scheme = 'http' } = socket.handshake.headers;
  return host ? `${scheme}://${host}` : '';
}

function absolute(frame: string, origin: string): string {
  return frame.replace(/"(mediaUrl|profilePicUrl|mediaPath|imageUrl)":"\/media\//g, `"$1":"${origin}/media/`);
}

/** A ticket's events reach those who joined it, its list or the notifications, and the people it concerns. */
function wants(joins: Joins, actor: UserActor, { about }: LiveMessage): boolean {
  if (!about) return true;
  return (
    joins.notifications ||
    joins.tickets.has(about.ticketId) ||
    about.statuses.some((status) => joins.statuses.has(status)) ||
    about.userIds.includes(actor.id)
  );
}

function listenToJoins(socket: Socket, live: LiveSocket, joins: Joins, options: SocketIoOptions): void {
  // Several components of one page may join the same ticket: it is left when the last one leaves.
  const leave = (ticketId: number) => {
    const left = (joins.tickets.get(ticketId) ?? 0) - 1;
    if (left > 0) joins.tickets.set(ticketId, left);
    else joins.tickets.delete(ticketId);
  };
  socket.on('joinChatBox', async (id: unknown) => {
    const ticketId = Number(id);
    if (!Number.isSafeInteger(ticketId) || joins.tickets.size >= MAX_JOINED_TICKETS) return;
    // Counted before the answer is known: a leave that follows at once must find it.
    joins.tickets.set(ticketId, (joins.tickets.get(ticketId) ?? 0) + 1);
    if (!(await options.canJoin(live.actor, ticketId))) leave(ticketId);
  });
  socket.on('leaveChatBox', (id: unknown) => leave(Number(id)));
  socket.on('joinNotification', () => {
    joins.notifications = true;
  });
  socket.on('leaveNotification', () => {
    joins.notifications = false;
  });
  socket.on('joinTickets', (status: unknown) => {
    if (STATUSES.includes(String(status))) joins.statuses.add(String(status));
  });
  socket.on('leaveTickets', (status: unknown) => {
    joins.statuses.delete(String(status));
  });
  socket.on('userStatus', () => options.onHeartbeat(live.actor));
}
