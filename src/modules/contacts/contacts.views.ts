import { z } from 'zod';
import { address, id, moment, pageOf, stamps } from '../../schemas/reply-fields.schema.ts';

export const ExtraInfo = z.strictObject({
  id,
  contactId: id,
  name: z.string(),
  value: z.string(),
  ...stamps,
});
export type ExtraInfoView = z.infer<typeof ExtraInfo>;

export const Contact = z
  .strictObject({
    id,
    name: z.string(),
    number: z.string(),
    email: z.string(),
    profilePicUrl: address,
    isGroup: z.boolean(),
    active: z.boolean(),
    isBlocked: z.boolean(),
    /** Null without any message. */
    lastInteractionAt: moment.nullable(),
    /** The newest ticket's; null without one. */
    uuid: z.uuid().nullable(),
    tickets: z.array(z.strictObject({ id, uuid: z.uuid(), updatedAt: moment })),
    companyId: id,
    whatsappId: id.nullable(),
    ...stamps,
  })
  .meta({ id: 'Contact' });
export type ContactView = z.infer<typeof Contact>;

export const ContactDetail = Contact.extend({
  extraInfo: z.array(ExtraInfo),
  /** The connection they wrote to; null when it is deleted or unknown. */
  whatsapp: z.strictObject({ id, name: z.string() }).nullable(),
}).meta({ id: 'ContactDetail' });
export type ContactDetail = z.infer<typeof ContactDetail>;

export const ContactPage = pageOf('contacts', Contact);
export type ContactPage = z.infer<typeof ContactPage>;

export const AddedContact = z
  .union([
    ContactDetail.extend({ checked: z.boolean() }),
    z.strictObject({ alreadyExists: z.literal(true), existingContact: ContactDetail }),
    z.strictObject({ invalido: z.literal(true), error: z.literal('ERR_WAPP_INVALID_CONTACT') }),
  ])
  .meta({ id: 'AddedContact' });
export type AddedContact = z.infer<typeof AddedContact>;
