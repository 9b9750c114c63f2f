import { ContactsPage } from '@views/pages/contacts/contacts-page.tsx';
import {
  BlockDialog,
  ContactDialog,
  type ContactValues,
  DeleteContactDialog,
  FieldLine,
} from '@views/parts/contacts/contact-dialog.tsx';
import { z } from 'zod';
import { AppError } from '@/core/errors.ts';
import { cachedJson } from '@/core/http/body/read-body.ts';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment, listPage } from '@/core/http/responses/respond.ts';
import { operation, routes } from '@/core/http/routing/operation.ts';
import { endpoint, pageRoute } from '@/core/http/routing/route.ts';
import { formTexts, idParam, type Refused } from '@/core/http/routing/validate.ts';
import { JSON_TYPE } from '@/core/json-stream.ts';
import { hasFeature } from '@/modules/companies/plan-features.policy.ts';
import { formatNumber } from '@/schemas/phone-number.schema.ts';
import { MessageReply } from '@/schemas/reply-fields.schema.ts';
import { type Added, addContact, findContactByNumber } from './add-contact.service.ts';
import { blockContact } from './block.service.ts';
import { canDeleteContact, canMergeContacts } from './contacts.policy.ts';
import { getContact, listContacts, listContactsUncounted, streamContacts } from './contacts.queries.ts';
import {
  BlockInput,
  CardQuery,
  ContactFilter,
  ContactForm,
  ContactInput,
  ContactListQuery,
  ContactPatch,
  ContactQuery,
  isFilledForm,
  MergeInput,
} from './contacts.schema.ts';
import { updateContact } from './contacts.service.ts';
import { AddedContact, Contact, ContactDetail, ContactPage } from './contacts.views.ts';
import { deleteContact } from './delete-contact.service.ts';
import { mergeByHand } from './merge/merge.service.ts';
import { requireConnection } from './numbers/connected-session.queries.ts';
import { besideNumber, refuseAdded } from './numbers/number-errors.logic.ts';
import { beginsFirst } from './search/contact-search.queries.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
    contactId: number;
    contactNumber: string;
  }
}

const BLANK: ContactValues = { name: '', number: '', email: '', fields: [] };
const TYPED = { name: 'Tomada', email: '', fieldName: 'CPF', fieldValue: '1' };

export const contactRoutes = routes([
  endpoint('GET /contacts', {
    access: 'person',
    summary:
      'A page of contacts by name, WhatsApp groups included; `groups=without` leaves these out. A search counts 5,000 at most',
    query: ContactQuery,
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
  pageRoute('GET /contacts', {
    access: 'person',
    query: ContactFilter,
    async answer(c, { query }) {
      const { actor } = c.var.scope;
      const props = {
        page: await listContactsUncounted(c.var.scope, query),
        filter: query,
        beginsFirst: beginsFirst(query),
        canDelete: canDeleteContact(actor),
        canMerge: canMergeContacts(actor),
        canSchedule: await hasFeature(c.var.scope, 'useSchedules'),
      };
      const head = { title: 'contacts:title', active: 'contacts' };
      return listPage(c, head, (shows) => <ContactsPage shows={shows} {...props} />);
    },
  }),
  pageRoute('GET /contacts/new', { access: 'person', answer: (c) => dialog(c, null, BLANK) }),
  pageRoute('GET /contacts/fields/new', { access: 'person', answer: (c) => fragment(c, <FieldLine />) }),
  pageRoute('GET /contacts/:contactId/edit', {
    access: 'person',
    async answer(c, { contactId }) {
      const { id, extraInfo, ...contact } = await getContact(c.var.scope, contactId);
      const number = contact.isGroup ? contact.number : formatNumber(contact.number);
      return dialog(c, id, { ...contact, number, fields: extraInfo });
    },
  }),
  pageRoute('GET /contacts/:contactId/delete', {
    access: 'person',
    async answer(c, { contactId }) {
      const contact = await getContact(c.var.scope, contactId);
      return fragment(c, <DeleteContactDialog contact={contact} />);
    },
  }),
  pageRoute('GET /contacts/:contactId/block', {
    access: 'person',
    answer: async (c, { contactId }) =>
      fragment(c, <BlockDialog contact={await getContact(c.var.scope, contactId)} />),
  }),
  endpoint('POST /contacts', {
    access: 'person',
    summary:
      'Adds a contact whose number is on WhatsApp; a call with name and digits alone gets `alreadyExists` or `invalido` instead; `checked` is false while no connection is up',
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
  pageRoute('POST /contacts', {
    access: 'person',
    form: ContactForm,
    example: () => ({ body: { ...TYPED, number: '5511966000001' } }),
    onInvalid: again,
    async answer(c, { form }) {
      const { checked } = refuseAdded(await besideNumber(addContact(c.var.scope, form)));
      const toast = checked ? 'contacts:toast.created' : 'contacts:toast.unchecked';
      return done(c, { toast, refresh: 'contact' });
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
  pageRoute('PUT /contacts/:contactId', {
    access: 'person',
    form: ContactForm,
    example: () => ({ body: { ...TYPED, number: '5511966000002' } }),
    onInvalid: again,
    async answer(c, { contactId, form }) {
      await besideNumber(updateContact(c.var.scope, { ...form, contactId }));
      return done(c, { toast: 'contacts:toast.updated', refresh: 'contact' });
    },
  }),
  operation('POST /contacts/:contactId/block', {
    access: 'person',
    summary: 'Blocks a contact, here and at WhatsApp, or unblocks it',
    input: BlockInput,
    output: ContactDetail,
    errors: ['ERR_NO_CONTACT_FOUND'],
    example: () => ({ body: { blocked: true } }),
    run: (scope, input) => blockContact(scope, input),
    form: {
      onInvalid: again,
      done(c, { name }, { blocked }) {
        const toast = blocked ? 'contacts:toast.blocked' : 'contacts:toast.unblocked';
        return done(c, { toast, vars: { name }, refresh: 'contact' });
      },
    },
  }),
  endpoint('POST /contacts/merge', {
    access: 'supervisor',
    summary: 'Merges the contact `drop` into `keep`; `undo` takes it back within five minutes',
    body: MergeInput,
    reply: z.strictObject({ contact: ContactDetail, undo: z.string() }),
    errors: ['ERR_NO_CONTACT_FOUND'],
    example: ({ contactId }) => ({ body: { keep: contactId, drop: contactId } }),
    run: (scope, { body }) => mergeByHand(scope, body),
  }),
  operation('DELETE /contacts/:contactId', {
    access: 'admin',
    summary: 'Deletes a contact with its tickets and their messages',
    output: MessageReply,
    errors: ['ERR_NO_CONTACT_FOUND'],
    async run(scope, input) {
      await deleteContact(scope, input);
      return { message: 'Contact deleted' };
    },
    form: { done: { toast: 'contacts:toast.deleted', refresh: 'contact' } },
  }),
]);

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

function dialog(
  c: Ctx,
  contactId: number | null,
  values: ContactValues,
  errors?: Record<string, string>,
): Response {
  const props = { contactId, values, errors };
  return fragment(c, <ContactDialog {...props} />, errors ? 422 : 200);
}

async function again(c: Ctx, { values, errors }: Refused): Promise<Response> {
  const lines = await formTexts(c, 'fieldValue');
  const fields = (await formTexts(c, 'fieldName')).map((name, index) => ({
    name,
    value: lines[index] ?? '',
  }));
  const { name = '', number = '', email = '' } = values;
  const active = values.active === undefined ? undefined : values.active === 'true';
  const contactId = c.req.param('contactId') ? idParam(c, 'contactId') : null;
  return dialog(c, contactId, { name, number, email, active, fields }, errors);
}
