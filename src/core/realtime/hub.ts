import { createSlots, type Full, type Slots } from '../queue/slots.ts';
import type { UserActor } from '../scope.ts';

/** One live update. The policy of the read decides for every socket whether it is sent. */
export type LiveMessage = {
  channel: string;
  data: unknown;
  canReceive(actor: UserActor): boolean;
  contractOnly?: boolean;
  /** Sent to Socket.IO clients that follow one of these topics or belong to one of these people; without it to all. */
  about?: { topics: string[]; userIds: number[] };
};

export type LiveSocket = {
  actor: UserActor;
  isVisible?: boolean;
  deliver(message: LiveMessage, frame: string): void;
  close(reason: 'kicked' | 'expired' | 'shutdown'): void;
};

export type Hub = {
  readonly slots: Slots;
  add(socket: LiveSocket): void;
  remove(socket: LiveSocket): void;
  hasListeners(companyId: number): boolean;
  deliver(companyId: number, message: LiveMessage): void;
  deliverToAll(message: LiveMessage): void;
  replaceActor(actor: UserActor): void;
  closeSession(session: string, reason: 'kicked' | 'expired'): void;
  /** `kept`: sessions whose sockets stay open. */
  closeUser(companyId: number, userId: number, reason: 'kicked' | 'expired', kept?: string[]): void;
  /** Closes the sockets of a company that was disabled or has expired; guests stay. */
  closeCompany(companyId: number, reason: 'kicked' | 'expired'): void;
  /** For a company that was deleted (`expired`) or is served elsewhere now (`shutdown`): guests' sockets, too. */
  closeAllOfCompany(companyId: number, reason: 'expired' | 'shutdown'): void;
  closeAll(): void;
  countOf(companyId: number, userId: number): number;
  isWatched(companyId: number, userId: number): boolean;
  readonly size: number;
  socketsOf(companyId: number): Iterable<LiveSocket>;
  companyIds(): number[];
  onAdded(listener: (socket: LiveSocket) => void): void;
  onGone(listener: (socket: LiveSocket) => void): void;
  onPresence(listener: (companyId: number, userId: number, isHere: boolean) => void): void;
};

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
    for (const socket of sockets) if (message.canReceive(socket.actor)) socket.deliver(message, frame);
  };
  const publish = (actor: UserActor, isHere: boolean) => {
    if (actor.home) return;
    for (const listener of presence) listener(actor.companyId, actor.id, isHere);
  };

  return {
    slots: createSlots(sockets),
    add(socket) {
      const sockets = of(socket.actor.companyId);
      sockets.add(socket);
      companies.set(socket.actor.companyId, sockets);
      if (countOf(socket.actor.companyId, socket.actor.id) === 1) publish(socket.actor, true);
      for (const listener of added) listener(socket);
    },
    remove(socket) {
      const sockets = of(socket.actor.companyId);
      if (!sockets.delete(socket)) return;
      for (const listener of gone) listener(socket);
      if (sockets.size === 0) companies.delete(socket.actor.companyId);
      if (countOf(socket.actor.companyId, socket.actor.id) === 0) publish(socket.actor, false);
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
    closeUser(companyId, userId, reason, kept = []) {
      for (const socket of [...of(companyId)])
        if (socket.actor.id === userId && !kept.includes(socket.actor.session)) socket.close(reason);
    },
    closeCompany(companyId, reason) {
      for (const socket of [...of(companyId)]) if (!socket.actor.home) socket.close(reason);
    },
    closeAllOfCompany(companyId, reason) {
      for (const socket of [...of(companyId)]) socket.close(reason);
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
