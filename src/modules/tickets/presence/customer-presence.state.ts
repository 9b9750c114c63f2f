import { createRecent } from '@/core/bounded-cache.ts';
import type { Ticks } from '@/core/clock.ts';
import type { Scope } from '@/core/scope.ts';
import { createThrottle } from '@/core/security/throttle.ts';
import { getAddress } from '@/modules/contacts/contacts.queries.ts';
import { getSetting } from '@/modules/settings/settings.queries.ts';
import type { PresenceState } from '@/whatsapp/port.ts';
import type { TicketRow } from '../list/tickets.queries.ts';

const REPEAT_MS = 4_000;
const FOLLOW = { tries: 1, perSeconds: 30 };
const BEGINNINGS = { tries: 4, perSeconds: 16 };
const MAX_CHATS = 1_000;

export type CustomerPresence = {
  isNews(chat: string, state: PresenceState): boolean;
  isFollowDue(chat: string): boolean;
};

export function createCustomerPresence(ticks: Ticks): CustomerPresence {
  const published = createRecent<{ state: PresenceState; at: number }>(MAX_CHATS);
  const beginnings = createThrottle(ticks, BEGINNINGS);
  const follows = createThrottle(ticks, FOLLOW);

  function isDue(chat: string, state: PresenceState): boolean {
    const last = published.get(chat);
    if (state === 'paused') return last !== undefined && last.state !== 'paused';
    if (last?.state === state && ticks() - last.at < REPEAT_MS) return false;
    return beginnings.tryTake(chat);
  }

  return {
    isNews(chat, state) {
      if (!isDue(chat, state)) return false;
      published.set(chat, { state, at: ticks() });
      return true;
    },
    isFollowDue: (chat) => follows.tryTake(chat),
  };
}

export async function followCustomer(scope: Scope, ticket: TicketRow): Promise<void> {
  const session = sessionOf(scope, ticket);
  if (ticket.isGroup || !session) return;
  await session.subscribePresence(await getAddress(scope, ticket.contactId));
}

export async function publishCustomer(scope: Scope, ticket: TicketRow, state: PresenceState): Promise<void> {
  const session = sessionOf(scope, ticket);
  if (!session || ticket.status !== 'open' || (await getSetting(scope, 'sendTyping')) !== 'enabled') return;
  await session.sendPresence(await getAddress(scope, ticket.contactId), state);
}

function sessionOf(scope: Scope, { connectionId }: TicketRow) {
  if (connectionId === null) return undefined;
  const session = scope.kernel.services.whatsapp.find({ companyId: scope.companyId, connectionId });
  return session?.state.status === 'CONNECTED' ? session : undefined;
}
