import { DrawerParts, Story } from '@views/parts/tickets/drawer-parts.tsx';
import {
  DeleteNoteDialog,
  type ListedNote,
  NoteForm as NoteFormView,
  NoteList,
} from '@views/parts/tickets/notes.tsx';
import { TagEditor, TagEditorDialog, TagOptions } from '@views/parts/tickets/tag-editor.tsx';
import { PALETTE } from '@views/ui/palette.ts';
import { Hono } from 'hono';
import { signedIn } from '@/kernel/http/authenticate.ts';
import type { Ctx, Env } from '@/kernel/http/env.ts';
import { done, fragment, trigger } from '@/kernel/http/respond.ts';
import { form, idParam, query, type Refused, saving } from '@/kernel/http/validate.ts';
import type { Scope } from '@/kernel/scope.ts';
import { listTagChoices } from '@/modules/tags/tags.queries.ts';
import { TagChoiceFilter } from '@/modules/tags/tags.schema.ts';
import { nameTicketTag, removeTicketTag } from './name-ticket-tag.ts';
import { listTicketEvents } from './ticket-events.queries.ts';
import { NoteForm, TagPlace, TicketTagForm } from './ticket-forms.schema.ts';
import { listNotes } from './ticket-notes.queries.ts';
import { addNote, deleteNote } from './ticket-notes.service.ts';
import { withUndo } from './ticket-undo.ts';
import { canDeleteNote } from './tickets.policy.ts';
import { getTicketByUuid } from './tickets.queries.ts';
import type { TicketDetail } from './tickets.schema.ts';

/** What the contact drawer fetches when it is first opened, and what is done in it. */
export const ticketDrawerPages = new Hono<Env>()
  .get('/tickets/:uuid/drawer', signedIn, async (c) => {
    const ticket = await ticketOf(c);
    const [notes, events] = await Promise.all([
      notesOf(c.var.scope, ticket),
      listTicketEvents(c.var.scope, ticket.id),
    ]);
    return fragment(c, <DrawerParts uuid={ticket.uuid} notes={notes} events={events} />);
  })
  .get('/tickets/:uuid/story', signedIn, async (c) =>
    fragment(c, <Story events={await listTicketEvents(c.var.scope, (await ticketOf(c)).id)} />),
  )
  .get('/tickets/:uuid/notes', signedIn, async (c) => {
    const ticket = await ticketOf(c);
    return fragment(c, <NoteList uuid={ticket.uuid} notes={await notesOf(c.var.scope, ticket)} />);
  })
  .post('/tickets/:uuid/notes', signedIn, form(NoteForm, noteAgain), async (c) => {
    const { id, uuid, contactId } = await ticketOf(c);
    await addNote(c.var.scope, { ticketId: id, contactId, note: c.req.valid('form').note });
    const text = c.var.t('ticketDialogs:notes.added');
    trigger(c, { toast: { level: 'success', text }, 'refresh:ticketNote': true });
    return fragment(c, <NoteFormView uuid={uuid} />);
  })
  .get('/tickets/:uuid/notes/:id/delete', signedIn, async (c) =>
    fragment(c, <DeleteNoteDialog uuid={(await ticketOf(c)).uuid} noteId={idParam(c)} />),
  )
  .delete('/tickets/:uuid/notes/:id', signedIn, async (c) => {
    await deleteNote(c.var.scope, { noteId: idParam(c) });
    return done(c, { toast: 'ticketDialogs:notes.deleted', refresh: 'ticketNote' });
  })
  .get('/tickets/:uuid/tags', signedIn, async (c) => {
    const { uuid, tags } = await ticketOf(c);
    return fragment(c, <TagEditorDialog uuid={uuid} tags={tags} />);
  })
  .post('/tickets/:uuid/tags', signedIn, query(TagPlace), form(TicketTagForm, tagAgain), (c) =>
    saving(c, tagAgain, async () => {
      const { id } = await ticketOf(c);
      const wanted = { ...c.req.valid('form'), ticketId: id, palette: PALETTE };
      const change = await withUndo(c.var.scope, id, (tx) => nameTicketTag(tx, wanted));
      return editor(c, change, 'added');
    }),
  )
  .delete('/tickets/:uuid/tags/:id', signedIn, query(TagPlace), async (c) => {
    const { id } = await ticketOf(c);
    const gone = { ticketId: id, tagId: idParam(c) };
    return editor(c, await withUndo(c.var.scope, id, (tx) => removeTicketTag(tx, gone)), 'removed');
  })
  .get('/ticket-choices/tags', signedIn, query(TagChoiceFilter), async (c) => {
    const { name } = c.req.valid('query');
    return fragment(c, <TagOptions text={name} {...(await listTagChoices(c.var.scope, name))} />);
  });

function ticketOf(c: Ctx): Promise<TicketDetail> {
  return getTicketByUuid(c.var.scope, c.req.param('uuid') ?? '');
}

async function notesOf(scope: Scope, { id, contactId }: TicketDetail): Promise<ListedNote[]> {
  const notes = await listNotes(scope, { ticketId: id, contactId });
  return notes.map((note) => ({ note, canDelete: canDeleteNote(scope.actor, note) }));
}

function noteAgain(c: Ctx, { values, errors }: Refused): Response {
  const uuid = c.req.param('uuid') ?? '';
  return fragment(
    c,
    <NoteFormView uuid={uuid} values={{ note: values.note ?? '' }} error={errors.note} />,
    422,
  );
}

type TagChange = { result: TicketDetail; undo: string };

function editor(c: Ctx, { result, undo }: TagChange, did: 'added' | 'removed'): Response {
  const { at } = TagPlace.parse(c.req.query());
  trigger(c, { toast: { level: 'success', text: c.var.t(`ticketDialogs:tags.${did}`), undo } });
  return fragment(c, <TagEditor uuid={result.uuid} tags={result.tags} at={at} hasFocus />);
}

async function tagAgain(c: Ctx, { values, errors }: Refused): Promise<Response> {
  const { uuid, tags } = await ticketOf(c);
  const { at } = TagPlace.parse(c.req.query());
  const props = { uuid, tags, at, values: { name: values.name ?? '' }, error: errors.name };
  return fragment(c, <TagEditor {...props} hasFocus />, 422);
}
