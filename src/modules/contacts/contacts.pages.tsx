import { ContactsPage } from '@views/pages/contacts/contacts-page.tsx';
import {
  BlockDialog,
  ContactDialog,
  type ContactValues,
  DeleteContactDialog,
  FieldLine,
} from '@views/parts/contacts/contact-dialog.tsx';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment, listPage } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { formTexts, idParam, type Refused } from '@/core/http/routing/validate.ts';
import { hasFeature } from '@/modules/companies/plan-features.policy.ts';
import { addContact } from './add-contact.service.ts';
import { blockContact } from './block.service.ts';
import { canDeleteContact, canMergeContacts } from './contacts.policy.ts';
import { getContact, listContacts } from './contacts.queries.ts';
import { BlockInput, ContactFilter, ContactForm } from './contacts.schema.ts';
import { updateContact } from './contacts.service.ts';
import { deleteContact } from './delete-contact.service.ts';
import { besideNumber, refuseAdded } from './numbers/number-errors.logic.ts';
import { beginsFirst } from './search/contact-search.queries.ts';

const BLANK: ContactValues = { name: '', number: '', email: '', fields: [] };
const TYPED = { name: 'Tomada', email: '', fieldName: 'CPF', fieldValue: '1' };

export const contactsPages = [
  pageRoute('GET /contacts', {
    access: 'person',
    query: ContactFilter,
    async show(c, { query }) {
      const { actor } = c.var.scope;
      const props = {
        page: await listContacts(c.var.scope, query),
        searchParam: query.searchParam,
        beginsFirst: beginsFirst(query),
        canDelete: canDeleteContact(actor),
        canMerge: canMergeContacts(actor),
        canSchedule: await hasFeature(c.var.scope, 'useSchedules'),
      };
      const head = { title: 'contacts:title', active: 'contacts' };
      return listPage(c, head, (shows) => <ContactsPage shows={shows} {...props} />);
    },
  }),
  pageRoute('GET /contacts/new', { access: 'person', show: (c) => dialog(c, null, BLANK) }),
  pageRoute('GET /contacts/fields/new', { access: 'person', show: (c) => fragment(c, <FieldLine />) }),
  pageRoute('GET /contacts/:contactId/edit', {
    access: 'person',
    async show(c, { contactId }) {
      const { id, extraInfo, ...contact } = await getContact(c.var.scope, contactId);
      return dialog(c, id, { ...contact, fields: extraInfo });
    },
  }),
  pageRoute('GET /contacts/:contactId/delete', {
    access: 'person',
    async show(c, { contactId }) {
      const contact = await getContact(c.var.scope, contactId);
      return fragment(c, <DeleteContactDialog contact={contact} />);
    },
  }),
  pageRoute('GET /contacts/:contactId/block', {
    access: 'person',
    show: async (c, { contactId }) =>
      fragment(c, <BlockDialog contact={await getContact(c.var.scope, contactId)} />),
  }),
  pageRoute('POST /contacts', {
    access: 'person',
    form: ContactForm,
    example: () => ({ body: { ...TYPED, number: '5511966000001' } }),
    again,
    async show(c, { form }) {
      const { checked } = refuseAdded(await besideNumber(addContact(c.var.scope, form)));
      const toast = checked ? 'contacts:toast.created' : 'contacts:toast.unchecked';
      return done(c, { toast, refresh: 'contact' });
    },
  }),
  pageRoute('PUT /contacts/:contactId', {
    access: 'person',
    form: ContactForm,
    example: () => ({ body: { ...TYPED, number: '5511966000002' } }),
    again,
    async show(c, { contactId, form }) {
      await besideNumber(updateContact(c.var.scope, { ...form, contactId }));
      return done(c, { toast: 'contacts:toast.updated', refresh: 'contact' });
    },
  }),
  pageRoute('POST /contacts/:contactId/block', {
    access: 'person',
    form: BlockInput,
    example: () => ({ body: { blocked: 'true' } as const }),
    again,
    async show(c, { contactId, form: { blocked } }) {
      const { name } = await blockContact(c.var.scope, { contactId, blocked });
      const toast = blocked ? 'contacts:toast.blocked' : 'contacts:toast.unblocked';
      return done(c, { toast, vars: { name }, refresh: 'contact' });
    },
  }),
  pageRoute('DELETE /contacts/:contactId', {
    access: 'admin',
    async show(c, { contactId }) {
      await deleteContact(c.var.scope, { contactId });
      return done(c, { toast: 'contacts:toast.deleted', refresh: 'contact' });
    },
  }),
];

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
