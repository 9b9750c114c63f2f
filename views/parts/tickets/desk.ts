import type { TicketStatus } from '../../../src/modules/tickets/tickets.schema.ts';
import type { TicketView } from '../../../src/modules/tickets/tickets.views.ts';

/** The signed-in person as the desk needs him. */
export type DeskMe = {
  id: number;
  companyId: number;
  name: string;
  profile: 'admin' | 'supervisor' | 'user';
  /** `tickets-manager:showall`. */
  canShowAll: boolean;
  /** A supervisor: the open tickets of colleagues are a list of theirs. */
  canSeeTeam: boolean;
};

export type DeskQueue = { id: number; name: string; color: string };

/** What is looked for in all tickets; tags all together, people one or the other. */
export type DeskSearch = { text: string; tagIds: number[]; userIds: number[] };

/** What the list shows; its names in the address are those of the JSON contract. */
export type DeskFilter = {
  status: TicketStatus;
  /** Empty: all queues that the reader may see. */
  queueIds: number[];
  showAll: boolean;
  /** Waiting tickets: who came last is first, instead of who has waited longest. */
  sort?: 'newest';
  /** Of the open ones those of colleagues, instead of one's own. */
  team?: boolean;
  /** Instead of the status: what is put aside until a time. */
  snoozed?: boolean;
  /** Instead of both: the search tab, also before anything is looked for. */
  search?: DeskSearch;
};

/** The lists that the desk has. */
export type DeskView = TicketStatus | 'team' | 'snoozed' | 'search';

export function viewOf({ status, team, snoozed, search }: DeskFilter): DeskView {
  return search ? 'search' : snoozed ? 'snoozed' : team ? 'team' : status;
}

const NO_SEARCH: DeskSearch = { text: '', tagIds: [], userIds: [] };

/** What leads to another list; what was chosen for all of them stays. */
export function filterFor(view: DeskView, { queueIds, showAll, sort, search }: DeskFilter): DeskFilter {
  return {
    queueIds,
    showAll,
    ...(sort && { sort }),
    status: view === 'pending' || view === 'closed' ? view : 'open',
    ...(view === 'team' && { team: true }),
    ...(view === 'snoozed' && { snoozed: true }),
    ...(view === 'search' && { search: search ?? NO_SEARCH }),
  };
}

export function isBlankSearch({ text, tagIds, userIds }: DeskSearch): boolean {
  return text === '' && tagIds.length === 0 && userIds.length === 0;
}

export type DeskRoute = { uuid: string | null; filter: DeskFilter };

/** As long as the server takes it. */
export const MAX_SEARCH = 200;
const STATUSES: readonly string[] = ['open', 'pending', 'closed'] satisfies TicketStatus[];

/** `/tickets/<uuid>?status=pending&queueIds=[1,2]&showAll=true` or `?searchParam=…&tags=[3]`; what is usual is left out. */
export function deskHref({ uuid, filter }: DeskRoute): string {
  const query = new URLSearchParams();
  const { search } = filter;
  if (search) {
    query.set('searchParam', search.text);
    if (search.tagIds.length > 0) query.set('tags', JSON.stringify(search.tagIds));
    if (search.userIds.length > 0) query.set('users', JSON.stringify(search.userIds));
  } else if (filter.snoozed) query.set('snoozed', 'true');
  else if (filter.team) query.set('team', 'true');
  else if (filter.status !== 'open') query.set('status', filter.status);
  if (filter.queueIds.length > 0) query.set('queueIds', JSON.stringify(filter.queueIds));
  if (filter.showAll) query.set('showAll', 'true');
  if (filter.sort) query.set('sort', filter.sort);
  const text = query.toString();
  return `/tickets${uuid ? `/${uuid}` : ''}${text ? `?${text}` : ''}`;
}

/** The desk's state in an address; undefined when it leads elsewhere. */
export function parseDeskHref(href: string): DeskRoute | undefined {
  const url = new URL(href, 'http://desk.invalid');
  const path = /^\/tickets(?:\/([\w-]+))?\/?$/.exec(url.pathname);
  if (!path) return undefined;
  const query = url.searchParams;
  const status = query.get('status') ?? 'open';
  const search = searchOf(query);
  return {
    uuid: path[1] ?? null,
    filter: {
      status: STATUSES.includes(status) ? (status as TicketStatus) : 'open',
      queueIds: idsOf(query.get('queueIds')),
      showAll: query.get('showAll') === 'true',
      ...(query.get('sort') === 'newest' && { sort: 'newest' }),
      ...(search ? { search } : asideOf(query)),
    },
  };
}

function asideOf(query: URLSearchParams): Partial<DeskFilter> {
  if (query.get('snoozed') === 'true') return { snoozed: true };
  return query.get('team') === 'true' ? { status: 'open', team: true } : {};
}

function searchOf(query: URLSearchParams): DeskSearch | undefined {
  const text = query.get('searchParam');
  if (text === null) return undefined;
  return {
    text: text.trim().slice(0, MAX_SEARCH),
    tagIds: idsOf(query.get('tags')),
    userIds: idsOf(query.get('users')),
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
 * Whether a ticket stands in the list with this filter: own open ones or colleagues', all waiting and closed ones; of the chosen
 * queues, or of none. What the reader may see at all the server has decided before, and what a search finds too.
 */
export function belongsTo(filter: DeskFilter, meId: number, ticket: TicketView): boolean {
  // Put aside: out of the way until its time comes. What is closed is history, and listed.
  const isAside = ticket.snoozedUntil !== null && ticket.status !== 'closed';
  if (isAside !== (filter.snoozed ?? false)) return false;
  if (!filter.snoozed && ticket.status !== filter.status) return false;
  const isChosen =
    filter.queueIds.length === 0 || ticket.queueId === null || filter.queueIds.includes(ticket.queueId);
  if (!isChosen || ticket.status !== 'open') return isChosen;
  const isOwn = ticket.userId === meId;
  return filter.team ? !isOwn : filter.showAll || isOwn;
}
