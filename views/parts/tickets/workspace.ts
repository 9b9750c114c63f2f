import type { TicketStatus } from '@/modules/tickets/tickets.schema.ts';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';

export type WorkspaceUser = {
  id: number;
  companyId: number;
  name: string;
  profile: 'admin' | 'supervisor' | 'user';
  canShowAll: boolean;
  canSeeTeam: boolean;
  canSeeWithoutQueue: boolean;
  canSchedule: boolean;
  hasManyConnections: boolean;
};

export type WorkspaceQueue = { id: number; name: string; color: string };

/** A ticket must have all of the tags and one of the users. */
export type WorkspaceSearch = { text: string; tagIds: number[]; userIds: number[] };

/** Field names in the address are those of the JSON contract. */
export type WorkspaceFilter = {
  status: TicketStatus;
  /** Empty: all queues that the reader may see. */
  queueIds: number[];
  /** Undefined: all connections. */
  whatsappIds?: number[];
  /** Only tickets without a queue; then `queueIds` is empty. */
  noQueue?: boolean;
  showAll: boolean;
  /** Waiting tickets: the latest first instead of the longest wait first. */
  sort?: 'newest';
  team?: boolean;
  snoozed?: boolean;
  search?: WorkspaceSearch;
};

export type WorkspaceView = TicketStatus | 'team' | 'snoozed' | 'search';

export function viewOf({ status, team, snoozed, search }: WorkspaceFilter): WorkspaceView {
  return search ? 'search' : snoozed ? 'snoozed' : team ? 'team' : status;
}

const NO_SEARCH: WorkspaceSearch = { text: '', tagIds: [], userIds: [] };

export function filterFor(
  view: WorkspaceView,
  { queueIds, whatsappIds, noQueue, showAll, sort, search }: WorkspaceFilter,
): WorkspaceFilter {
  return {
    queueIds,
    ...(whatsappIds && { whatsappIds }),
    ...(noQueue && { noQueue }),
    showAll,
    ...(sort && { sort }),
    status: view === 'pending' || view === 'closed' ? view : 'open',
    ...(view === 'team' && { team: true }),
    ...(view === 'snoozed' && { snoozed: true }),
    ...(view === 'search' && { search: search ?? NO_SEARCH }),
  };
}

export function isBlankSearch({ text, tagIds, userIds }: WorkspaceSearch): boolean {
  return text === '' && tagIds.length === 0 && userIds.length === 0;
}

export type WorkspaceRoute = { uuid: string | null; filter: WorkspaceFilter };

export const MAX_SEARCH = 200;
const STATUSES: readonly string[] = ['open', 'pending', 'closed'] satisfies TicketStatus[];

/** `/tickets/<uuid>?status=pending&queueIds=[1,2]&showAll=true` or `?searchParam=…&tags=[3]`; defaults are left out. */
export function workspaceHref({ uuid, filter }: WorkspaceRoute): string {
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
  if (filter.whatsappIds?.length) query.set('whatsappIds', JSON.stringify(filter.whatsappIds));
  if (filter.noQueue) query.set('noQueue', 'true');
  if (filter.showAll) query.set('showAll', 'true');
  if (filter.sort) query.set('sort', filter.sort);
  const text = query.toString();
  return `/tickets${uuid ? `/${uuid}` : ''}${text ? `?${text}` : ''}`;
}

/** Undefined when the address is not the workspace's. */
export function parseWorkspaceHref(href: string): WorkspaceRoute | undefined {
  const url = new URL(href, 'http://desk.invalid');
  const path = /^\/tickets(?:\/([\w-]+))?\/?$/.exec(url.pathname);
  if (!path) return undefined;
  const query = url.searchParams;
  const status = query.get('status') ?? 'open';
  const search = searchOf(query);
  const whatsappIds = idsOf(query.get('whatsappIds'));
  return {
    uuid: path[1] ?? null,
    filter: {
      status: STATUSES.includes(status) ? (status as TicketStatus) : 'open',
      ...queuesOf(query),
      ...(whatsappIds.length > 0 && { whatsappIds }),
      showAll: query.get('showAll') === 'true',
      ...(query.get('sort') === 'newest' && { sort: 'newest' }),
      ...(search ? { search } : asideOf(query)),
    },
  };
}

function queuesOf(query: URLSearchParams): Pick<WorkspaceFilter, 'queueIds' | 'noQueue'> {
  const noQueue = query.get('noQueue') === 'true';
  return noQueue ? { queueIds: [], noQueue } : { queueIds: idsOf(query.get('queueIds')) };
}

function asideOf(query: URLSearchParams): Partial<WorkspaceFilter> {
  if (query.get('snoozed') === 'true') return { snoozed: true };
  return query.get('team') === 'true' ? { status: 'open', team: true } : {};
}

function searchOf(query: URLSearchParams): WorkspaceSearch | undefined {
  const text = query.get('searchParam');
  if (text === null) return undefined;
  return {
    text: text.trim().slice(0, MAX_SEARCH),
    tagIds: idsOf(query.get('tags')),
    userIds: idsOf(query.get('users')),
  };
}

/** Parses ids from JSON text; [] for anything else. */
export function idsOf(text: string | null): number[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(list) ? list.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0) : [];
  } catch {
    return [];
  }
}

export function belongsTo(filter: WorkspaceFilter, meId: number, ticket: TicketView): boolean {
  // Closed tickets stay listed even when snoozed.
  const isAside = ticket.snoozedUntil !== null && ticket.status !== 'closed';
  if (isAside !== (filter.snoozed ?? false)) return false;
  if (!filter.snoozed && ticket.status !== filter.status) return false;
  const isOnLine = filter.whatsappIds?.includes(ticket.whatsappId ?? 0) ?? true;
  const isInQueue = filter.noQueue
    ? ticket.queueId === null
    : filter.queueIds.length === 0 || ticket.queueId === null || filter.queueIds.includes(ticket.queueId);
  const isChosen = isOnLine && isInQueue;
  if (!isChosen || ticket.status !== 'open') return isChosen;
  const isOwn = ticket.userId === meId;
  return filter.team ? !isOwn : filter.showAll || isOwn;
}

/** Identifies the ticket on screen for the check in modules/messages/ticket-mismatch.guard.ts. */
export function shownTicket({ companyId, id, uuid }: Pick<TicketView, 'companyId' | 'id' | 'uuid'>): string {
  return `${companyId} ${id} ${uuid}`;
}
