import { parsePhoneNumberFromString } from 'libphonenumber-js';

/** `+55 11 99999 0000` for digits with a country code; digits of no known plan stay digits. */
export function phoneNumber(digits: string): string {
  return parsePhoneNumberFromString(`+${digits}`)?.formatInternational() ?? digits;
}
