import { ContactListsPage } from '@views/pages/contact-lists/contact-lists-page.tsx';
import { ListImportDialog } from '@views/pages/contact-lists/import-dialogs.tsx';
import { DeleteListDialog, ListDialog } from '@views/pages/contact-lists/list-dialogs.tsx';
import { SourceFields } from '@views/pages/contact-lists/source-fields.tsx';
import { z } from 'zod';
import { InvalidInput } from '@/core/errors.ts';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment, leadTo, listPage, trigger } from '@/core/http/responses/respond.ts';
import { answerCsv } from '@/core/http/responses/send-csv.ts';
import { operation, routes } from '@/core/http/routing/operation.ts';
import { endpoint, pageRoute } from '@/core/http/routing/route.ts';
import { idParam, type Refused } from '@/core/http/routing/validate.ts';
import { readPassingFile } from '@/core/http/uploads/upload.ts';
import { listAllTags } from '@/modules/tags/tags.queries.ts';
import { listPaths } from '@/paths.ts';
import { MessageReply } from '@/schemas/reply-fields.schema.ts';
import { LISTS_GUARD } from './contact-lists.policy.ts';
import { getContactList, listAllContactLists, listContactLists } from './contact-lists.queries.ts';
import {
  ContactListFilter,
  ContactListInput,
  ListForm,
  SourceFieldsQuery,
  SourceQuery,
  type SourceValues,
} from './contact-lists.schema.ts';
import { createContactList, deleteContactList, updateContactList } from './contact-lists.service.ts';
import { ContactList, ContactListChoice, ContactListItem, ContactListPage } from './contact-lists.views.ts';
import { createFilledList } from './fill/fill-list.service.ts';
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

const REFRESH = 'ContactList';

export const contactListRoutes = routes([
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
    summary: 'The rows of an import that were left out, each with its reason',
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
  pageRoute('GET /contact-lists', {
    ...LISTS_GUARD,
    query: ContactListFilter,
    async answer(c, { query }) {
      const props = { page: await listContactLists(c.var.scope, query), searchParam: query.searchParam };
      const head = { title: 'contactLists:title', active: 'contactLists' };
      return listPage(c, head, (shows) => <ContactListsPage shows={shows} {...props} />);
    },
  }),
  pageRoute('GET /contact-lists/new', { ...LISTS_GUARD, answer: (c) => addDialog(c, {}) }),
  pageRoute('GET /contact-lists/sources', {
    ...LISTS_GUARD,
    query: SourceFieldsQuery,
    async answer(c, { query: { mayBeNone = false, ...values } }) {
      const props = { values, mayBeNone, tags: await listAllTags(c.var.scope) };
      return fragment(c, <SourceFields {...props} />);
    },
  }),
  pageRoute('GET /contact-lists/:contactListId/edit', {
    ...LISTS_GUARD,
    async answer(c, { contactListId }) {
      const { name } = await getContactList(c.var.scope, contactListId);
      return fragment(c, <ListDialog contactListId={contactListId} name={name} />);
    },
  }),
  pageRoute('GET /contact-lists/:contactListId/delete', {
    ...LISTS_GUARD,
    answer: async (c, { contactListId }) =>
      fragment(c, <DeleteListDialog list={await getContactList(c.var.scope, contactListId)} />),
  }),
  endpoint('POST /contact-lists', {
    ...LISTS_GUARD,
    summary: 'A new, empty contact list',
    body: ContactListInput,
    reply: ContactList,
    example: () => ({ body: { name: 'Clientes de 2026' } }),
    run: (scope, { body }) => createContactList(scope, body),
  }),
  pageRoute('POST /contact-lists', {
    ...LISTS_GUARD,
    form: ListForm,
    example: () => ({ body: { name: 'Da planilha', source: 'none' as const } }),
    onInvalid: (c, { values, errors }) => addDialog(c, values, errors),
    async answer(c, { form }) {
      const { list, added } = await createFilledList(c.var.scope, form);
      if (form.filling.source === 'sheet') {
        trigger(c, { [`refresh:${REFRESH}`]: true });
        return fragment(c, <ListImportDialog contactListId={list.id} />);
      }
      if (form.filling.source === 'none') return leadTo(c, listPaths.contacts(list.id));
      return done(c, { toast: 'contactLists:toast.filled', vars: { count: added }, refresh: REFRESH });
    },
  }),
  operation('PUT /contact-lists/:contactListId', {
    ...LISTS_GUARD,
    summary: 'Renames a contact list',
    input: ContactListInput,
    output: ContactList,
    errors: ['ERR_NO_CONTACTLIST_FOUND'],
    example: () => ({ body: { name: 'Outro nome' } }),
    run: (scope, input) => updateContactList(scope, input),
    form: {
      onInvalid(c, { values: { name = '' }, errors }) {
        const props = { contactListId: idParam(c, 'contactListId'), name, errors };
        return fragment(c, <ListDialog {...props} />, 422);
      },
      done: { toast: 'contactLists:toast.updated', refresh: REFRESH },
    },
  }),
  operation('DELETE /contact-lists/:contactListId', {
    ...LISTS_GUARD,
    summary: 'Deletes a contact list with its contacts; the address book stays',
    output: MessageReply,
    errors: ['ERR_NO_CONTACTLIST_FOUND'],
    async run(scope, input) {
      await deleteContactList(scope, input);
      return { message: 'Contact list deleted' };
    },
    form: { done: { toast: 'contactLists:toast.deleted', refresh: REFRESH } },
  }),
  endpoint('POST /contact-lists/:contactListId/upload', {
    ...LISTS_GUARD,
    summary:
      'Imports a sheet into a contact list; answers with the first new contacts, the others follow in the background',
    files: SHEET,
    storesFiles: false,
    reply: z.array(ContactListItem),
    errors: ['ERR_VALIDATION', 'ERR_TOO_LARGE', 'ERR_NO_CONTACTLIST_FOUND'],
    example: () => ({ file: { name: 'lista.csv', content: 'nome;numero\nDa planilha;5511977000011\n' } }),
    async answer(c, { contactListId }) {
      await getContactList(c.var.scope, contactListId);
      const sheet = await readPassingFile(c);
      if (!sheet) throw new InvalidInput({ file: 'contacts:import.errors.empty' });
      const { file, name: fileName } = sheet;
      return c.json(await importSheet(c.var.scope, { contactListId, file, fileName }));
    },
  }),
]);

async function addDialog(c: Ctx, values: Refused['values'], errors?: Refused['errors']): Promise<Response> {
  const source: SourceValues = SourceQuery.parse(values);
  const tags = await listAllTags(c.var.scope);
  const props = { contactListId: null, name: values.name ?? '', source: { values: source, tags }, errors };
  return fragment(c, <ListDialog {...props} />, errors ? 422 : 200);
}
