import type { ContactView } from '@/modules/contacts/contacts.views.ts';
import type { ComboboxOption } from '../../ui/combobox.tsx';
import { formatNumber } from './phone-number.ts';

type Known = Pick<ContactView, 'id' | 'name' | 'number' | 'profilePicUrl'>;

/** A contact as a row to choose. */
export function toContactChoice({ id, name, number, profilePicUrl: picture }: Known): ComboboxOption {
  const shown = formatNumber(number);
  return name ? { value: id, text: name, detail: shown, picture } : { value: id, text: shown, picture };
}
