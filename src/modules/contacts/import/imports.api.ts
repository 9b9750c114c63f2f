import { Hono } from 'hono';
import { signedIn } from '@/kernel/http/authenticate.ts';
import type { Env } from '@/kernel/http/env.ts';
import { readFile, shownName } from '@/kernel/http/upload.ts';
import { idParam } from '@/kernel/http/validate.ts';
import { exportContacts } from '../export-contacts.ts';
import { CSV_HEADERS } from './csv-headers.ts';
import { getImport } from './imports.queries.ts';
import { MAX_SHEET_BYTES } from './imports.schema.ts';
import { importPhoneBook, importSheet } from './imports.service.ts';

/** Contacts by the hundred, in and out. */
export const importsApi = new Hono<Env>()
  .get('/contacts/export.csv', signedIn, (c) => c.body(exportContacts(c.var.scope), 200, CSV_HEADERS))
  .get('/contacts/imports/:id', signedIn, async (c) => c.json(await getImport(c.var.scope, idParam(c))))
  .post('/contacts/upload', signedIn, async (c) => {
    const file = await readFile(c, 'file', MAX_SHEET_BYTES);
    return c.json(await importSheet(c.var.scope, file, shownName(file.name)));
  })
  .post('/contacts/import', signedIn, async (c) => {
    await importPhoneBook(c.var.scope);
    return c.json({ message: 'contacts imported' });
  });
