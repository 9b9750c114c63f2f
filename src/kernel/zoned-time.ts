/** The moment at which clocks in a zone show this day (`yyyy-MM-dd`) and time (`HH:mm`). */
export function zonedTime(day: string, time: string, timeZone: string): Date {
  const utc = new Date(`${day}T${time}:00Z`);
  const shown = new Date(utc.toLocaleString('en-US', { timeZone }));
  const same = new Date(utc.toLocaleString('en-US', { timeZone: 'UTC' }));
  return new Date(utc.getTime() + (same.getTime() - shown.getTime()));
}

/** The day (`yyyy-MM-dd`) and time (`HH:mm`) that clocks in a zone show at a moment. */
export function zonedParts(at: Date, timeZone: string): { day: string; time: string } {
  const options = { timeZone, hourCycle: 'h23', dateStyle: 'short', timeStyle: 'short' } as const;
  const [day = '', time = ''] = at.toLocaleString('sv-SE', options).split(' ');
  return { day, time };
}

/** Another day, so many days later. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
