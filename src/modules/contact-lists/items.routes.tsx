import { CheckStatus } from '@views/pages/contact-lists/check-status.tsx';
import { FillDialog } from '@views/pages/contact-lists/fill-dialog.tsx';
import { DeleteItemDialog, ItemDialog, type ItemValues } from '@views/pages/contact-lists/item-dialogs.tsx';
import { ListContactsPage } from '@views/pages/contact-lists/list-contacts-page.tsx';
import { z } from 'zod';
import type { Ctx } from '@/core/http/env.ts';
import { setPageAbove } from '@/core/http/responses/opened-as-page.ts';
import { done, fragment, listPage } from '@/core/http/responses/respond.ts';
import { operation, routes } from '@/core/http/routing/operation.ts';
import { endpoint, pageRoute } from '@/core/http/routing/route.ts';
import { idParam, type Refused } from '@/core/http/routing/validate.ts';
import { JSON_TYPE } from '@/core/json-stream.ts';
import { listAllTags } from '@/modules/tags/tags.queries.ts';
import { listPaths } from '@/paths.ts';
import { listFilter } from '@/schemas/list-filter.schema.ts';
import { formatNumber } from '@/schemas/phone-number.schema.ts';
import { MessageReply } from '@/schemas/reply-fields.schema.ts';
import { getCheck } from './check/check.queries.ts';
import { resumeCheck } from './check/check.service.ts';
import { channelOf } from './contact-lists.events.ts';
import { LISTS_GUARD } from './contact-lists.policy.ts';
import { getContactList } from './contact-lists.queries.ts';
import { FillForm, ItemInput, ItemQuery, ListOfItems, NewItem, SourceQuery } from './contact-lists.schema.ts';
import { ContactListItem, ItemPage } from './contact-lists.views.ts';
import { fillList } from './fill/fill-list.service.ts';
import { getItem, listItems, streamItems } from './items.queries.ts';
import { addItem, deleteItem, updateItem } from './items.service.ts';

const BLANK: ItemValues = { name: '', number: '', email: '' };
const EXAMPLE = { name: 'Marta', number: '5511977000012', email: 'marta@example.com' };

export const itemRoutes = routes([
  endpoint('GET /contact-list-items', {
    ...LISTS_GUARD,
    summary: 'A page of one list’s contacts by name',
    query: ItemQuery,
    reply: ItemPage,
    errors: ['ERR_NO_CONTACTLIST_FOUND'],
    example: ({ contactListId }) => ({ query: { contactListId, searchParam: '', pageNumber: 1 } }),
    run: (scope, { query }) => listItems(scope, query),
  }),
  endpoint('GET /contact-list-items/list', {
    ...LISTS_GUARD,
    summary: 'All contacts of one list by name',
    query: ListOfItems,
    reply: z.array(ContactListItem),
    errors: ['ERR_NO_CONTACTLIST_FOUND'],
    example: ({ contactListId }) => ({ query: { contactListId } }),
    answer: async (c, { query }) => c.body(await streamItems(c.var.scope, query), 200, JSON_TYPE),
  }),
  endpoint('GET /contact-list-items/:contactListItemId', {
    ...LISTS_GUARD,
    summary: 'One contact of a list',
    reply: ContactListItem,
    errors: ['ERR_NO_CONTACTLISTITEM_FOUND'],
    run: (scope, { contactListItemId }) => getItem(scope, contactListItemId),
  }),
  pageRoute('GET /contact-lists/:contactListId/contacts', {
    ...LISTS_GUARD,
    query: z.object(listFilter),
    async answer(c, { contactListId, query }) {
      const { scope } = c.var;
      const list = await getContactList(scope, contactListId);
      const page = await listItems(scope, { ...query, contactListId });
      const check = await getCheck(scope, contactListId);
      const props = { list, page, check, searchParam: query.searchParam };
      const head = { title: 'contactLists:title', active: 'contactLists' };
      return listPage(c, head, (shows) => <ListContactsPage shows={shows} {...props} />);
    },
  }),
  pageRoute('GET /contact-lists/:contactListId/check', {
    ...LISTS_GUARD,
    partOf: '/contact-lists/:contactListId/contacts',
    answer: async (c, { contactListId }) =>
      fragment(c, <CheckStatus check={await getCheck(c.var.scope, contactListId)} />),
  }),
  pageRoute('GET /contact-lists/:contactListId/fill', {
    ...LISTS_GUARD,
    partOf: '/contact-lists/:contactListId/contacts',
    answer: (c) => fillDialog(c, { source: 'tag' }),
  }),
  pageRoute('GET /contact-lists/:contactListId/contacts/new', {
    ...LISTS_GUARD,
    async answer(c, { contactListId }) {
      await getContactList(c.var.scope, contactListId);
      return dialog(c, BLANK);
    },
  }),
  pageRoute('GET /contact-list-items/:contactListItemId/edit', {
    ...LISTS_GUARD,
    async answer(c, { contactListItemId }) {
      const item = await getItem(c.var.scope, contactListItemId);
      setPageAbove(c, listPaths.contacts(item.contactListId));
      return dialog(c, { ...item, number: formatNumber(item.number) });
    },
  }),
  pageRoute('GET /contact-list-items/:contactListItemId/delete', {
    ...LISTS_GUARD,
    async answer(c, { contactListItemId }) {
      const item = await getItem(c.var.scope, contactListItemId);
      setPageAbove(c, listPaths.contacts(item.contactListId));
      return fragment(c, <DeleteItemDialog item={item} />);
    },
  }),
  pageRoute('POST /contact-lists/:contactListId/check', {
    ...LISTS_GUARD,
    async answer(c, { contactListId }) {
      await resumeCheck(c.var.scope, { contactListId });
      return fragment(c, <CheckStatus check={await getCheck(c.var.scope, contactListId)} />);
    },
  }),
  pageRoute('POST /contact-lists/:contactListId/fill', {
    ...LISTS_GUARD,
    form: FillForm,
    example: ({ tagId }) => ({ body: { source: 'tag' as const, tagId: String(tagId) } }),
    onInvalid: (c, { values, errors }) => fillDialog(c, values, errors),
    async answer(c, { contactListId, form: filling }) {
      const count = await fillList(c.var.scope, { contactListId, filling });
      const refresh = channelOf(contactListId);
      return done(c, { toast: 'contactLists:toast.filled', vars: { count }, refresh });
    },
  }),
  pageRoute('POST /contact-lists/:contactListId/contacts', {
    ...LISTS_GUARD,
    form: ItemInput,
    example: () => ({ body: { ...EXAMPLE, number: '5511977000013', email: '' } }),
    onInvalid: (c, { values, errors }) => dialog(c, values, errors),
    async answer(c, { contactListId, form }) {
      const { isWhatsappValid } = await addItem(c.var.scope, { ...form, contactListId });
      return done(c, { toast: addedToast(isWhatsappValid), refresh: channelOf(contactListId) });
    },
  }),
  endpoint('POST /contact-list-items', {
    ...LISTS_GUARD,
    summary: 'Adds a contact to a list; WhatsApp is asked about the number where a connection is up',
    body: NewItem,
    reply: ContactListItem,
    errors: ['ERR_NO_CONTACTLIST_FOUND'],
    example: ({ contactListId }) => ({ body: { ...EXAMPLE, contactListId: String(contactListId) } }),
    run: (scope, { body: item }) => addItem(scope, item),
  }),
  operation('PUT /contact-list-items/:contactListItemId', {
    ...LISTS_GUARD,
    summary: 'Changes a contact of a list; it stays in its list',
    input: ItemInput,
    output: ContactListItem,
    errors: ['ERR_NO_CONTACTLISTITEM_FOUND'],
    example: () => ({ body: EXAMPLE }),
    run: (scope, input) => updateItem(scope, input),
    form: {
      onInvalid: (c, { values, errors }) => dialog(c, values, errors),
      done: (c, { contactListId }) =>
        done(c, { toast: 'contactLists:toast.itemUpdated', refresh: channelOf(contactListId) }),
    },
  }),
  endpoint('DELETE /contact-list-items/:contactListItemId', {
    ...LISTS_GUARD,
    summary: 'Removes a contact from its list',
    reply: MessageReply,
    errors: ['ERR_NO_CONTACTLISTITEM_FOUND'],
    run: async (scope, { contactListItemId }) => {
      await deleteItem(scope, { contactListItemId });
      return { message: 'Contact deleted' };
    },
  }),
  pageRoute('DELETE /contact-list-items/:contactListItemId', {
    ...LISTS_GUARD,
    async answer(c, { contactListItemId }) {
      const { contactListId } = await getItem(c.var.scope, contactListItemId);
      await deleteItem(c.var.scope, { contactListItemId });
      return done(c, { toast: 'contactLists:toast.itemDeleted', refresh: channelOf(contactListId) });
    },
  }),
]);

function addedToast(isValid: boolean | null): string {
  if (isValid === null) return 'contactLists:toast.itemUnchecked';
  return isValid ? 'contactLists:toast.itemAdded' : 'contactLists:toast.itemInvalid';
}

function dialog(c: Ctx, values: Partial<ItemValues>, errors?: Refused['errors']): Response {
  const isKnown = c.req.param('contactListItemId') !== undefined;
  const target = isKnown
    ? { contactListItemId: idParam(c, 'contactListItemId') }
    : { contactListId: idParam(c, 'contactListId') };
  return fragment(
    c,
    <ItemDialog target={target} values={{ ...BLANK, ...values }} errors={errors} />,
    errors ? 422 : 200,
  );
}

async function fillDialog(c: Ctx, values: Refused['values'], errors?: Refused['errors']): Promise<Response> {
  const { id, name } = await getContactList(c.var.scope, idParam(c, 'contactListId'));
  const source = { values: SourceQuery.parse(values), tags: await listAllTags(c.var.scope) };
  return fragment(c, <FillDialog list={{ id, name }} source={source} errors={errors} />, errors ? 422 : 200);
}
