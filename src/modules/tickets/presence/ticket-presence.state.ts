import type { LiveMessage, LiveSocket } from '@/core/realtime/hub.ts';
import { type Kernel, openScope, type Scope } from '@/core/scope.ts';
import type { PresenceState } from '@/whatsapp/port.ts';
import { aboutTicket } from '../follow/ticket-topics.logic.ts';
import { findTicketRow, requireTicket, type TicketRow } from '../list/tickets.queries.ts';
import { canSeeTicket } from '../tickets.policy.ts';
import { createCustomerPresence, followCustomer, publishCustomer } from './customer-presence.state.ts';
import type { PresenceFrame } from './presence-messages.listener.ts';

type Presence = { ticketId: number; state: 'viewing' | 'composing' | 'recording' };

declare module '@/core/scope.ts' {
  interface Services {
    ticketPresence: WeakMap<LiveSocket, Presence>;
  }
}

export type TicketPresence = { onFrame(socket: LiveSocket, frame: PresenceFrame): void };

export function watchTicketPresence(kernel: Kernel): TicketPresence {
  const presences = kernel.services.ticketPresence;
  const customers = createCustomerPresence(kernel.ticks);
  const scopeOf = ({ actor }: LiveSocket) => openScope(kernel, { companyId: actor.companyId, actor });
  const chatOf = ({ actor }: LiveSocket, ticketId: number) => `${actor.companyId}/${ticketId}`;
  const informed = new WeakSet<LiveSocket>();
  /** Only a socket's last frame counts: earlier pending ones are dropped. */
  const pendingFrames = new WeakMap<LiveSocket, { next: PresenceFrame | undefined; isBusy: boolean }>();

  kernel.hub.onGone((socket) => {
    if (presences.has(socket)) leave(socket).catch(report);
  });

  function report(error: unknown): void {
    kernel.log.debug({ err: error }, 'the presence in a ticket was not published');
  }

  async function notifyAll(socket: LiveSocket): Promise<void> {
    const sockets = [...kernel.hub.socketsOf(socket.actor.companyId)];
    const ids = new Set(sockets.flatMap((one) => presences.get(one)?.ticketId ?? []));
    if (ids.size === 0) return;
    const scope = await scopeOf(socket);
    for (const ticketId of ids) {
      const ticket = await findTicketRow(scope, ticketId);
      if (!ticket || !canSeeTicket(socket.actor, ticket)) continue;
      const message = peopleIn(scope, ticket);
      socket.deliver(message, JSON.stringify({ channel: message.channel, data: message.data }));
    }
  }

  async function leave(socket: LiveSocket): Promise<void> {
    const left = presences.get(socket)?.ticketId;
    presences.delete(socket);
    if (left !== undefined) await publishPeople(await scopeOf(socket), left);
  }

  async function view(socket: LiveSocket, ticketId: number | null): Promise<void> {
    if (isAt(presences.get(socket), ticketId, 'viewing')) return;
    if (presences.get(socket)?.ticketId !== ticketId) await leave(socket);
    if (ticketId === null) return;
    const scope = await scopeOf(socket);
    const ticket = await requireTicket(scope, ticketId);
    presences.set(socket, { ticketId, state: 'viewing' });
    await publishPeople(scope, ticketId);
    if (customers.isFollowDue(chatOf(socket, ticketId))) await followCustomer(scope, ticket);
  }

  async function type(socket: LiveSocket, ticketId: number, state: PresenceState): Promise<void> {
    const shown = state === 'composing' || state === 'recording' ? state : 'viewing';
    const isThere = isAt(presences.get(socket), ticketId, shown);
    const isNews = () => customers.isNews(chatOf(socket, ticketId), state);
    if (isThere && !isNews()) return;
    const scope = await scopeOf(socket);
    const ticket = await requireTicket(scope, ticketId);
    if (!isThere) {
      presences.set(socket, { ticketId, state: shown });
      await publishPeople(scope, ticketId);
      if (!isNews()) return;
    }
    await publishCustomer(scope, ticket, state);
  }

  function follow(socket: LiveSocket, frame: PresenceFrame): Promise<void> {
    return frame.channel === 'viewing'
      ? view(socket, frame.data.ticketId)
      : type(socket, frame.data.ticketId, frame.data.state);
  }

  return {
    async onFrame(socket, frame) {
      if (frame.channel === 'viewing' && !informed.has(socket)) {
        informed.add(socket);
        notifyAll(socket).catch(report);
      }
      const last = pendingFrames.get(socket) ?? { next: undefined, isBusy: false };
      pendingFrames.set(socket, last);
      last.next = frame;
      if (last.isBusy) return;
      last.isBusy = true;
      while (last.next) {
        const { next } = last;
        last.next = undefined;
        await follow(socket, next).catch(report);
      }
      last.isBusy = false;
    },
  };
}

function isAt(presence: Presence | undefined, ticketId: number | null, state: string): boolean {
  return presence?.ticketId === ticketId && presence?.state === state;
}

async function publishPeople(scope: Scope, ticketId: number): Promise<void> {
  const ticket = await findTicketRow(scope, ticketId);
  if (ticket) scope.kernel.hub.deliver(scope.companyId, peopleIn(scope, ticket));
}

function peopleIn(scope: Scope, ticket: TicketRow): LiveMessage {
  const ticketId = ticket.id;
  const people = new Map<number, { id: number; name: string; state: string }>();
  for (const socket of scope.kernel.hub.socketsOf(scope.companyId)) {
    const { actor } = socket;
    const presence = scope.kernel.services.ticketPresence.get(socket);
    if (presence?.ticketId !== ticketId) continue;
    const isBusier = people.get(actor.id)?.state === 'viewing' || !people.has(actor.id);
    if (isBusier) people.set(actor.id, { id: actor.id, name: actor.name, state: presence.state });
  }
  return {
    channel: 'ticketPresence',
    data: { ticketId, people: [...people.values()] },
    canReceive: (actor) => canSeeTicket(actor, ticket),
    about: aboutTicket(ticketId),
  };
}
