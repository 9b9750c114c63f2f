import { toContactChoice } from '@views/parts/contacts/contact-choice.ts';
import {
  ContactChoices,
  ContactSearch,
  NewContactFields,
  NewTicketDialog,
} from '@views/parts/tickets/new-ticket-dialog.tsx';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment, leadTo } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { formValues, type Refused, shownId } from '@/core/http/routing/validate.ts';
import { isAdmin, requireUser } from '@/core/policy.ts';
import { listConnections } from '@/modules/connections/connections.queries.ts';
import { getContact, listContactsUncounted } from '@/modules/contacts/contacts.queries.ts';
import { listQueueChoices } from '@/modules/queues/queues.queries.ts';
import { paths } from '@/paths.ts';
import { ticketPath } from '@/ticket-path.ts';
import type { TicketView } from '../tickets.views.ts';
import { ChoiceFilter, MIN_SEARCH, NewTicketForm, NewTicketQuery } from '../work/ticket-forms.schema.ts';
import { preferredConnection } from './preferred-connection.queries.ts';
import { startTicket } from './start-ticket.service.ts';

const MAX_CHOICES = 8;

export const newTicketPages = [
  pageRoute('GET /tickets/new', { access: 'person', query: NewTicketQuery, answer: (c) => dialog(c) }),
  pageRoute('GET /tickets/new/contacts', {
    access: 'person',
    query: ChoiceFilter,
    async answer(c, { query: { searchParam } }) {
      if (searchParam.length < MIN_SEARCH)
        return fragment(c, <ContactChoices text={searchParam} contacts={null} />);
      const { contacts } = await listContactsUncounted(c.var.scope, { searchParam, pageNumber: 1 });
      const choices = contacts.slice(0, MAX_CHOICES).map(toContactChoice);
      return fragment(c, <ContactChoices text={searchParam} contacts={choices} />);
    },
  }),
  pageRoute('GET /tickets/new/contact', {
    access: 'person',
    query: ChoiceFilter,
    answer(c, { query: { searchParam } }) {
      if (searchParam === '') return fragment(c, <ContactSearch contact={null} />);
      const isNumber = /^[+\d\s()-]+$/.test(searchParam);
      const [name, number] = isNumber ? ['', searchParam] : [searchParam, ''];
      return fragment(c, <NewContactFields values={{ name, number, email: '' }} />);
    },
  }),
  pageRoute('POST /tickets', {
    access: 'person',
    form: NewTicketForm,
    example: ({ contactId, queueId, connectionId }) => ({
      body: { contactId: String(contactId), queueId: String(queueId), whatsappId: String(connectionId) },
    }),
    onInvalid: dialog,
    async answer(c, { form }) {
      const { ticket, existing } = await startTicket(c.var.scope, form);
      if (ticket) return opened(c, ticket.uuid);
      return isOthers(c, existing) ? dialog(c, await heldBy(c, existing)) : opened(c, existing.uuid);
    },
  }),
];

function opened(c: Ctx, uuid: string): Response {
  const from = new URL(c.req.header('HX-Current-URL') ?? '/', c.var.origin);
  if (!from.pathname.startsWith(paths.tickets())) return leadTo(c, ticketPath(uuid));
  return done(c, { events: { 'desk:open': { uuid } } });
}

function isOthers(c: Ctx, { userId }: TicketView): boolean {
  return userId !== null && userId !== requireUser(c.var.scope).id;
}

async function heldBy(c: Ctx, { user, queue }: TicketView): Promise<Refused & { held: string }> {
  const { t } = c.var;
  const vars = { user: user?.name ?? '', queue: queue?.name ?? t('tickets:noQueue') };
  return { values: await formValues(c), errors: {}, held: t('ticketDialogs:new.held', vars) };
}

async function dialog(c: Ctx, refused?: Refused & { held?: string }): Promise<Response> {
  const { scope } = c.var;
  const [queues, connections, preferred] = await Promise.all([
    listQueueChoices(scope),
    listConnections(scope),
    preferredConnection(scope),
  ]);
  const only = queues.length === 1 ? String(queues[0]?.id) : '';
  const { values = {}, errors, held } = refused ?? {};
  const { name = '', number, email = '' } = values;
  const contactId = shownId(values.contactId ?? c.req.query('contactId'));
  const props = {
    queues,
    connections,
    needsQueue: !isAdmin(scope.actor),
    values: { queueId: values.queueId ?? only, whatsappId: values.whatsappId ?? String(preferred ?? '') },
    contact: contactId ? toContactChoice(await getContact(scope, contactId)) : null,
    typed: values.searchParam,
    newContact: number === undefined ? null : { name, number, email },
    errors,
    held,
  };
  return fragment(c, <NewTicketDialog {...props} />, refused ? 422 : 200);
}
