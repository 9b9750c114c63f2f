import { ConversationPane } from '@views/pages/tickets/conversation-pane.tsx';
import { PeekDialog, PeekMessages } from '@views/pages/tickets/peek-dialog.tsx';
import { WorkspacePage, WorkspaceWelcome } from '@views/pages/tickets/workspace-page.tsx';
import { TicketHeader } from '@views/parts/tickets/ticket-header.tsx';
import {
  filterFor,
  parseWorkspaceHref,
  type WorkspaceFilter,
  type WorkspaceUser,
} from '@views/parts/tickets/workspace.ts';
import { AppError } from '@/core/errors.ts';
import { type Ctx, isPartial } from '@/core/http/env.ts';
import { fragment, leadTo, page } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { flash } from '@/core/http/sessions/flash.ts';
import { requireUser } from '@/core/policy.ts';
import { getAssistantRights } from '@/modules/assistant/find-assistant.queries.ts';
import { hasFeature } from '@/modules/companies/plan-features.policy.ts';
import { hasManyConnections } from '@/modules/connections/connections.queries.ts';
import { findSetupHints } from '@/modules/first-steps/first-steps.queries.ts';
import { listMessages } from '@/modules/messages/messages.queries.ts';
import { MESSAGES_AT_ONCE } from '@/modules/messages/messages.schema.ts';
import { listPageEvents } from '@/modules/messages/page-events.queries.ts';
import { getPreferences } from '@/modules/notifications/preferences.service.ts';
import { listQueueChoices } from '@/modules/queues/queues.queries.ts';
import { NO_FILTER } from '@/modules/tickets/list/ticket-filter.queries.ts';
import { countTickets, getTicketByUuid, listTickets } from '@/modules/tickets/list/tickets.queries.ts';
import {
  canDeleteTicket,
  canSeeTeam,
  canSeeWithoutQueue,
  canShowAll,
} from '@/modules/tickets/tickets.policy.ts';
import type { TicketFilter } from '@/modules/tickets/tickets.schema.ts';
import type { TicketDetail } from '@/modules/tickets/tickets.views.ts';
import { PeekTarget } from '@/modules/tickets/work/ticket-forms.schema.ts';
import { paths } from '@/paths.ts';
import { listPinned } from './pins.service.ts';

const MAX_UNREAD = 200;

export const workspacePages = [
  pageRoute('GET /tickets', {
    access: 'person',
    async answer(c) {
      if (!isPartial(c)) return app(c, null);
      return fragment(c, <WorkspaceWelcome hints={await findSetupHints(c.var.scope)} />);
    },
  }),
  pageRoute('GET /tickets/:uuid', {
    access: 'reader',
    async answer(c, { uuid }) {
      const ticket = await findTicket(c, uuid);
      if (!ticket) return leadAway(c);
      if (!isPartial(c)) return app(c, ticket);
      return fragment(
        c,
        <ConversationPane me={await meOf(c)} now={nowOf(c)} {...(await paneOf(c, ticket))} />,
      );
    },
  }),
  pageRoute('GET /tickets/:uuid/header', {
    access: 'reader',
    async answer(c, { uuid }) {
      const ticket = await getTicketByUuid(c.var.scope, uuid);
      const { scope } = c.var;
      const rights = {
        canDelete: canDeleteTicket(scope.actor),
        canSchedule: await hasFeature(scope, 'useSchedules'),
      };
      const props = { ticket, meId: requireUser(scope).id, ...rights };
      return fragment(c, <TicketHeader {...props} />);
    },
  }),
  pageRoute('GET /tickets/:uuid/peek', {
    access: 'reader',
    query: PeekTarget,
    async answer(c, { uuid, query: { before } }) {
      const ticket = await findTicket(c, uuid);
      if (!ticket) return leadAway(c);
      const { messages, hasMore } = await listMessages(c.var.scope, ticket.id, { pageNumber: 1, before });
      if (before) return fragment(c, <PeekMessages uuid={uuid} messages={messages} hasMore={hasMore} />);
      const props = { ticket, meId: requireUser(c.var.scope).id, messages, hasMore };
      return fragment(c, <PeekDialog {...props} />);
    },
  }),
];

async function findTicket(c: Ctx, uuid: string): Promise<TicketDetail | undefined> {
  try {
    return await getTicketByUuid(c.var.scope, uuid);
  } catch (error) {
    if (error instanceof AppError && error.code === 'ERR_NO_TICKET_FOUND') return undefined;
    throw error;
  }
}

/** Spec part 1 §5: 'Acesso não permitido', and back to the list. */
function leadAway(c: Ctx): Response {
  flash(c, 'error', 'common:toast.notAllowed');
  return leadTo(c, paths.tickets());
}

async function app(c: Ctx, ticket: TicketDetail | null): Promise<Response> {
  const { scope } = c.var;
  const filter = filterOf(c);
  const me = await meOf(c);
  const [list, counts, queues, preferences, pins] = await Promise.all([
    listTickets(scope, toTicketFilter(filter)),
    countTickets(scope, filter),
    listQueueChoices(scope),
    getPreferences(scope, me.id),
    listPinned(scope),
  ]);
  const selected = ticket ? await paneOf(c, ticket) : null;
  const hints = ticket ? null : await findSetupHints(scope);
  const assistant = await getAssistantRights(scope);
  const isCompact = preferences['list.compact'] === 'enabled';
  const lists = { page: list, counts, queues, filter, isCompact, pins: pins.tickets };
  const props = { me, ...lists, selected, assistant, hints, now: nowOf(c) };
  const view = selected ? 'ticket' : 'list';
  const head = { title: 'tickets:title', active: 'tickets', layout: 'wide', view } as const;
  return page(c, head, <WorkspacePage {...props} />);
}

async function paneOf(c: Ctx, ticket: TicketDetail) {
  const size = Math.min(MAX_UNREAD, Math.max(MESSAGES_AT_ONCE, ticket.unreadMessages + 5));
  const paging = { pageNumber: 1, size };
  const { messages, hasMore } = await listMessages(c.var.scope, ticket.id, paging);
  const events = await listPageEvents(c.var.scope, ticket.id, paging, { messages, hasMore });
  return { ticket, messages, events, hasMore };
}

function filterOf(c: Ctx): WorkspaceFilter {
  const filter: WorkspaceFilter = parseWorkspaceHref(c.req.url)?.filter ?? {
    status: 'open',
    queueIds: [],
    showAll: false,
  };
  const { actor } = c.var.scope;
  const allowed = filter.team && !canSeeTeam(actor) ? filterFor('open', filter) : filter;
  return { ...allowed, showAll: filter.showAll && canShowAll(actor) };
}

function toTicketFilter(filter: WorkspaceFilter): TicketFilter {
  const { status, queueIds, whatsappIds = [], noQueue = false, showAll, search } = filter;
  const { snoozed = false, team = false, sort = 'oldest' } = filter;
  const base = { ...NO_FILTER, queueIds, whatsappIds, noQueue, showAll };
  if (!search) return snoozed ? { ...base, snoozed } : { ...base, status, team, sort };
  return { ...base, searchParam: search.text, tags: search.tagIds, users: search.userIds };
}

async function meOf(c: Ctx): Promise<WorkspaceUser> {
  const { scope } = c.var;
  const { actor } = scope;
  const { id, companyId, name, profile } = requireUser(scope);
  const canSchedule = await hasFeature(scope, 'useSchedules');
  const sees = { canSeeTeam: canSeeTeam(actor), canSeeWithoutQueue: canSeeWithoutQueue(actor) };
  const rights = { canShowAll: canShowAll(actor), ...sees, canSchedule };
  return { id, companyId, name, profile, ...rights, hasManyConnections: await hasManyConnections(scope) };
}

function nowOf(c: Ctx): number {
  return c.var.scope.now().getTime();
}
