import {
  ImportDialog,
  ImportPreview,
  ImportProgress,
  ImportReport,
} from '@views/parts/contacts/import-dialog.tsx';
import type { Ctx } from '@/core/http/env.ts';
import { fragment } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import type { Refused } from '@/core/http/routing/validate.ts';
import { readChosenFile } from '@/core/http/uploads/upload.ts';
import { getImport, listSkipped, listWaiting } from './imports.queries.ts';
import { ImportQuery, SHEET } from './imports.schema.ts';
import { importPhoneBook, previewSheet, startImport } from './imports.service.ts';
import type { ImportView } from './imports.views.ts';

const MAX_SHOWN = 200;
const MAX_PREVIEWED = 5;

export const importsPages = [
  pageRoute('GET /contacts/import', { access: 'person', answer: (c) => fragment(c, <ImportDialog />) }),
  pageRoute('POST /contacts/upload', {
    access: 'person',
    files: SHEET,
    storesFiles: false,
    onInvalid: again,
    async answer(c) {
      const { file, name } = await readChosenFile(c);
      const view = await previewSheet(c.var.scope, file, name);
      const rows = await listWaiting(c.var.scope, view.id, MAX_PREVIEWED);
      return fragment(c, <ImportPreview view={view} rows={rows} />);
    },
  }),
  pageRoute('POST /contacts/import', {
    access: 'person',
    answer: async (c) => report(c, await importPhoneBook(c.var.scope)),
  }),
  pageRoute('POST /contacts/imports/:importId', {
    access: 'person',
    answer: async (c, { importId }) => report(c, await startImport(c.var.scope, { importId })),
  }),
  pageRoute('GET /contacts/imports/:importId', {
    access: 'person',
    query: ImportQuery,
    async answer(c, { importId, query }) {
      const view = await getImport(c.var.scope, importId);
      if (query.part === undefined) return report(c, view);
      const skipped = await listSkipped(c.var.scope, view.id, MAX_SHOWN);
      return fragment(c, <ImportProgress view={view} skipped={skipped} />);
    },
  }),
];

async function report(c: Ctx, view: ImportView): Promise<Response> {
  const skipped = await listSkipped(c.var.scope, view.id, MAX_SHOWN);
  return fragment(c, <ImportReport view={view} skipped={skipped} />);
}

function again(c: Ctx, { errors }: Refused): Response {
  return fragment(c, <ImportDialog errors={errors} />, 422);
}
