import { z } from 'zod';
import { AppError } from '@/core/errors.ts';
import { cachedJson } from '@/core/http/body/read-body.ts';
import type { Ctx } from '@/core/http/env.ts';
import { endpoint } from '@/core/http/routing/route.ts';
import { JSON_TYPE } from '@/core/json-stream.ts';
import { MessageReply } from '@/schemas/reply-fields.schema.ts';
import { type Added, addContact, findContactByNumber } from './add-contact.service.ts';
import { blockContact } from './block.service.ts';
import { getContact, listContacts, streamContacts } from './contacts.queries.ts';
import {
  BlockInput,
  CardQuery,
  ContactFilter,
  ContactInput,
  ContactListQuery,
  ContactPatch,
  isFilledForm,
  MergeInput,
} from './contacts.schema.ts';
import { updateContact } from './contacts.service.ts';
import { AddedContact, Contact, ContactDetail, ContactPage } from './contacts.views.ts';
import { deleteContact } from './delete-contact.service.ts';
import { mergeByHand } from './merge/merge.service.ts';
import { requireConnection } from './numbers/connected-session.queries.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    contactId: number;
    contactNumber: string;
  }
}

export const contactsEndpoints = [
  endpoint('GET /contacts', {
    access: 'person',
    summary: 'A page of contacts by name; groups are left out',
    query: ContactFilter,
    reply: ContactPage,
    example: () => ({ query: { searchParam: 'cliente', pageNumber: 1 } }),
    run: (scope, { query }) => listContacts(scope, query),
  }),
  endpoint('GET /contacts/list', {
    access: 'person',
    summary: 'All contacts by name, or those a text is found in',
    query: ContactListQuery,
    reply: z.array(Contact),
    answer: async (c, { query }) => c.body(await streamContacts(c.var.scope, query), 200, JSON_TYPE),
  }),
  endpoint('GET /contact', {
    access: 'person',
    summary: 'Finds a contact by its number; with a bearer token it is made when it is missing',
    query: CardQuery,
    reply: ContactDetail,
    errors: ['ERR_NO_CONTACT_FOUND', 'ERR_WAPP_INVALID_CONTACT', 'ERR_WAPP_CHECK_CONTACT'],
    example: ({ contactNumber }) => ({ query: { name: 'Outro nome', number: contactNumber } }),
    answer: async (c, { query }) => c.json(await findOrAdd(c, query)),
  }),
  endpoint('GET /contacts/:contactId', {
    access: 'person',
    summary: 'One contact with its extra fields',
    reply: ContactDetail,
    errors: ['ERR_NO_CONTACT_FOUND'],
    run: (scope, { contactId }) => getContact(scope, contactId),
  }),
  endpoint('POST /contacts', {
    access: 'person',
    summary:
      'Adds a contact whose number is on WhatsApp; to who sends a name and digits alone it says `alreadyExists` or `invalido` instead; `checked` is false while no connection is up',
    body: ContactInput,
    reply: AddedContact,
    errors: [
      'ERR_WAPP_CHECK_CONTACT',
      'ERR_NO_DEF_WAPP_FOUND',
      'ERR_DUPLICATED_CONTACT',
      'ERR_WAPP_INVALID_CONTACT',
    ],
    example: () => ({ body: { name: 'Pessoa nova', number: '5511933334444', email: '' } }),
    async answer(c, { body }) {
      await requireConnection(c.var.scope);
      const added = await addContact(c.var.scope, body);
      return c.json(isFilledForm((await cachedJson(c)) as object) ? requireNew(added) : toReply(added));
    },
  }),
  endpoint('PUT /contacts/:contactId', {
    access: 'person',
    summary: 'Changes a contact; fields that `extraInfo` does not name go',
    body: ContactPatch,
    reply: ContactDetail,
    errors: [
      'ERR_NO_CONTACT_FOUND',
      'ERR_DUPLICATED_CONTACT',
      'ERR_WAPP_INVALID_CONTACT',
      'ERR_WAPP_CHECK_CONTACT',
    ],
    example: () => ({
      body: { name: 'Maria Souza', email: 'maria@example.com', extraInfo: [{ name: 'CPF', value: '1' }] },
    }),
    run: (scope, { contactId, body }) => updateContact(scope, { ...body, contactId }),
  }),
  endpoint('POST /contacts/:contactId/block', {
    access: 'person',
    summary: 'Keeps what a contact writes out of the desk, here and at WhatsApp, or lets it in again',
    body: BlockInput,
    reply: ContactDetail,
    errors: ['ERR_NO_CONTACT_FOUND'],
    example: () => ({ body: { blocked: true } }),
    run: (scope, { contactId, body }) => blockContact(scope, { ...body, contactId }),
  }),
  endpoint('POST /contacts/merge', {
    access: 'supervisor',
    summary: 'Gives everything of `drop` to `keep`; `undo` takes it back within five minutes',
    body: MergeInput,
    reply: z.strictObject({ contact: ContactDetail, undo: z.string() }),
    errors: ['ERR_NO_CONTACT_FOUND'],
    example: ({ contactId }) => ({ body: { keep: contactId, drop: contactId } }),
    run: (scope, { body }) => mergeByHand(scope, body),
  }),
  endpoint('DELETE /contacts/:contactId', {
    access: 'admin',
    summary: 'Deletes a contact with its tickets and everything said in them',
    reply: MessageReply,
    errors: ['ERR_NO_CONTACT_FOUND'],
    run: async (scope, { contactId }) => {
      await deleteContact(scope, { contactId });
      return { message: 'Contact deleted' };
    },
  }),
];

async function findOrAdd(c: Ctx, card: z.infer<typeof CardQuery>): Promise<ContactDetail> {
  const known = await findContactByNumber(c.var.scope, card.number);
  if (known) return known;
  // Links carry the session cookie (CSRF): only clients with a token may create by GET.
  if (!c.req.header('Authorization')) throw new AppError('ERR_NO_CONTACT_FOUND');
  const added = await addContact(c.var.scope, card);
  if (added.kind === 'invalid') throw new AppError('ERR_WAPP_INVALID_CONTACT');
  return added.contact;
}

/** Existing clients take every response that is no error for a success. */
function requireNew(added: Added): AddedContact {
  if (added.kind === 'exists') throw new AppError('ERR_DUPLICATED_CONTACT');
  if (added.kind === 'invalid') throw new AppError('ERR_WAPP_INVALID_CONTACT');
  return toReply(added);
}

function toReply(added: Added): AddedContact {
  switch (added.kind) {
    case 'created':
      return { ...added.contact, checked: added.checked };
    case 'exists':
      return { alreadyExists: true, existingContact: added.contact };
    case 'invalid':
      return { invalido: true, error: 'ERR_WAPP_INVALID_CONTACT' };
  }
}
