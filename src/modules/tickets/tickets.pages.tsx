import { ConversationPane } from '@views/pages/tickets/conversation-pane.tsx';
import { DeskPage, DeskWelcome } from '@views/pages/tickets/desk-page.tsx';
import { type DeskFilter, type DeskMe, filterFor, parseDeskHref } from '@views/parts/tickets/desk.ts';
import { PeekDialog, PeekMessages } from '@views/parts/tickets/peek-dialog.tsx';
import { TicketHeader } from '@views/parts/tickets/ticket-header.tsx';
import { Hono } from 'hono';
import { AppError } from '@/kernel/errors.ts';
import { signedIn } from '@/kernel/http/authenticate.ts';
import { type Ctx, type Env, isPartial } from '@/kernel/http/env.ts';
import { flash } from '@/kernel/http/flash.ts';
import { fragment, leadTo, page } from '@/kernel/http/respond.ts';
import { query } from '@/kernel/http/validate.ts';
import { requireUser } from '@/kernel/policy.ts';
import { listMessages } from '@/modules/messages/messages.queries.ts';
import { MESSAGES_PER_PAGE } from '@/modules/messages/messages.schema.ts';
import { listQueueChoices } from '@/modules/queues/queues.queries.ts';
import { paths } from '@/paths.ts';
import { listPageEvents } from './page-events.ts';
import { NO_FILTER } from './ticket-filter.ts';
import { PeekPlace } from './ticket-forms.schema.ts';
import { canDeleteTicket, canSeeTeam, canShowAll } from './tickets.policy.ts';
import { countTickets, getTicketByUuid, listTickets } from './tickets.queries.ts';
import type { TicketDetail, TicketFilter } from './tickets.schema.ts';

/** A conversation opens at its first unread message, as far back as this. */
const MOST_UNREAD = 200;

export const ticketsPages = new Hono<Env>()
  .get('/', signedIn, (c) => c.redirect(paths.tickets()))
  .get('/tickets', signedIn, (c) => (isPartial(c) ? fragment(c, <DeskWelcome />) : desk(c, null)))
  .get('/tickets/:uuid', signedIn, async (c) => {
    const ticket = await findTicket(c);
    if (!ticket) return leadAway(c);
    if (!isPartial(c)) return desk(c, ticket);
    return fragment(c, <ConversationPane me={meOf(c)} now={nowOf(c)} {...(await paneOf(c, ticket))} />);
  })
  .get('/tickets/:uuid/header', signedIn, async (c) => {
    const ticket = await getTicketByUuid(c.var.scope, c.req.param('uuid'));
    return fragment(
      c,
      <TicketHeader
        ticket={ticket}
        meId={requireUser(c.var.scope).id}
        canDelete={canDeleteTicket(c.var.scope.actor)}
      />,
    );
  })
  .get('/tickets/:uuid/peek', signedIn, query(PeekPlace), async (c) => {
    const ticket = await findTicket(c);
    if (!ticket) return leadAway(c);
    const { before } = c.req.valid('query');
    const place = { pageNumber: 1, before };
    const { messages, hasMore } = await listMessages(c.var.scope, ticket.id, place);
    if (before) return fragment(c, <PeekMessages uuid={ticket.uuid} messages={messages} hasMore={hasMore} />);
    const props = { ticket, meId: requireUser(c.var.scope).id, messages, hasMore };
    return fragment(c, <PeekDialog {...props} />);
  });

/** Undefined for a ticket that is not, or not his. */
async function findTicket(c: Ctx): Promise<TicketDetail | undefined> {
  try {
    return await getTicketByUuid(c.var.scope, c.req.param('uuid') ?? '');
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

async function desk(c: Ctx, ticket: TicketDetail | null): Promise<Response> {
  const { scope } = c.var;
  const filter = filterOf(c);
  const [list, counts, queues] = await Promise.all([
    listTickets(scope, toTicketFilter(filter)),
    countTickets(scope, filter),
    listQueueChoices(scope),
  ]);
  const selected = ticket ? await paneOf(c, ticket) : null;
  const props = { me: meOf(c), page: list, counts, queues, filter, selected, now: nowOf(c) };
  return page(c, { title: 'tickets:title', active: 'tickets', layout: 'wide' }, <DeskPage {...props} />);
}

async function paneOf(c: Ctx, ticket: TicketDetail) {
  const size = Math.min(MOST_UNREAD, Math.max(MESSAGES_PER_PAGE, ticket.unreadMessages + 5));
  const place = { pageNumber: 1, size };
  const { messages, hasMore } = await listMessages(c.var.scope, ticket.id, place);
  const events = await listPageEvents(c.var.scope, ticket.id, place, { messages, hasMore });
  return { ticket, messages, events, hasMore };
}

function filterOf(c: Ctx): DeskFilter {
  const filter: DeskFilter = parseDeskHref(c.req.url)?.filter ?? {
    status: 'open',
    queueIds: [],
    showAll: false,
  };
  const { actor } = c.var.scope;
  const allowed = filter.team && !canSeeTeam(actor) ? filterFor('open', filter) : filter;
  return { ...allowed, showAll: filter.showAll && canShowAll(actor) };
}

function toTicketFilter(filter: DeskFilter): TicketFilter {
  const { status, queueIds, showAll, snoozed = false, team = false, sort = 'oldest', search } = filter;
  const base = { ...NO_FILTER, queueIds, showAll };
  if (!search) return snoozed ? { ...base, snoozed } : { ...base, status, team, sort };
  return { ...base, searchParam: search.text, tags: search.tagIds, users: search.userIds };
}

function meOf(c: Ctx): DeskMe {
  const { id, companyId, name, profile } = requireUser(c.var.scope);
  const { actor } = c.var.scope;
  const rights = { canShowAll: canShowAll(actor), canSeeTeam: canSeeTeam(actor) };
  return { id, companyId, name, profile, ...rights };
}

function nowOf(c: Ctx): number {
  return c.var.scope.now().getTime();
}
