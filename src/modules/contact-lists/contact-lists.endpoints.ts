import { z } from 'zod';
import { AppError } from '@/core/errors.ts';
import { answerCsv } from '@/core/http/responses/send-csv.ts';
import { endpoint } from '@/core/http/routing/route.ts';
import { readPassingFile } from '@/core/http/uploads/upload.ts';
import { MessageReply } from '@/schemas/reply-fields.schema.ts';
import { LISTS_GUARD } from './contact-lists.policy.ts';
import { getContactList, listAllContactLists, listContactLists } from './contact-lists.queries.ts';
import { ContactListFilter, ContactListInput } from './contact-lists.schema.ts';
import { createContactList, deleteContactList, updateContactList } from './contact-lists.service.ts';
import { ContactList, ContactListChoice, ContactListItem, ContactListPage } from './contact-lists.views.ts';
import { exampleSheet, XLSX } from './import/example-sheet.logic.ts';
import { getListImport } from './import/list-imports.queries.ts';
import { SHEET } from './import/list-imports.schema.ts';
import { importSheet } from './import/list-imports.service.ts';
import { skippedAsCsv } from './import/skipped-lines-csv.queries.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    contactListId: number;
    contactListItemId: number;
    listImportId: number;
  }
}

export const contactListsEndpoints = [
  endpoint('GET /contact-lists', {
    ...LISTS_GUARD,
    summary: 'A page of contact lists by name, each with its number of contacts',
    query: ContactListFilter,
    reply: ContactListPage,
    example: () => ({ query: { searchParam: '', pageNumber: 1 } }),
    run: (scope, { query }) => listContactLists(scope, query),
  }),
  endpoint('GET /contact-lists/list', {
    ...LISTS_GUARD,
    summary: 'All contact lists by name, for pickers',
    reply: z.array(ContactListChoice),
    run: (scope) => listAllContactLists(scope),
  }),
  endpoint('GET /contact-lists/example.xlsx', {
    ...LISTS_GUARD,
    summary: 'A sheet that shows which columns an import understands',
    mime: XLSX['Content-Type'],
    reply: z.string().startsWith('PK'),
    answer: (c) => c.body(exampleSheet(c.var.t), 200, XLSX),
  }),
  endpoint('GET /contact-lists/imports/:listImportId/skipped.csv', {
    ...LISTS_GUARD,
    summary: 'The lines of an import that were left out, each with its reason',
    mime: 'text/csv',
    reply: z.string(),
    errors: ['ERR_NOT_FOUND', 'ERR_PROOF_REQUIRED'],
    async answer(c, { listImportId }) {
      const view = await getListImport(c.var.scope, listImportId);
      return answerCsv(c, 'linhas-com-problema', async () => skippedAsCsv(c.var.scope, view));
    },
  }),
  endpoint('GET /contact-lists/:contactListId', {
    ...LISTS_GUARD,
    summary: 'One contact list',
    reply: ContactList,
    errors: ['ERR_NO_CONTACTLIST_FOUND'],
    run: (scope, { contactListId }) => getContactList(scope, contactListId),
  }),
  endpoint('POST /contact-lists', {
    ...LISTS_GUARD,
    summary: 'A new, empty contact list',
    body: ContactListInput,
    reply: ContactList,
    example: () => ({ body: { name: 'Clientes de 2026' } }),
    run: (scope, { body }) => createContactList(scope, body),
  }),
  endpoint('PUT /contact-lists/:contactListId', {
    ...LISTS_GUARD,
    summary: 'Renames a contact list',
    body: ContactListInput,
    reply: ContactList,
    errors: ['ERR_NO_CONTACTLIST_FOUND'],
    example: () => ({ body: { name: 'Outro nome' } }),
    run: (scope, { contactListId, body }) => updateContactList(scope, { ...body, contactListId }),
  }),
  endpoint('DELETE /contact-lists/:contactListId', {
    ...LISTS_GUARD,
    summary: 'Deletes a contact list with its contacts; the address book stays',
    reply: MessageReply,
    errors: ['ERR_NO_CONTACTLIST_FOUND'],
    run: async (scope, { contactListId }) => {
      await deleteContactList(scope, { contactListId });
      return { message: 'Contact list deleted' };
    },
  }),
  endpoint('POST /contact-lists/:contactListId/upload', {
    ...LISTS_GUARD,
    summary:
      'Imports a sheet into it; answers with the first new contacts, the others follow in the background',
    files: SHEET,
    storesFiles: false,
    reply: z.array(ContactListItem),
    errors: ['ERR_VALIDATION', 'ERR_TOO_LARGE', 'ERR_NO_CONTACTLIST_FOUND'],
    example: () => ({ file: { name: 'lista.csv', content: 'nome;numero\nDa planilha;5511977000011\n' } }),
    async answer(c, { contactListId }) {
      await getContactList(c.var.scope, contactListId);
      const sheet = await readPassingFile(c);
      if (!sheet) throw new AppError('ERR_VALIDATION');
      const { file, name: fileName } = sheet;
      return c.json(await importSheet(c.var.scope, { contactListId, file, fileName }));
    },
  }),
];
