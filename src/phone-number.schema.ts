/** Brazilian numbers as people write them, all others with their plus; what is no number stays as it is. */
export function formatNumber(digits: string): string {
  const brazil = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(digits);
  if (brazil) return `+55 (${brazil[1]}) ${brazil[2]}-${brazil[3]}`;
  return /^\d{8,15}$/.test(digits) ? `+${digits}` : digits;
}

/** Who has told no name is kept under their number. */
export function contactName({ name, number }: { name: string; number: string }): string {
  return name === number ? formatNumber(name) : name || formatNumber(number);
}

/** '' where it is the name already, and of a group, whose number nobody can call. */
export function numberBeside(contact: { name: string; number: string }): string {
  const number = formatNumber(contact.number);
  return number.startsWith('+') && number !== contactName(contact) ? number : '';
}
