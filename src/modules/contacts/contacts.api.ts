import { Hono } from 'hono';
import { signedIn } from '@/kernel/http/authenticate.ts';
import type { Env } from '@/kernel/http/env.ts';
import { idParam, query } from '@/kernel/http/validate.ts';
import { getContact, listContacts } from './contacts.queries.ts';
import { ContactFilter } from './contacts.schema.ts';

export const contactsApi = new Hono<Env>()
  .get('/contacts', signedIn, query(ContactFilter), async (c) =>
    c.json(await listContacts(c.var.scope, c.req.valid('query'))),
  )
  .get('/contacts/:id', signedIn, async (c) => c.json(await getContact(c.var.scope, idParam(c))));
