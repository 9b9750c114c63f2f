import type { UserActor } from '../scope.ts';
import { createSeats, type Full, type Seats } from '../seats.ts';

/** One live update. The policy of the read decides for every socket whether it is sent. */
export type LiveMessage = {
  /** The contract's name behind `company-{id}-`, e.g. `user`. */
  channel: string;
  data: unknown;
  canHear(actor: UserActor): boolean;
  /** Sent to Socket.IO clients only: our own pages learn it from the update that follows. */
  contractOnly?: boolean;
  /** Sent to Socket.IO clients that follow one of these topics or belong to one of these people; without it to all. */
  about?: { topics: string[]; userIds: number[] };
};

export type LiveSocket = {
  actor: UserActor;
  /** The page is in view. Pages report it themselves; existing clients never do. */
  isVisible?: boolean;
  /** `frame` is the message as JSON text for our own pages, made once for all of them. */
  deliver(message: LiveMessage, frame: string): void;
  /** Before closing for 'kicked', the person is told why. */
  close(reason: 'kicked' | 'expired' | 'shutdown'): void;
};

export type Hub = {
  /** Each socket takes a seat before it is accepted. */
  readonly seats: Seats;
  add(socket: LiveSocket): void;
  remove(socket: LiveSocket): void;
  /** False when an update need not be built, because nobody would receive it. */
  hasListeners(companyId: number): boolean;
  deliver(companyId: number, message: LiveMessage): void;
  /** To every company; `canHear` is asked for each socket. */
  deliverToAll(message: LiveMessage): void;
  /** A changed right takes effect at once. */
  replaceActor(actor: UserActor): void;
  closeSession(session: string, reason: 'kicked' | 'expired'): void;
  closeUser(companyId: number, userId: number, reason: 'kicked' | 'expired'): void;
  /** Closes the sockets of a company that was disabled or has expired; visitors stay. */
  closeCompany(companyId: number, reason: 'kicked' | 'expired'): void;
  /** Of one that is gone. */
  closeWhole(companyId: number): void;
  closeAll(): void;
  countOf(companyId: number, userId: number): number;
  /** Whether one of this person's pages is in view. */
  isWatched(companyId: number, userId: number): boolean;
  readonly size: number;
  socketsOf(companyId: number): Iterable<LiveSocket>;
  /** Companies with at least one open socket. */
  companyIds(): number[];
  /** Called after a socket was added. */
  onAdded(listener: (socket: LiveSocket) => void): void;
  /** Called after a socket was removed. */
  onGone(listener: (socket: LiveSocket) => void): void;
  /** Called when a person's first socket opens and when their last one closes. */
  onPresence(listener: (companyId: number, userId: number, isHere: boolean) => void): void;
};

/** A tab has one socket, and a whole office one address. */
const SOCKETS = { person: 20, company: 1_000, address: 1_500, all: 3_000 };

export function createHub(sockets: Record<Full, number> = SOCKETS): Hub {
  const companies = new Map<number, Set<LiveSocket>>();
  const presence: ((companyId: number, userId: number, isHere: boolean) => void)[] = [];
  const added: ((socket: LiveSocket) => void)[] = [];
  const gone: ((socket: LiveSocket) => void)[] = [];
  const of = (companyId: number) => companies.get(companyId) ?? new Set<LiveSocket>();
  const all = () => [...companies.values()].flatMap((sockets) => [...sockets]);
  const countOf = (companyId: number, userId: number) =>
    [...of(companyId)].filter((socket) => socket.actor.id === userId).length;
  const deliver = (companyId: number, message: LiveMessage) => {
    const sockets = of(companyId);
    if (sockets.size === 0) return;
    const frame = JSON.stringify({ channel: message.channel, data: message.data });
    for (const socket of sockets) if (message.canHear(socket.actor)) socket.deliver(message, frame);
  };
  const tell = (actor: UserActor, isHere: boolean) => {
    if (actor.visitor) return;
    for (const listener of presence) listener(actor.companyId, actor.id, isHere);
  };

  return {
    seats: createSeats(sockets),
    add(socket) {
      const sockets = of(socket.actor.companyId);
      sockets.add(socket);
      companies.set(socket.actor.companyId, sockets);
      if (countOf(socket.actor.companyId, socket.actor.id) === 1) tell(socket.actor, true);
      for (const listener of added) listener(socket);
    },
    remove(socket) {
      const sockets = of(socket.actor.companyId);
      if (!sockets.delete(socket)) return;
      for (const listener of gone) listener(socket);
      if (sockets.size === 0) companies.delete(socket.actor.companyId);
      if (countOf(socket.actor.companyId, socket.actor.id) === 0) tell(socket.actor, false);
    },
    hasListeners: (companyId) => of(companyId).size > 0,
    deliver,
    deliverToAll(message) {
      for (const companyId of companies.keys()) deliver(companyId, message);
    },
    replaceActor(actor) {
      for (const socket of of(actor.companyId)) {
        if (socket.actor.id === actor.id) socket.actor = { ...actor, session: socket.actor.session };
      }
    },
    closeSession(session, reason) {
      for (const socket of all()) if (socket.actor.session === session) socket.close(reason);
    },
    closeUser(companyId, userId, reason) {
      for (const socket of [...of(companyId)]) if (socket.actor.id === userId) socket.close(reason);
    },
    closeCompany(companyId, reason) {
      for (const socket of [...of(companyId)]) if (!socket.actor.visitor) socket.close(reason);
    },
    closeWhole(companyId) {
      for (const socket of [...of(companyId)]) socket.close('expired');
    },
    closeAll() {
      for (const socket of all()) socket.close('shutdown');
    },
    countOf,
    isWatched: (companyId, userId) =>
      [...of(companyId)].some((socket) => socket.actor.id === userId && socket.isVisible === true),
    get size() {
      return all().length;
    },
    socketsOf: of,
    companyIds: () => [...companies.keys()],
    onAdded(listener) {
      added.push(listener);
    },
    onGone(listener) {
      gone.push(listener);
    },
    onPresence(listener) {
      presence.push(listener);
    },
  };
}
