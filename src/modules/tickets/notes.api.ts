import { Hono } from 'hono';
import { z } from 'zod';
import { signedIn } from '@/kernel/http/authenticate.ts';
import type { Env } from '@/kernel/http/env.ts';
import { body, idParam, query } from '@/kernel/http/validate.ts';
import { listNotes } from './ticket-notes.queries.ts';
import { addNote, deleteNote } from './ticket-notes.service.ts';
import { NoteInput } from './tickets.schema.ts';

const NotesOf = z.object({
  ticketId: z.coerce.number().int().positive(),
  contactId: z.coerce.number().int().positive(),
});

export const notesApi = new Hono<Env>()
  .get('/ticket-notes/list', signedIn, query(NotesOf), async (c) =>
    c.json(await listNotes(c.var.scope, c.req.valid('query'))),
  )
  .post('/ticket-notes', signedIn, body(NoteInput), async (c) =>
    c.json(await addNote(c.var.scope, c.req.valid('json'))),
  )
  .delete('/ticket-notes/:id', signedIn, async (c) => {
    await deleteNote(c.var.scope, { noteId: idParam(c) });
    return c.json({ message: 'Observação removida' });
  });
