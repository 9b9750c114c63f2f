import { endpoint } from '@/core/http/routing/route.ts';
import { MessageReply } from '@/schemas/reply-fields.schema.ts';
import { LISTS_GUARD } from './contact-lists.policy.ts';
import { ItemInput, ItemQuery, NewItem } from './contact-lists.schema.ts';
import { ContactListItem, ItemPage } from './contact-lists.views.ts';
import { getItem, listItems } from './items.queries.ts';
import { addItem, deleteItem, updateItem } from './items.service.ts';

const body = { name: 'Marta', number: '5511977000012', email: 'marta@example.com' };

export const itemsEndpoints = [
  endpoint('GET /contact-list-items', {
    ...LISTS_GUARD,
    summary: 'A page of one list’s contacts by name',
    query: ItemQuery,
    reply: ItemPage,
    errors: ['ERR_NO_CONTACTLIST_FOUND'],
    example: ({ contactListId }) => ({ query: { contactListId, searchParam: '', pageNumber: 1 } }),
    run: (scope, { query }) => listItems(scope, query),
  }),
  endpoint('GET /contact-list-items/:contactListItemId', {
    ...LISTS_GUARD,
    summary: 'One contact of a list',
    reply: ContactListItem,
    errors: ['ERR_NO_CONTACTLISTITEM_FOUND'],
    run: (scope, { contactListItemId }) => getItem(scope, contactListItemId),
  }),
  endpoint('POST /contact-list-items', {
    ...LISTS_GUARD,
    summary: 'Adds a contact to a list; WhatsApp is asked about the number where a connection is up',
    body: NewItem,
    reply: ContactListItem,
    errors: ['ERR_NO_CONTACTLIST_FOUND'],
    example: ({ contactListId }) => ({ body: { ...body, contactListId: String(contactListId) } }),
    run: (scope, { body: item }) => addItem(scope, item),
  }),
  endpoint('PUT /contact-list-items/:contactListItemId', {
    ...LISTS_GUARD,
    summary: 'Changes a contact of a list; it stays in its list',
    body: ItemInput,
    reply: ContactListItem,
    errors: ['ERR_NO_CONTACTLISTITEM_FOUND'],
    example: () => ({ body }),
    run: (scope, { contactListItemId, body: item }) => updateItem(scope, { ...item, contactListItemId }),
  }),
  endpoint('DELETE /contact-list-items/:contactListItemId', {
    ...LISTS_GUARD,
    summary: 'Takes a contact off its list',
    reply: MessageReply,
    errors: ['ERR_NO_CONTACTLISTITEM_FOUND'],
    run: async (scope, { contactListItemId }) => {
      await deleteItem(scope, { contactListItemId });
      return { message: 'Contact deleted' };
    },
  }),
];
