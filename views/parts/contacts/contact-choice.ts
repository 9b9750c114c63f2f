import type { ContactView } from '@/modules/contacts/contacts.views.ts';
import { contactName, numberBeside } from '@/schemas/phone-number.schema.ts';
import type { ComboboxOption } from '../../ui/fields/combobox.tsx';

type Known = Pick<ContactView, 'id' | 'name' | 'number' | 'profilePicUrl'>;

export function toContactChoice(contact: Known): ComboboxOption {
  const { id: value, profilePicUrl: picture } = contact;
  const detail = numberBeside(contact);
  return { value, text: contactName(contact), ...(detail && { detail }), picture };
}
