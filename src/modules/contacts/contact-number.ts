import { parsePhoneNumberFromString } from 'libphonenumber-js';

/** Where a number without a country belongs to. */
const HOME = 'BR';

/**
 * Digits with country code. A number that is none of any country, but one of ours, gets our country's code; what
 * nothing is known about stays as it was typed: WhatsApp decides.
 */
export function toDigits(typed: string): string {
  const digits = typed.replace(/\D/g, '').replace(/^00/, '');
  if (typed.startsWith('+') || /^55\d{10,11}$/.test(digits)) return digits;
  if (parsePhoneNumberFromString(`+${digits}`)?.isValid()) return digits;
  const national = parsePhoneNumberFromString(digits, HOME);
  return national?.isValid() ? national.number.slice(1) : digits;
}

/** The ways one Brazilian mobile number is written, with and without its ninth digit; others have one. */
export function spellingsOf(digits: string): string[] {
  const long = /^(55\d{2})9([6-9]\d{7})$/.exec(digits);
  if (long) return [digits, `${long[1]}${long[2]}`];
  const short = /^(55\d{2})([6-9]\d{7})$/.exec(digits);
  return short ? [digits, `${short[1]}9${short[2]}`] : [digits];
}
