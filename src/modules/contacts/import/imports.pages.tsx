import {
  ImportDialog,
  ImportPreview,
  ImportProgress,
  ImportReport,
} from '@views/parts/contacts/import-dialog.tsx';
import { Hono } from 'hono';
import { AppError, InvalidInput } from '@/kernel/errors.ts';
import { signedIn } from '@/kernel/http/authenticate.ts';
import type { Ctx, Env } from '@/kernel/http/env.ts';
import { fragment } from '@/kernel/http/respond.ts';
import { readPassingFile, takesPassingFile } from '@/kernel/http/upload.ts';
import { idParam, query, type Refused, saving } from '@/kernel/http/validate.ts';
import { exportContacts } from '../export-contacts.ts';
import { CSV_HEADERS } from './csv-headers.ts';
import { getImport, listSkipped, listWaiting } from './imports.queries.ts';
import { ImportQuery, type ImportView, MAX_SHEET_BYTES } from './imports.schema.ts';
import { importPhoneBook, previewSheet, startImport } from './imports.service.ts';

const SHEET = { field: 'file', maxBytes: MAX_SHEET_BYTES, maxFiles: 1 };
const MOST_SHOWN = 200;
const MOST_PREVIEWED = 5;

/** One dialog from the choice of a file to the report. */
export const importPages = new Hono<Env>()
  .get('/contacts/export.csv', signedIn, (c) => c.body(exportContacts(c.var.scope), 200, CSV_HEADERS))
  .get('/contacts/import', signedIn, (c) => fragment(c, <ImportDialog />))
  .post('/contacts/upload', signedIn, takesPassingFile(SHEET), (c) =>
    saving(c, again, async () => {
      const { file, name } = await chosenFile(c);
      const view = await previewSheet(c.var.scope, file, name);
      const rows = await listWaiting(c.var.scope, view.id, MOST_PREVIEWED);
      return fragment(c, <ImportPreview view={view} rows={rows} />);
    }),
  )
  .post('/contacts/import', signedIn, async (c) => report(c, await importPhoneBook(c.var.scope)))
  .post('/contacts/imports/:id', signedIn, async (c) =>
    report(c, await startImport(c.var.scope, { importId: idParam(c) })),
  )
  .get('/contacts/imports/:id', signedIn, query(ImportQuery), async (c) => {
    const view = await getImport(c.var.scope, idParam(c));
    if (c.req.valid('query').part === undefined) return report(c, view);
    const skipped = await listSkipped(c.var.scope, view.id, MOST_SHOWN);
    return fragment(c, <ImportProgress view={view} skipped={skipped} />);
  });

async function report(c: Ctx, view: ImportView): Promise<Response> {
  const skipped = await listSkipped(c.var.scope, view.id, MOST_SHOWN);
  return fragment(c, <ImportReport view={view} skipped={skipped} />);
}

/** Throws InvalidInput on `file` when none was chosen, or it is too large. */
async function chosenFile(c: Ctx): Promise<{ file: Blob; name: string }> {
  const chosen = await readPassingFile(c).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'ERR_TOO_LARGE') throw error;
    throw new InvalidInput({ file: 'contacts:import.errors.tooLarge' });
  });
  if (!chosen) throw new InvalidInput({ file: 'validation:required' });
  return chosen;
}

function again(c: Ctx, { errors }: Refused): Response {
  return fragment(c, <ImportDialog errors={errors} />, 422);
}
