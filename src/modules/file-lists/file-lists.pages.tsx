import {
  DeleteFileListDialog,
  FileListDialog,
  type FileListValues,
} from '@views/pages/file-lists/file-list-dialog.tsx';
import { FileListsPage } from '@views/pages/file-lists/file-lists-page.tsx';
import { AppError, InvalidInput } from '@/core/errors.ts';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment, listPage } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { idParam, type Refused } from '@/core/http/routing/validate.ts';
import { readUploads } from '@/core/http/uploads/upload.ts';
import { getFileList, listFileLists } from './file-lists.queries.ts';
import { FileListFilter, FileListForm, LIST_FILES } from './file-lists.schema.ts';
import { createFileList, deleteFileList, updateFileList } from './file-lists.service.ts';
import type { FileListView } from './file-lists.views.ts';

const BLANK: FileListValues = { name: '', message: '' };
const REFRESH = 'file';
const example = () => ({
  body: { name: 'Manuais', message: 'Seguem os manuais', options: '[{"name":"Manual","hasFile":true}]' },
  file: { name: 'manual.txt', content: 'manual' },
});

export const fileListsPages = [
  pageRoute('GET /files', {
    access: 'admin',
    query: FileListFilter,
    async show(c, { query }) {
      const page = await listFileLists(c.var.scope, query);
      const head = { title: 'fileLists:title', active: 'files' };
      const { searchParam } = query;
      return listPage(c, head, (shows) => <FileListsPage {...{ shows, page, searchParam }} />);
    },
  }),
  pageRoute('GET /files/new', { access: 'admin', show: (c) => dialog(c, null, BLANK) }),
  pageRoute('GET /files/:fileListId/edit', {
    access: 'admin',
    async show(c, { fileListId }) {
      const list = await getFileList(c.var.scope, fileListId);
      return dialog(c, list, list);
    },
  }),
  pageRoute('GET /files/:fileListId/delete', {
    access: 'admin',
    async show(c, { fileListId }) {
      return fragment(c, <DeleteFileListDialog list={await getFileList(c.var.scope, fileListId)} />);
    },
  }),
  pageRoute('POST /files', {
    access: 'admin',
    files: LIST_FILES,
    form: FileListForm,
    example,
    again,
    async show(c, { form }) {
      await besideField(createFileList(c.var.scope, await withFiles(c, form)));
      return done(c, { toast: 'fileLists:toast.created', refresh: REFRESH });
    },
  }),
  pageRoute('PUT /files/:fileListId', {
    access: 'admin',
    files: LIST_FILES,
    form: FileListForm,
    example,
    again,
    async show(c, { fileListId, form }) {
      const input = await withFiles(c, form);
      await besideField(updateFileList(c.var.scope, { ...input, fileListId }));
      return done(c, { toast: 'fileLists:toast.updated', refresh: REFRESH });
    },
  }),
  pageRoute('DELETE /files/:fileListId', {
    access: 'admin',
    async show(c, { fileListId }) {
      await deleteFileList(c.var.scope, { fileListId });
      return done(c, { toast: 'fileLists:toast.deleted', refresh: REFRESH });
    },
  }),
];

function dialog(
  c: Ctx,
  known: FileListView | null,
  values: FileListValues,
  errors?: Record<string, string>,
): Response {
  return fragment(c, <FileListDialog {...{ known, values, errors }} />, errors ? 422 : 200);
}

async function again(c: Ctx, { values, errors }: Refused): Promise<Response> {
  const isKnown = c.req.param('fileListId') !== undefined;
  const known = isKnown ? await getFileList(c.var.scope, idParam(c, 'fileListId')) : null;
  const { name = '', message = '' } = values;
  return dialog(c, known, { name, message }, errors);
}

async function withFiles(c: Ctx, { options, ...form }: FileListForm) {
  const { uploads } = await readUploads(c);
  const files = [...uploads];
  const rows = options.map(({ hasFile, ...row }) => (hasFile ? { ...row, file: files.shift() } : row));
  if (options.filter(({ hasFile }) => hasFile).length !== uploads.length)
    throw new InvalidInput({ options: 'fileLists:fileMissing' });
  return { ...form, options: rows };
}

/** Existing clients need the code; the form shows the error at the field. */
async function besideField<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    const code = error instanceof AppError ? error.code : undefined;
    if (code === 'ERR_RATING_NAME_ALREADY_EXISTS') throw new InvalidInput({ name: `errors:${code}` });
    throw error;
  });
}
