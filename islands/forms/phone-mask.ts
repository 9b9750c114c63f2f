/** `(99) 99999-9999` while typing; the eight digits of a landline are split 4-4. */
export function maskPhone(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 11);
  if (digits.length < 3) return digits;
  const middle = digits.length > 10 ? 7 : 6;
  const rest =
    digits.length > middle ? `${digits.slice(2, middle)}-${digits.slice(middle)}` : digits.slice(2);
  return `(${digits.slice(0, 2)}) ${rest}`;
}
