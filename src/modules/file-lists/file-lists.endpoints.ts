import { z } from 'zod';
import { endpoint } from '@/core/http/routing/route.ts';
import { shownId } from '@/core/http/routing/validate.ts';
import { readUploads } from '@/core/http/uploads/upload.ts';
import { MessageReply } from '@/schemas/reply-fields.schema.ts';
import { getFileList, listFileLists } from './file-lists.queries.ts';
import { FileListFilter, FileListInput, LIST_FILES, ListFilesFields } from './file-lists.schema.ts';
import { createFileList, deleteFileList, setListFiles, updateFileList } from './file-lists.service.ts';
import { FileList, FileListPage } from './file-lists.views.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    fileListId: number;
    fileOptionId: number;
  }
}

const options = [{ name: 'Tabela de preços', path: '', mediaType: '' }];

export const fileListsEndpoints = [
  endpoint('GET /files', {
    access: 'person',
    summary: 'A page of the lists, by name, without their files',
    query: FileListFilter,
    reply: FileListPage,
    example: () => ({ query: { searchParam: '', pageNumber: 1 } }),
    run: (scope, { query }) => listFileLists(scope, query),
  }),
  endpoint('GET /files/:fileListId', {
    access: 'person',
    summary: 'One list with its files in their order',
    reply: FileList,
    errors: ['ERR_NO_FILE_FOUND'],
    run: (scope, { fileListId }) => getFileList(scope, fileListId),
  }),
  endpoint('POST /files', {
    access: 'admin',
    summary: 'Makes a list; its files are uploaded by the ids in the reply',
    body: FileListInput,
    reply: FileList,
    errors: ['ERR_RATING_NAME_ALREADY_EXISTS'],
    example: () => ({ body: { name: 'Catálogo', message: 'Segue o catálogo', options } }),
    run: (scope, { body }) => createFileList(scope, body),
  }),
  endpoint('PUT /files/:fileListId', {
    access: 'admin',
    summary: 'Changes a list; options that are not sent go with their files, new ones have no id',
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
  endpoint('DELETE /files/:fileListId', {
    access: 'admin',
    summary: 'Deletes a list with its files',
    reply: MessageReply,
    errors: ['ERR_NO_FILE_FOUND'],
    run: async (scope, { fileListId }) => {
      await deleteFileList(scope, { fileListId });
      return { message: 'File List deleted' };
    },
  }),
  endpoint('POST /files/uploadList/:fileListId', {
    access: 'admin',
    summary: 'Gives options their files: one `id` for each of `files`, in the same order',
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
];
