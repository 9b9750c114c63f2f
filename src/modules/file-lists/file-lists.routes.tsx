import {
  DeleteFileListDialog,
  FileListDialog,
  type FileListValues,
} from '@views/pages/file-lists/file-list-dialog.tsx';
import { FileListsPage } from '@views/pages/file-lists/file-lists-page.tsx';
import { z } from 'zod';
import { AppError, InvalidInput } from '@/core/errors.ts';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment, listPage } from '@/core/http/responses/respond.ts';
import { operation, routes } from '@/core/http/routing/operation.ts';
import { endpoint, pageRoute } from '@/core/http/routing/route.ts';
import { idParam, type Refused, shownId } from '@/core/http/routing/validate.ts';
import { readUploads } from '@/core/http/uploads/upload.ts';
import { MessageReply } from '@/schemas/reply-fields.schema.ts';
import { getFileList, listFileLists } from './file-lists.queries.ts';
import {
  FileListFilter,
  FileListForm,
  FileListInput,
  LIST_FILES,
  ListFilesFields,
} from './file-lists.schema.ts';
import { createFileList, deleteFileList, setListFiles, updateFileList } from './file-lists.service.ts';
import { FileList, FileListPage, type FileListView } from './file-lists.views.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    fileListId: number;
    fileOptionId: number;
  }
}

const BLANK: FileListValues = { name: '', message: '' };
const REFRESH = 'file';
const options = [{ name: 'Tabela de preços', path: '', mediaType: '' }];
const example = () => ({
  body: { name: 'Manuais', message: 'Seguem os manuais', options: '[{"name":"Manual","hasFile":true}]' },
  file: { name: 'manual.txt', content: 'manual' },
});

export const fileListRoutes = routes([
  endpoint('GET /files', {
    access: 'person',
    summary: 'A page of file lists, by name, without their files',
    query: FileListFilter,
    reply: FileListPage,
    example: () => ({ query: { searchParam: '', pageNumber: 1 } }),
    run: (scope, { query }) => listFileLists(scope, query),
  }),
  endpoint('GET /files/:fileListId', {
    access: 'person',
    summary: 'One file list with its files in their order',
    reply: FileList,
    errors: ['ERR_NO_FILE_FOUND'],
    run: (scope, { fileListId }) => getFileList(scope, fileListId),
  }),
  pageRoute('GET /files', {
    access: 'admin',
    query: FileListFilter,
    async answer(c, { query }) {
      const page = await listFileLists(c.var.scope, query);
      const head = { title: 'fileLists:title', active: 'files' };
      const { searchParam } = query;
      return listPage(c, head, (shows) => <FileListsPage {...{ shows, page, searchParam }} />);
    },
  }),
  pageRoute('GET /files/new', { access: 'admin', answer: (c) => dialog(c, null, BLANK) }),
  pageRoute('GET /files/:fileListId/edit', {
    access: 'admin',
    async answer(c, { fileListId }) {
      const list = await getFileList(c.var.scope, fileListId);
      return dialog(c, list, list);
    },
  }),
  pageRoute('GET /files/:fileListId/delete', {
    access: 'admin',
    async answer(c, { fileListId }) {
      return fragment(c, <DeleteFileListDialog list={await getFileList(c.var.scope, fileListId)} />);
    },
  }),
  endpoint('POST /files', {
    access: 'admin',
    summary: 'Creates a file list; its files are uploaded by the ids in the reply',
    body: FileListInput,
    reply: FileList,
    errors: ['ERR_RATING_NAME_ALREADY_EXISTS'],
    example: () => ({ body: { name: 'Catálogo', message: 'Segue o catálogo', options } }),
    run: (scope, { body }) => createFileList(scope, body),
  }),
  pageRoute('POST /files', {
    access: 'admin',
    files: LIST_FILES,
    form: FileListForm,
    example,
    onInvalid: again,
    async answer(c, { form }) {
      await besideField(createFileList(c.var.scope, await withFiles(c, form)));
      return done(c, { toast: 'fileLists:toast.created', refresh: REFRESH });
    },
  }),
  endpoint('PUT /files/:fileListId', {
    access: 'admin',
    summary:
      'Changes a file list; options that are not sent are deleted with their files, new ones have no id',
    body: FileListInput,
    reply: FileList,
    errors: ['ERR_NO_FILE_FOUND', 'ERR_RATING_NAME_ALREADY_EXISTS'],
    example: ({ fileOptionId }) => ({
      body: {
        name: 'Catálogo novo',
        message: 'Segue',
        options: [{ id: fileOptionId, name: 'Preços' }, ...options],
      },
    }),
    run: (scope, { fileListId, body }) => updateFileList(scope, { ...body, fileListId }),
  }),
  pageRoute('PUT /files/:fileListId', {
    access: 'admin',
    files: LIST_FILES,
    form: FileListForm,
    example,
    onInvalid: again,
    async answer(c, { fileListId, form }) {
      const input = await withFiles(c, form);
      await besideField(updateFileList(c.var.scope, { ...input, fileListId }));
      return done(c, { toast: 'fileLists:toast.updated', refresh: REFRESH });
    },
  }),
  operation('DELETE /files/:fileListId', {
    access: 'admin',
    summary: 'Deletes a file list with its files',
    output: MessageReply,
    errors: ['ERR_NO_FILE_FOUND'],
    async run(scope, input) {
      await deleteFileList(scope, input);
      return { message: 'File List deleted' };
    },
    form: { done: { toast: 'fileLists:toast.deleted', refresh: REFRESH } },
  }),
  endpoint('POST /files/uploadList/:fileListId', {
    access: 'admin',
    summary: 'Sets the files of options: one `id` for each of `files`, in the same order',
    files: LIST_FILES,
    body: ListFilesFields,
    reply: z.strictObject({ mensagem: z.string() }),
    errors: ['ERR_NO_FILE_FOUND', 'ERR_TOO_LARGE', 'ERR_UNSUPPORTED_MEDIA'],
    example: ({ fileListId, fileOptionId }) => ({
      body: { fileId: fileListId, typeArch: 'fileList', id: fileOptionId, name: '', mediaType: '' },
      file: { name: 'tabela.txt', content: 'tabela' },
    }),
    async answer(c, { fileListId }) {
      await getFileList(c.var.scope, fileListId);
      const { uploads, fields } = await readUploads(c);
      const ids = fields.getAll('id').map((text) => shownId(String(text)));
      const files = uploads.map((file, index) => ({ optionId: ids[index] ?? 0, file }));
      await setListFiles(c.var.scope, { fileListId, files });
      return c.json({ mensagem: 'Arquivos atualizados' });
    },
  }),
]);

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
