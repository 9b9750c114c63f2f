import {
  ListImportDialog,
  ListImportPreview,
  ListImportProgress,
  ListImportReport,
} from '@views/pages/contact-lists/import-dialogs.tsx';
import type { Ctx } from '@/core/http/env.ts';
import { setPageAbove } from '@/core/http/responses/opened-as-page.ts';
import { fragment } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { idParam, type Refused } from '@/core/http/routing/validate.ts';
import { readChosenFile } from '@/core/http/uploads/upload.ts';
import { listPaths } from '@/paths.ts';
import { LISTS_GUARD } from '../contact-lists.policy.ts';
import { getContactList } from '../contact-lists.queries.ts';
import { getListImport, listFirstLines, listSkippedLines } from './list-imports.queries.ts';
import { ListImportQuery, type Mapping, MappingDraft, MappingForm, SHEET } from './list-imports.schema.ts';
import { previewSheet, startListImport } from './list-imports.service.ts';
import type { ListImportView } from './list-imports.views.ts';

const MAX_SHOWN = 200;
const MAX_PREVIEWED = 5;

export const listImportsPages = [
  pageRoute('GET /contact-lists/:contactListId/import', {
    ...LISTS_GUARD,
    partOf: '/contact-lists/:contactListId/contacts',
    async answer(c, { contactListId }) {
      await getContactList(c.var.scope, contactListId);
      return fragment(c, <ListImportDialog contactListId={contactListId} />);
    },
  }),
  pageRoute('POST /contact-lists/:contactListId/upload', {
    ...LISTS_GUARD,
    files: SHEET,
    storesFiles: false,
    onInvalid: (c, { errors }) =>
      fragment(c, <ListImportDialog contactListId={idParam(c, 'contactListId')} errors={errors} />, 422),
    async answer(c, { contactListId }) {
      const { file, name: fileName } = await readChosenFile(c);
      const view = await previewSheet(c.var.scope, { contactListId, file, fileName });
      return preview(c, view, view.mapping);
    },
  }),
  pageRoute('GET /contact-lists/imports/:listImportId', {
    ...LISTS_GUARD,
    query: ListImportQuery,
    async answer(c, { listImportId, query }) {
      const view = await getListImport(c.var.scope, listImportId);
      setPageAbove(c, listPaths.contacts(view.contactListId));
      if (query.part === undefined) return report(c, view);
      const skipped = await listSkippedLines(c.var.scope, view.id, { limit: MAX_SHOWN });
      return fragment(c, <ListImportProgress view={view} skipped={skipped} />);
    },
  }),
  pageRoute('GET /contact-lists/imports/:listImportId/preview', {
    ...LISTS_GUARD,
    query: MappingDraft,
    answer: async (c, { listImportId, query }) =>
      preview(c, await getListImport(c.var.scope, listImportId), query),
  }),
  pageRoute('POST /contact-lists/imports/:listImportId', {
    ...LISTS_GUARD,
    form: MappingForm,
    example: () => ({ body: { name: '0', number: '1', email: '' } }),
    async onInvalid(c, { values, errors }: Refused) {
      const view = await getListImport(c.var.scope, idParam(c, 'listImportId'));
      const { data = view.mapping } = MappingDraft.safeParse(values);
      return preview(c, view, data, errors);
    },
    async answer(c, { listImportId, form: mapping }) {
      return report(c, await startListImport(c.var.scope, { listImportId, mapping }));
    },
  }),
];

async function preview(
  c: Ctx,
  view: ListImportView,
  mapping: Mapping,
  errors?: Record<string, string>,
): Promise<Response> {
  const lines = await listFirstLines(c.var.scope, view.id, MAX_PREVIEWED);
  const props = { view: { ...view, mapping }, lines, errors };
  return fragment(c, <ListImportPreview {...props} />, errors ? 422 : 200);
}

async function report(c: Ctx, view: ListImportView): Promise<Response> {
  const skipped = await listSkippedLines(c.var.scope, view.id, { limit: MAX_SHOWN });
  return fragment(c, <ListImportReport view={view} skipped={skipped} />);
}
