import { parsePhoneNumberFromString } from 'libphonenumber-js';

const HOME = 'BR';
/** Area code, 9, subscriber: Brazil's domestic mobile format. Some are also numbers of another country. */
const HOME_MOBILE = /^[1-9]\d9[6-9]\d{7}$/;

/** With the country code, Brazil's when none fits; a number that fits nowhere stays as typed. */
export function toDigits(typed: string): string {
  const digits = typed.replace(/\D/g, '').replace(/^00/, '');
  if (typed.startsWith('+') || /^55\d{10,11}$/.test(digits)) return digits;
  const isMeantAtHome = HOME_MOBILE.test(digits);
  if (!isMeantAtHome && parsePhoneNumberFromString(`+${digits}`)?.isValid()) return digits;
  const national = parsePhoneNumberFromString(digits, HOME);
  return national?.isValid() ? national.number.slice(1) : digits;
}

/** A number shown in a form comes back in digits, for any country. */
export function isSameNumber(typed: string, known: string): boolean {
  return typed.replace(/\D/g, '') === known || toDigits(typed) === known;
}

/** A Brazilian mobile number is written with and without its ninth digit. */
export function spellingsOf(digits: string): string[] {
  const long = /^(55\d{2})9([6-9]\d{7})$/.exec(digits);
  if (long) return [digits, `${long[1]}${long[2]}`];
  const short = /^(55\d{2})([6-9]\d{7})$/.exec(digits);
  return short ? [digits, `${short[1]}9${short[2]}`] : [digits];
}
