/** `##:##` while typing: 8 gives 08:, 830 gives 08:30. */
export function maskTime(text: string): string {
  const isHourWhole = /^\D*\d\D/.test(text);
  const typed = text.replace(/\D/g, '');
  const digits = (isHourWhole || /^[3-9]/.test(typed) ? `0${typed}` : typed).slice(0, 4);
  return digits.length < 2 ? digits : `${digits.slice(0, 2)}:${digits.slice(2)}`;
}

export function wholeTime(text: string): string {
  const masked = maskTime(text);
  if (masked === '') return '';
  const [hours = '', minutes = ''] = masked.split(':');
  return `${hours.padStart(2, '0')}:${minutes.padEnd(2, '0')}`;
}
