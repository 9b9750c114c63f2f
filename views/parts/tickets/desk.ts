import type { TicketStatus, TicketView } from '../../../src/modules/tickets/tickets.schema.ts';

/** The signed-in person as the desk needs him. */
export type DeskMe = {
  id: number;
  companyId: number;
  name: string;
  profile: 'admin' | 'supervisor' | 'user';
  /** `tickets-manager:showall`. */
  canShowAll: boolean;
};

export type DeskQueue = { id: number; name: string; color: string };

/** What the list shows; its names in the address are those of the JSON contract. */
export type DeskFilter = {
  status: TicketStatus;
  /** Empty: all queues that the reader may see. */
  queueIds: number[];
  showAll: boolean;
};

export type DeskRoute = { uuid: string | null; filter: DeskFilter };

const STATUSES: readonly string[] = ['open', 'pending', 'closed'] satisfies TicketStatus[];

/** `/tickets/<uuid>?status=pending&queueIds=[1,2]&showAll=true`; what is usual is left out. */
export function deskHref({ uuid, filter }: DeskRoute): string {
  const query = new URLSearchParams();
  if (filter.status !== 'open') query.set('status', filter.status);
  if (filter.queueIds.length > 0) query.set('queueIds', JSON.stringify(filter.queueIds));
  if (filter.showAll) query.set('showAll', 'true');
  const text = query.toString();
  return `/tickets${uuid ? `/${uuid}` : ''}${text ? `?${text}` : ''}`;
}

/** The desk's state in an address; undefined when it leads elsewhere. */
export function parseDeskHref(href: string): DeskRoute | undefined {
  const url = new URL(href, 'http://desk.invalid');
  const path = /^\/tickets(?:\/([\w-]+))?\/?$/.exec(url.pathname);
  if (!path) return undefined;
  const status = url.searchParams.get('status') ?? 'open';
  return {
    uuid: path[1] ?? null,
    filter: {
      status: STATUSES.includes(status) ? (status as TicketStatus) : 'open',
      queueIds: idsOf(url.searchParams.get('queueIds')),
      showAll: url.searchParams.get('showAll') === 'true',
    },
  };
}

/** Ids in JSON text; anything else counts as none. */
export function idsOf(text: string | null): number[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(list) ? list.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0) : [];
  } catch {
    return [];
  }
}

/**
 * Whether a ticket stands in the list with this filter: own open ones, all waiting and closed ones; of the chosen
 * queues, or of none. What the reader may see at all the server has decided before.
 */
export function belongsTo(filter: DeskFilter, meId: number, ticket: TicketView): boolean {
  if (ticket.status !== filter.status) return false;
  // Put aside: out of the way until its time comes. What is closed is history, and listed.
  if (ticket.snoozedUntil !== null && ticket.status !== 'closed') return false;
  const isChosen =
    filter.queueIds.length === 0 || ticket.queueId === null || filter.queueIds.includes(ticket.queueId);
  return isChosen && (ticket.status !== 'open' || filter.showAll || ticket.userId === meId);
}
