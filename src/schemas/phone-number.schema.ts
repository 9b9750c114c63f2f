/** Brazilian numbers in local format, all others with their plus; anything else is unchanged. */
export function formatNumber(digits: string): string {
  const brazil = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(digits);
  if (brazil) return `+55 (${brazil[1]}) ${brazil[2]}-${brazil[3]}`;
  return /^\d{8,15}$/.test(digits) ? `+${digits}` : digits;
}

export function contactName({ name, number }: { name: string; number: string }): string {
  return name === number ? formatNumber(name) : name || formatNumber(number);
}

export function numberBeside(contact: { name: string; number: string }): string {
  const number = formatNumber(contact.number);
  return number.startsWith('+') && number !== contactName(contact) ? number : '';
}
