import { Hono } from 'hono';
import { AppError } from '@/kernel/errors.ts';
import { signedIn } from '@/kernel/http/authenticate.ts';
import type { Env } from '@/kernel/http/env.ts';
import { body, idParam, query } from '@/kernel/http/validate.ts';
import { addContact, findContactByNumber } from './add-contact.ts';
import { blockContact } from './block.service.ts';
import { getContact, listAllContacts, listContacts } from './contacts.queries.ts';
import {
  type AddedContact,
  BlockInput,
  CardQuery,
  ContactFilter,
  ContactListQuery,
  ContactPatch,
  MergeInput,
  PostedContact,
} from './contacts.schema.ts';
import { updateContact } from './contacts.service.ts';
import { deleteContact } from './delete-contact.ts';
import { requireConnection } from './line.ts';
import { mergeByHand } from './merge.service.ts';

export const contactsApi = new Hono<Env>()
  .get('/contacts', signedIn, query(ContactFilter), async (c) =>
    c.json(await listContacts(c.var.scope, c.req.valid('query'))),
  )
  .get('/contacts/list', signedIn, query(ContactListQuery), async (c) =>
    c.json(await listAllContacts(c.var.scope, c.req.valid('query'))),
  )
  .get('/contact', signedIn, query(CardQuery), async (c) => {
    const card = c.req.valid('query');
    const known = await findContactByNumber(c.var.scope, card.number);
    if (known) return c.json(known);
    // A link that somebody follows carries his cookie: only clients with a token make people by GET.
    if (!c.req.header('Authorization')) throw new AppError('ERR_NO_CONTACT_FOUND');
    const added = await addContact(c.var.scope, card);
    if (added.kind === 'invalid') throw new AppError('ERR_WAPP_INVALID_CONTACT');
    return c.json(added.contact);
  })
  .get('/contacts/:id', signedIn, async (c) => c.json(await getContact(c.var.scope, idParam(c))))
  .post('/contacts', signedIn, body(PostedContact), async (c) => {
    const { isOfForm, ...input } = c.req.valid('json');
    await requireConnection(c.var.scope);
    const added = await addContact(c.var.scope, input);
    return c.json(isOfForm ? requireNew(added) : toReply(added));
  })
  .put('/contacts/:id', signedIn, body(ContactPatch), async (c) =>
    c.json(await updateContact(c.var.scope, { ...c.req.valid('json'), contactId: idParam(c) })),
  )
  .post('/contacts/merge', signedIn, body(MergeInput), async (c) =>
    c.json(await mergeByHand(c.var.scope, c.req.valid('json'))),
  )
  .post('/contacts/:id/block', signedIn, body(BlockInput), async (c) =>
    c.json(await blockContact(c.var.scope, { ...c.req.valid('json'), contactId: idParam(c) })),
  )
  .delete('/contacts/:id', signedIn, async (c) => {
    await deleteContact(c.var.scope, { contactId: idParam(c) });
    return c.json({ message: 'Contact deleted' });
  });

/** A form shows an error, and takes everything else for a success. */
function requireNew(added: AddedContact) {
  if (added.kind === 'exists') throw new AppError('ERR_DUPLICATED_CONTACT');
  if (added.kind === 'invalid') throw new AppError('ERR_WAPP_INVALID_CONTACT');
  return toReply(added);
}

/** A card reads these words in a reply that is no error (contract, http §6). */
function toReply(added: AddedContact) {
  switch (added.kind) {
    case 'created':
      return { ...added.contact, checked: added.checked };
    case 'exists':
      return { alreadyExists: true, existingContact: added.contact };
    case 'invalid':
      return { invalido: true, error: 'ERR_WAPP_INVALID_CONTACT' };
  }
}
