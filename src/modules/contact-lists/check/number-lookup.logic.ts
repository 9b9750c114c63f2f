import { addressOf } from '@/modules/contacts/add-contact.service.ts';
import type { Checked } from '@/modules/contacts/numbers/number-checks.service.ts';

/** WhatsApp's spelling of the number, if it could be asked. */
export type Lookup = { number: string; isOnWhatsapp: boolean | null; checkedAt: Date | null };

export function lookupOf(digits: string, checked: Checked | undefined, at: Date): Lookup {
  if (checked === undefined) return { number: digits, isOnWhatsapp: null, checkedAt: null };
  const { number } = addressOf(digits, checked ?? undefined);
  return { number, isOnWhatsapp: checked !== null, checkedAt: at };
}
