import { CONTACT_LIST_ITEM_ROW, CONTACT_LIST_ROW } from './reference-keys.ts';

const MESSAGE = { '': ['message'] };
const LIST = { '': CONTACT_LIST_ROW };
const ITEM = { '': CONTACT_LIST_ITEM_ROW };
const PAGE = ['count', 'hasMore'];

/** Contract: http §9. */
export const CONTACT_LIST_CALLS: Record<string, Record<string, string[]>> = {
  'GET /contact-lists': { '': ['records', ...PAGE], 'records.*.': ['id', 'name', 'contactsCount'] },
  'GET /contact-lists/list': { '*.': [...CONTACT_LIST_ROW, 'company'] },
  'GET /contact-lists/:id': LIST,
  'POST /contact-lists': LIST,
  'PUT /contact-lists/:id': LIST,
  'DELETE /contact-lists/:id': MESSAGE,
  'POST /contact-lists/:id/upload': { '*.': CONTACT_LIST_ITEM_ROW },
  'GET /contact-list-items': { '': ['contacts', ...PAGE], 'contacts.*.': CONTACT_LIST_ITEM_ROW },
  'GET /contact-list-items/list': { '*.': CONTACT_LIST_ITEM_ROW },
  'GET /contact-list-items/:id': ITEM,
  'POST /contact-list-items': ITEM,
  'PUT /contact-list-items/:id': ITEM,
  'DELETE /contact-list-items/:id': MESSAGE,
};
