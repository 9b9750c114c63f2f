import { z } from 'zod';
import type { LiveMessage, LiveSocket } from '@/kernel/live/hub.ts';
import { type Kernel, openScope, type Scope } from '@/kernel/scope.ts';
import { getAddress } from '@/modules/contacts/contacts.queries.ts';
import { getSetting } from '@/modules/settings/settings.queries.ts';
import type { PresenceState } from '@/whatsapp/port.ts';
import { canSeeTicket } from './tickets.policy.ts';
import { findTicketRow, requireTicket, type TicketRow } from './tickets.queries.ts';

const Viewing = z.object({ ticketId: z.number().int().positive().nullable() });
const Typing = z.object({
  ticketId: z.number().int().positive(),
  state: z.enum(['composing', 'recording', 'paused']),
});

/** The customer is told again that we type at most this often. */
const REPEAT_MS = 4_000;

export type TicketPresence = { onFrame(socket: LiveSocket, channel: string, data: unknown): void };

/** Who of ours looks at or types in a ticket: kept with the sockets, told to the others, stored nowhere. */
export function watchTicketPresence(kernel: Kernel): TicketPresence {
  const told = new Map<string, { state: string; at: number }>();
  const scopeOf = ({ actor }: LiveSocket) => openScope(kernel, { companyId: actor.companyId, actor });

  kernel.hub.onGone((socket) => {
    if (socket.place) report(leave(socket));
  });
  const informed = new WeakSet<LiveSocket>();

  /** A page that says where it is has begun to listen: it is told once who is where, not only who moves from now on. */
  async function tellAll(socket: LiveSocket): Promise<void> {
    const sockets = [...kernel.hub.socketsOf(socket.actor.companyId)];
    const ids = new Set(sockets.flatMap(({ place }) => place?.ticketId ?? []));
    if (ids.size === 0) return;
    const scope = await scopeOf(socket);
    for (const ticketId of ids) {
      const ticket = await findTicketRow(scope, ticketId);
      if (!ticket || !canSeeTicket(socket.actor, ticket)) continue;
      const message = peopleIn(scope, ticket);
      socket.deliver(message, JSON.stringify({ channel: message.channel, data: message.data }));
    }
  }

  function report(work: Promise<void>): void {
    work.catch((error) => kernel.log.debug({ err: error }, 'presence in a ticket was not told'));
  }

  async function leave(socket: LiveSocket): Promise<void> {
    const left = socket.place?.ticketId;
    socket.place = undefined;
    if (left !== undefined) await tellPeople(await scopeOf(socket), left);
  }

  async function view(socket: LiveSocket, ticketId: number | null): Promise<void> {
    if (socket.place?.ticketId !== ticketId) await leave(socket);
    if (ticketId === null) return;
    const scope = await scopeOf(socket);
    const ticket = await requireTicket(scope, ticketId);
    socket.place = { ticketId, state: 'viewing' };
    await tellPeople(scope, ticketId);
    await followCustomer(scope, ticket);
  }

  async function type(socket: LiveSocket, ticketId: number, state: PresenceState): Promise<void> {
    const scope = await scopeOf(socket);
    const ticket = await requireTicket(scope, ticketId);
    const shown = state === 'composing' || state === 'recording' ? state : 'viewing';
    if (socket.place?.ticketId !== ticketId || socket.place.state !== shown) {
      socket.place = { ticketId, state: shown };
      await tellPeople(scope, ticketId);
    }
    if (isNews(`${scope.companyId}/${ticketId}`, state)) await tellCustomer(scope, ticket, state);
  }

  function isNews(key: string, state: string): boolean {
    const last = told.get(key);
    const now = kernel.clock().getTime();
    if (last?.state === state && (state === 'paused' || now - last.at < REPEAT_MS)) return false;
    told.delete(key);
    told.set(key, { state, at: now });
    const oldest = told.keys().next().value;
    if (told.size > 1000 && oldest !== undefined) told.delete(oldest);
    return true;
  }

  return {
    onFrame(socket, channel, data) {
      if (channel === 'viewing') {
        const frame = Viewing.safeParse(data);
        if (!frame.success) return;
        if (!informed.has(socket)) report(tellAll(socket));
        informed.add(socket);
        report(view(socket, frame.data.ticketId));
      } else if (channel === 'typing') {
        const frame = Typing.safeParse(data);
        if (frame.success) report(type(socket, frame.data.ticketId, frame.data.state));
      }
    },
  };
}

/** Everybody who may read the ticket hears who is in it; a page leaves its own person out. */
async function tellPeople(scope: Scope, ticketId: number): Promise<void> {
  const ticket = await findTicketRow(scope, ticketId);
  if (ticket) scope.kernel.hub.deliver(scope.companyId, peopleIn(scope, ticket));
}

function peopleIn(scope: Scope, ticket: TicketRow): LiveMessage {
  const ticketId = ticket.id;
  const people = new Map<number, { id: number; name: string; state: string }>();
  for (const { actor, place } of scope.kernel.hub.socketsOf(scope.companyId)) {
    if (place?.ticketId !== ticketId) continue;
    // Of several pages of one person the one he writes in counts.
    const isBusier = people.get(actor.id)?.state === 'viewing' || !people.has(actor.id);
    if (isBusier) people.set(actor.id, { id: actor.id, name: actor.name, state: place.state });
  }
  return {
    channel: 'ticketPresence',
    data: { ticketId, people: [...people.values()] },
    canHear: (actor) => canSeeTicket(actor, ticket),
    about: { ticketId, statuses: [], userIds: [] },
  };
}

/** From now on WhatsApp says when this customer types. */
async function followCustomer(scope: Scope, ticket: TicketRow): Promise<void> {
  const session = sessionOf(scope, ticket);
  if (ticket.isGroup || !session) return;
  await session.subscribePresence(await getAddress(scope, ticket.contactId));
}

async function tellCustomer(scope: Scope, ticket: TicketRow, state: PresenceState): Promise<void> {
  const session = sessionOf(scope, ticket);
  if (!session || ticket.status !== 'open' || (await getSetting(scope, 'sendTyping')) !== 'enabled') return;
  await session.sendPresence(await getAddress(scope, ticket.contactId), state);
}

function sessionOf(scope: Scope, { connectionId }: TicketRow) {
  if (connectionId === null) return undefined;
  const session = scope.kernel.services.whatsapp.find({ companyId: scope.companyId, connectionId });
  return session?.state.status === 'CONNECTED' ? session : undefined;
}
