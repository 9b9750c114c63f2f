import type { Translate } from '@views/i18n.tsx';
import { SnoozeDialog } from '@views/parts/tickets/snooze-dialog.tsx';
import { PersonChoices, TransferDialog } from '@views/parts/tickets/transfer-dialog.tsx';
import { ConfirmDialog } from '@views/ui/dialog.tsx';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { type Refused, shownId } from '@/core/http/routing/validate.ts';
import { requireUser } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { zonedParts } from '@/core/zoned-time.ts';
import { listConnections } from '@/modules/connections/connections.queries.ts';
import { listQueues } from '@/modules/queues/queues.queries.ts';
import { getUser, listColleagues, listUsers } from '@/modules/users/users.queries.ts';
import type { UserListItemView } from '@/modules/users/users.views.ts';
import { contactName } from '@/schemas/phone-number.schema.ts';
import { ticketPath } from '@/ticket-path.ts';
import { getTicketByUuid } from '../list/tickets.queries.ts';
import { deleteTicket } from './delete-ticket.service.ts';
import { snoozeTicket } from './snooze-ticket.service.ts';
import { chosenTime, snoozeTimes } from './snooze-times.logic.ts';
import { MIN_SEARCH, PersonFilter, SnoozeForm, TransferForm } from './ticket-forms.schema.ts';
import { patchWithUndo, withUndo } from './ticket-undo.service.ts';

const ONLINE = '#16a34a';

export const ticketDialogsPages = [
  pageRoute('GET /tickets/:uuid/transfer', { access: 'reader', answer: (c) => transfer(c) }),
  pageRoute('PUT /tickets/:uuid/transfer', {
    access: 'reader',
    form: TransferForm,
    example: ({ queueId, connectionId }) => ({
      body: { queueId: String(queueId), whatsappId: String(connectionId), userId: '' },
    }),
    onInvalid: transfer,
    async answer(c, { form }) {
      const { scope } = c.var;
      const { id, uuid } = await ticketOf(c);
      const { userId, queueId, whatsappId } = form;
      const status = userId === null ? 'pending' : 'open';
      const wanted = { ticketId: id, queueId, whatsappId, userId, status: status } as const;
      const { undo } = await patchWithUndo(scope, wanted);
      const isGone = userId !== requireUser(scope).id;
      return done(c, {
        toast: 'ticketDialogs:transfer.done',
        undo,
        events: { 'selection:clear': true, ...(isGone && { 'desk:leave': { uuid } }) },
      });
    },
  }),
  pageRoute('GET /tickets/:uuid/snooze', { access: 'reader', answer: (c) => snooze(c) }),
  pageRoute('POST /tickets/:uuid/snooze', {
    access: 'reader',
    form: SnoozeForm,
    example: () => ({ body: { choice: 'hour' as const } }),
    onInvalid: snooze,
    async answer(c, { form }) {
      const { id, uuid } = await ticketOf(c);
      const until = chosenTime(c.var.scope, form);
      const { undo } = await snoozeWithUndo(c.var.scope, { ticketId: id, until });
      return done(c, { toast: 'ticketDialogs:snooze.done', undo, events: { 'desk:leave': { uuid } } });
    },
  }),
  pageRoute('DELETE /tickets/:uuid/snooze', {
    access: 'reader',
    async answer(c) {
      const { id } = await ticketOf(c);
      const { undo } = await snoozeWithUndo(c.var.scope, { ticketId: id, until: null });
      return done(c, { toast: 'ticketDialogs:snooze.woken', undo });
    },
  }),
  pageRoute('GET /tickets/:uuid/delete', {
    access: 'admin',
    async answer(c) {
      const { uuid, contact } = await ticketOf(c);
      const what = contactName(contact);
      const summary = {
        title: c.var.t('ticketDialogs:delete.title', { name: what }),
        text: c.var.t('ticketDialogs:delete.text'),
      };
      return fragment(
        c,
        <ConfirmDialog id="ticket-delete" what={what} {...summary} action={ticketPath(uuid)} />,
      );
    },
  }),
  pageRoute('DELETE /tickets/:uuid', {
    access: 'admin',
    async answer(c) {
      const { id, uuid } = await ticketOf(c);
      await deleteTicket(c.var.scope, { ticketId: id });
      return done(c, { toast: 'ticketDialogs:delete.done', events: { 'desk:leave': { uuid } } });
    },
  }),
  pageRoute('GET /ticket-choices/people', {
    access: 'person',
    query: PersonFilter,
    async answer(c, { query: { person, queueId } }) {
      const { scope, t } = c.var;
      const show = (people: Choice[]) =>
        fragment(c, <PersonChoices text={person} people={people.map((one) => toChoice(one, t))} />);
      if (person === '') return show(await listColleagues(scope, queueId));
      if (person.length < MIN_SEARCH) return fragment(c, <PersonChoices text={person} people={null} />);
      const { users } = await listUsers(scope, { searchParam: person, pageNumber: 1 });
      return show(users.filter(({ active }) => active));
    },
  }),
];

function ticketOf(c: Ctx) {
  return getTicketByUuid(c.var.scope, c.req.param('uuid') ?? '');
}

function snoozeWithUndo(scope: Scope, input: { ticketId: number; until: Date | null }) {
  return withUndo(scope, input.ticketId, (tx) => snoozeTicket(tx, input));
}

type Choice = Pick<UserListItemView, 'id' | 'name' | 'online' | 'queues' | 'profileImage'>;

function toChoice({ id, name, online, queues, profileImage }: Choice, t: Translate) {
  const names = queues.map((queue) => queue.name).join(', ');
  return {
    value: id,
    text: name,
    detail: [online ? t('users:online') : '', names].filter(Boolean).join(' · '),
    color: online ? ONLINE : null,
    picture: profileImage,
  };
}

async function transfer(c: Ctx, refused?: Refused): Promise<Response> {
  const { scope } = c.var;
  const [ticket, queues, connections] = await Promise.all([
    ticketOf(c),
    listQueues(scope),
    listConnections(scope),
  ]);
  const {
    queueId = '',
    whatsappId = String(ticket.whatsappId ?? ''),
    userId,
    person: typed,
  } = refused?.values ?? {};
  const personId = shownId(userId);
  const person = personId ? toChoice(await getUser(scope, personId), c.var.t) : null;
  const props = { ticket, queues, connections, values: { queueId, whatsappId }, person, typed };
  return fragment(c, <TransferDialog {...props} errors={refused?.errors} />, refused ? 422 : 200);
}

async function snooze(c: Ctx, refused?: Refused): Promise<Response> {
  const { scope } = c.var;
  const { timeZone } = scope;
  const ticket = await ticketOf(c);
  const { hour, tomorrow, monday } = snoozeTimes(scope.now(), timeZone);
  const times = { hour: hour.toISOString(), tomorrow: tomorrow.toISOString(), monday: monday.toISOString() };
  const { day, time } = zonedParts(hour, timeZone);
  const { choice = 'hour', at = `${day}T${time}` } = refused?.values ?? {};
  const props = { ticket, times, values: { choice, at }, errors: refused?.errors };
  return fragment(c, <SnoozeDialog {...props} />, refused ? 422 : 200);
}
