import { z } from 'zod';
import { id, pageOf, stamps } from '../../schemas/reply-fields.schema.ts';

export const ContactList = z
  .strictObject({ id, name: z.string(), contactsCount: z.number().int(), companyId: id, ...stamps })
  .meta({ id: 'ContactList' });
export type ContactListView = z.infer<typeof ContactList>;

export const ContactListPage = pageOf('records', ContactList);
export type ContactListPage = z.infer<typeof ContactListPage>;

export const ContactListChoice = ContactList.extend({ company: z.strictObject({ id, name: z.string() }) });
export type ContactListChoice = z.infer<typeof ContactListChoice>;

export const ContactListItem = z
  .strictObject({
    id,
    name: z.string(),
    number: z.string(),
    email: z.string(),
    isWhatsappValid: z.boolean().nullable(),
    companyId: id,
    contactListId: id,
    ...stamps,
  })
  .meta({ id: 'ContactListItem' });
export type ItemView = z.infer<typeof ContactListItem>;

export const ItemPage = pageOf('contacts', ContactListItem);
export type ItemPage = z.infer<typeof ItemPage>;

export type CheckView = {
  contactListId: number;
  total: number;
  checked: number;
  valid: number;
  /** waits: no connection is up. stopped: WhatsApp did not answer; a person has to retry. */
  state: 'none' | 'running' | 'waits' | 'stopped';
};
