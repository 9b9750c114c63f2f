/** `dd/MM/yy HH:mm` in the company's zone (spec part 1 §2). Takes ISO text. */
export function lastUpdate(iso: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    day: '2-digit',
    month: '2-digit',
    year: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  });
  return parts.format(new Date(iso)).replace(', ', ' ');
}
