import { ContactListsPage } from '@views/pages/contact-lists/contact-lists-page.tsx';
import { DeleteListDialog, ListDialog } from '@views/pages/contact-lists/list-dialogs.tsx';
import { SourceFields } from '@views/pages/contact-lists/source-fields.tsx';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment, leadTo, listPage } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { idParam, type Refused } from '@/core/http/routing/validate.ts';
import { listAllTags } from '@/modules/tags/tags.queries.ts';
import { listPaths } from '@/paths.ts';
import { LISTS_GUARD } from './contact-lists.policy.ts';
import { getContactList, listContactLists } from './contact-lists.queries.ts';
import {
  ContactListFilter,
  ContactListInput,
  ListForm,
  SourceFieldsQuery,
  SourceQuery,
  type SourceValues,
} from './contact-lists.schema.ts';
import { deleteContactList, updateContactList } from './contact-lists.service.ts';
import { createFilledList } from './fill/fill-list.service.ts';

const REFRESH = 'ContactList';

export const contactListsPages = [
  pageRoute('GET /contact-lists', {
    ...LISTS_GUARD,
    query: ContactListFilter,
    async show(c, { query }) {
      const props = { page: await listContactLists(c.var.scope, query), searchParam: query.searchParam };
      const head = { title: 'contactLists:title', active: 'contactLists' };
      return listPage(c, head, (shows) => <ContactListsPage shows={shows} {...props} />);
    },
  }),
  pageRoute('GET /contact-lists/new', { ...LISTS_GUARD, show: (c) => addDialog(c, {}) }),
  pageRoute('GET /contact-lists/sources', {
    ...LISTS_GUARD,
    query: SourceFieldsQuery,
    async show(c, { query: { mayBeNone = false, ...values } }) {
      const props = { values, mayBeNone, tags: await listAllTags(c.var.scope) };
      return fragment(c, <SourceFields {...props} />);
    },
  }),
  pageRoute('GET /contact-lists/:contactListId/edit', {
    ...LISTS_GUARD,
    async show(c, { contactListId }) {
      const { name } = await getContactList(c.var.scope, contactListId);
      return fragment(c, <ListDialog contactListId={contactListId} name={name} />);
    },
  }),
  pageRoute('GET /contact-lists/:contactListId/delete', {
    ...LISTS_GUARD,
    show: async (c, { contactListId }) =>
      fragment(c, <DeleteListDialog list={await getContactList(c.var.scope, contactListId)} />),
  }),
  pageRoute('POST /contact-lists', {
    ...LISTS_GUARD,
    form: ListForm,
    example: () => ({ body: { name: 'Da planilha', source: 'none' as const } }),
    again: (c, { values, errors }) => addDialog(c, values, errors),
    async show(c, { form }) {
      const { list, added } = await createFilledList(c.var.scope, form);
      if (form.filling.source === 'none') return leadTo(c, listPaths.contacts(list.id));
      return done(c, { toast: 'contactLists:toast.filled', vars: { count: added }, refresh: REFRESH });
    },
  }),
  pageRoute('PUT /contact-lists/:contactListId', {
    ...LISTS_GUARD,
    form: ContactListInput,
    example: () => ({ body: { name: 'Outro nome' } }),
    again(c, { values: { name = '' }, errors }) {
      const props = { contactListId: idParam(c, 'contactListId'), name, errors };
      return fragment(c, <ListDialog {...props} />, 422);
    },
    async show(c, { contactListId, form }) {
      await updateContactList(c.var.scope, { ...form, contactListId });
      return done(c, { toast: 'contactLists:toast.updated', refresh: REFRESH });
    },
  }),
  pageRoute('DELETE /contact-lists/:contactListId', {
    ...LISTS_GUARD,
    async show(c, { contactListId }) {
      await deleteContactList(c.var.scope, { contactListId });
      return done(c, { toast: 'contactLists:toast.deleted', refresh: REFRESH });
    },
  }),
];

async function addDialog(c: Ctx, values: Refused['values'], errors?: Refused['errors']): Promise<Response> {
  const source: SourceValues = SourceQuery.parse(values);
  const tags = await listAllTags(c.var.scope);
  const props = { contactListId: null, name: values.name ?? '', source: { values: source, tags }, errors };
  return fragment(c, <ListDialog {...props} />, errors ? 422 : 200);
}
