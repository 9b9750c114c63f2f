import { ContactsPage } from '@views/pages/contacts/contacts-page.tsx';
import {
  BlockDialog,
  ContactDialog,
  type ContactValues,
  DeleteContactDialog,
  FieldLine,
} from '@views/parts/contacts/contact-dialog.tsx';
import { ContactRows } from '@views/parts/contacts/contact-rows.tsx';
import { Hono } from 'hono';
import { signedIn } from '@/kernel/http/authenticate.ts';
import { type Ctx, type Env, isPartial } from '@/kernel/http/env.ts';
import { done, fragment, page } from '@/kernel/http/respond.ts';
import { form, formTexts, idParam, query, type Refused, saving } from '@/kernel/http/validate.ts';
import { addContact } from './add-contact.ts';
import { blockContact } from './block.service.ts';
import { canDeleteContact, canMergeContacts } from './contacts.policy.ts';
import { getContact, listContacts } from './contacts.queries.ts';
import { BlockInput, ContactFilter, ContactForm } from './contacts.schema.ts';
import { updateContact } from './contacts.service.ts';
import { deleteContact } from './delete-contact.ts';
import { besideNumber, refuseAdded } from './number-errors.ts';

const BLANK: ContactValues = { name: '', number: '', email: '', fields: [] };

export const contactsPages = new Hono<Env>()
  .get('/contacts', signedIn, query(ContactFilter), async (c) => {
    const { actor } = c.var.scope;
    const filter = c.req.valid('query');
    const props = {
      page: await listContacts(c.var.scope, filter),
      searchParam: filter.searchParam,
      canDelete: canDeleteContact(actor),
      canMerge: canMergeContacts(actor),
    };
    if (isPartial(c)) return fragment(c, <ContactRows {...props} />);
    return page(c, { title: 'contacts:title', active: 'contacts' }, <ContactsPage {...props} />);
  })
  .get('/contacts/new', signedIn, (c) => dialog(c, null, BLANK))
  .get('/contacts/fields/new', signedIn, (c) => fragment(c, <FieldLine />))
  .get('/contacts/:id/edit', signedIn, async (c) => {
    const { id, extraInfo, ...contact } = await getContact(c.var.scope, idParam(c));
    return dialog(c, id, { ...contact, fields: extraInfo });
  })
  .get('/contacts/:id/delete', signedIn, async (c) =>
    fragment(c, <DeleteContactDialog contact={await getContact(c.var.scope, idParam(c))} />),
  )
  .get('/contacts/:id/block', signedIn, async (c) =>
    fragment(c, <BlockDialog contact={await getContact(c.var.scope, idParam(c))} />),
  )
  .post('/contacts', signedIn, form(ContactForm, again), (c) =>
    saving(c, again, async () => {
      const added = await besideNumber(addContact(c.var.scope, c.req.valid('form')));
      const { checked } = refuseAdded(added);
      return done(c, {
        toast: checked ? 'contacts:toast.created' : 'contacts:toast.unchecked',
        refresh: 'contact',
      });
    }),
  )
  .put('/contacts/:id', signedIn, form(ContactForm, again), (c) =>
    saving(c, again, async () => {
      await besideNumber(updateContact(c.var.scope, { ...c.req.valid('form'), contactId: idParam(c) }));
      return done(c, { toast: 'contacts:toast.updated', refresh: 'contact' });
    }),
  )
  .post('/contacts/:id/block', signedIn, form(BlockInput, again), async (c) => {
    const { blocked } = c.req.valid('form');
    const { name } = await blockContact(c.var.scope, { contactId: idParam(c), blocked });
    const toast = blocked ? 'contacts:toast.blocked' : 'contacts:toast.unblocked';
    return done(c, { toast, vars: { name }, refresh: 'contact' });
  })
  .delete('/contacts/:id', signedIn, async (c) => {
    await deleteContact(c.var.scope, { contactId: idParam(c) });
    return done(c, { toast: 'contacts:toast.deleted', refresh: 'contact' });
  });

function dialog(
  c: Ctx,
  contactId: number | null,
  values: ContactValues,
  errors?: Record<string, string>,
): Response {
  const props = { contactId, values, errors };
  return fragment(c, <ContactDialog {...props} />, errors ? 422 : 200);
}

/** The refused dialog as it was sent: its values and lines, and a message beside each field. */
async function again(c: Ctx, { values, errors }: Refused): Promise<Response> {
  const lines = await formTexts(c, 'fieldValue');
  const fields = (await formTexts(c, 'fieldName')).map((name, index) => ({
    name,
    value: lines[index] ?? '',
  }));
  const { name = '', number = '', email = '' } = values;
  const active = values.active === undefined ? undefined : values.active === 'true';
  return dialog(c, c.req.param('id') ? idParam(c) : null, { name, number, email, active, fields }, errors);
}
