import { InvalidInput } from '@/core/errors.ts';
import { isAdmin, requireUser } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { addContact } from '@/modules/contacts/add-contact.service.ts';
import type { NewTicketForm } from '../work/ticket-forms.schema.ts';
import { type OpenedTicket, openTicket } from './open-ticket.service.ts';

/** Throws as `openTicket` and `addContact`, and InvalidInput on `number` for one that is not on WhatsApp. */
export async function startTicket(scope: Scope, input: NewTicketForm): Promise<OpenedTicket> {
  const { queueId, whatsappId } = input;
  // Checked first: a rejected form must not create a contact.
  if (queueId === null && !isAdmin(requireUser(scope)))
    throw new InvalidInput({ queueId: 'tickets:new.queueRequired' });
  const contactId = 'contactId' in input ? input.contactId : await makeContact(scope, input);
  return openTicket(scope, { contactId, queueId, whatsappId });
}

async function makeContact(
  scope: Scope,
  { name, number, email }: Parameters<typeof addContact>[1],
): Promise<number> {
  const added = await addContact(scope, { name, number, email });
  if (added.kind === 'invalid') throw new InvalidInput({ number: 'errors:ERR_WAPP_INVALID_CONTACT' });
  return added.contact.id;
}
