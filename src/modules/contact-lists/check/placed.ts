import { placeOf } from '@/modules/contacts/add-contact.ts';
import type { Checked } from '@/modules/contacts/number-checks.ts';

/** What is stored of a number: WhatsApp's spelling, where it could be asked. */
export type Place = { number: string; isOnWhatsapp: boolean | null; checkedAt: Date | null };

export function placed(digits: string, checked: Checked | undefined, at: Date): Place {
  if (checked === undefined) return { number: digits, isOnWhatsapp: null, checkedAt: null };
  const { number } = placeOf(digits, checked ?? undefined);
  return { number, isOnWhatsapp: checked !== null, checkedAt: at };
}
