import { DrawerParts, History } from '@views/parts/tickets/drawer-parts.tsx';
import {
  DeleteNoteDialog,
  type ListedNote,
  NoteForm as NoteFormView,
  NoteList,
} from '@views/parts/tickets/notes.tsx';
import { TagEditor, TagEditorDialog, TagOptions } from '@views/parts/tickets/tag-editor.tsx';
import { PALETTE } from '@views/ui/fields/palette.ts';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment, trigger } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import type { Refused } from '@/core/http/routing/validate.ts';
import type { Scope } from '@/core/scope.ts';
import { hasFeature } from '@/modules/companies/plan-features.policy.ts';
import { listTagChoices } from '@/modules/tags/tags.queries.ts';
import { TagChoiceFilter } from '@/modules/tags/tags.schema.ts';
import { getTicketByUuid } from '../list/tickets.queries.ts';
import { canChangeNote } from '../tickets.policy.ts';
import type { TicketDetail } from '../tickets.views.ts';
import { removeTicketTag } from '../work/name-ticket-tag.service.ts';
import { NoteForm, TagTarget, TicketTagForm } from '../work/ticket-forms.schema.ts';
import { nameTagWithUndo, withUndo } from '../work/ticket-undo.service.ts';
import { listTicketEvents } from './ticket-events.queries.ts';
import { getShownNote, listNotes } from './ticket-notes.queries.ts';
import { addNote, deleteNote } from './ticket-notes.service.ts';

export const ticketDrawerPages = [
  pageRoute('GET /tickets/:uuid/drawer', {
    access: 'reader',
    async answer(c) {
      const ticket = await ticketOf(c);
      const [notes, events, canShare] = await Promise.all([
        notesOf(c.var.scope, ticket),
        listTicketEvents(c.var.scope, ticket.id),
        hasFeature(c.var.scope, 'useInternalChat'),
      ]);
      const props = { uuid: ticket.uuid, notes, events, canShare };
      return fragment(c, <DrawerParts {...props} />);
    },
  }),
  pageRoute('GET /tickets/:uuid/story', {
    access: 'reader',
    answer: async (c) =>
      fragment(c, <History events={await listTicketEvents(c.var.scope, (await ticketOf(c)).id)} />),
  }),
  pageRoute('GET /tickets/:uuid/notes', {
    access: 'reader',
    async answer(c) {
      const ticket = await ticketOf(c);
      return fragment(c, <NoteList uuid={ticket.uuid} notes={await notesOf(c.var.scope, ticket)} />);
    },
  }),
  pageRoute('POST /tickets/:uuid/notes', {
    access: 'reader',
    form: NoteForm,
    example: () => ({ body: { note: 'prefere de manhã' } }),
    onInvalid: noteAgain,
    async answer(c, { form }) {
      const { id, uuid, contactId } = await ticketOf(c);
      await addNote(c.var.scope, { ...form, ticketId: id, contactId });
      const text = c.var.t('ticketDialogs:notes.added');
      trigger(c, { toast: { level: 'success', text }, 'refresh:ticketNote': true });
      return fragment(c, <NoteFormView uuid={uuid} />);
    },
  }),
  pageRoute('GET /tickets/:uuid/notes/:noteId/delete', {
    access: 'reader',
    async answer(c, { noteId }) {
      const { uuid, contactId } = await ticketOf(c);
      const note = await getShownNote(c.var.scope, { noteId, contactId });
      return fragment(c, <DeleteNoteDialog uuid={uuid} note={note} />);
    },
  }),
  pageRoute('DELETE /tickets/:uuid/notes/:noteId', {
    access: 'reader',
    async answer(c, { noteId }) {
      await deleteNote(c.var.scope, { noteId });
      return done(c, { toast: 'ticketDialogs:notes.deleted', refresh: 'ticketNote' });
    },
  }),
  pageRoute('GET /tickets/:uuid/tags', {
    access: 'reader',
    async answer(c) {
      const { uuid, tags } = await ticketOf(c);
      return fragment(c, <TagEditorDialog uuid={uuid} tags={tags} />);
    },
  }),
  pageRoute('POST /tickets/:uuid/tags', {
    access: 'reader',
    query: TagTarget,
    form: TicketTagForm,
    example: () => ({ body: { name: 'Alheia', tagId: '', create: 'true' } }),
    onInvalid: tagAgain,
    async answer(c, { form }) {
      const { id } = await ticketOf(c);
      const wanted = { ...form, ticketId: id, palette: PALETTE };
      return editor(c, await nameTagWithUndo(c.var.scope, wanted), 'added');
    },
  }),
  pageRoute('DELETE /tickets/:uuid/tags/:tagId', {
    access: 'reader',
    query: TagTarget,
    async answer(c, { tagId }) {
      const { id } = await ticketOf(c);
      const gone = { ticketId: id, tagId };
      const { result, undo } = await withUndo(c.var.scope, id, (tx) => removeTicketTag(tx, gone));
      return editor(c, { ticket: result, undo }, 'removed');
    },
  }),
  pageRoute('GET /ticket-choices/tags', {
    access: 'person',
    query: TagChoiceFilter,
    answer: async (c, { query: { name } }) =>
      fragment(c, <TagOptions text={name} {...(await listTagChoices(c.var.scope, name))} />),
  }),
];

function ticketOf(c: Ctx): Promise<TicketDetail> {
  return getTicketByUuid(c.var.scope, c.req.param('uuid') ?? '');
}

async function notesOf(scope: Scope, { id, contactId }: TicketDetail): Promise<ListedNote[]> {
  const notes = await listNotes(scope, { ticketId: id, contactId });
  return notes.map((note) => ({ note, canDelete: canChangeNote(scope.actor, note) }));
}

function noteAgain(c: Ctx, { values, errors }: Refused): Response {
  const uuid = c.req.param('uuid') ?? '';
  return fragment(
    c,
    <NoteFormView uuid={uuid} values={{ note: values.note ?? '' }} error={errors.note ?? errors.form} />,
    422,
  );
}

type TagChange = { ticket: TicketDetail; undo: string };

function editor(c: Ctx, { ticket, undo }: TagChange, did: 'added' | 'removed'): Response {
  const { at } = TagTarget.parse(c.req.query());
  trigger(c, { toast: { level: 'success', text: c.var.t(`ticketDialogs:tags.${did}`), undo } });
  return fragment(c, <TagEditor uuid={ticket.uuid} tags={ticket.tags} at={at} hasFocus />);
}

async function tagAgain(c: Ctx, { values, errors }: Refused): Promise<Response> {
  const { uuid, tags } = await ticketOf(c);
  const { at } = TagTarget.parse(c.req.query());
  const props = { uuid, tags, at, values: { name: values.name ?? '' }, error: errors.name };
  return fragment(c, <TagEditor {...props} hasFocus />, 422);
}
