import { Hono } from 'hono';
import { AppError } from '@/kernel/errors.ts';
import { signedIn } from '@/kernel/http/authenticate.ts';
import type { Env } from '@/kernel/http/env.ts';
import { readPassingFile, takesPassingFile } from '@/kernel/http/upload.ts';
import { idParam } from '@/kernel/http/validate.ts';
import { exportContacts } from '../export-contacts.ts';
import { CSV_HEADERS } from './csv-headers.ts';
import { getImport } from './imports.queries.ts';
import { MAX_SHEET_BYTES } from './imports.schema.ts';
import { importPhoneBook, importSheet } from './imports.service.ts';

const SHEET = { field: 'file', maxBytes: MAX_SHEET_BYTES, maxFiles: 1 };

/** Contacts by the hundred, in and out. */
export const importsApi = new Hono<Env>()
  .get('/contacts/export.csv', signedIn, (c) => c.body(exportContacts(c.var.scope), 200, CSV_HEADERS))
  .get('/contacts/imports/:id', signedIn, async (c) => c.json(await getImport(c.var.scope, idParam(c))))
  .post('/contacts/upload', signedIn, takesPassingFile(SHEET), async (c) => {
    const sheet = await readPassingFile(c);
    if (!sheet) throw new AppError('ERR_VALIDATION');
    return c.json(await importSheet(c.var.scope, sheet.file, sheet.name));
  })
  .post('/contacts/import', signedIn, async (c) => {
    await importPhoneBook(c.var.scope);
    return c.json({ message: 'contacts imported' });
  });
