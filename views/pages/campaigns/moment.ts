import { lastUpdate } from '../../parts/connections/last-update.ts';

/** `dd/MM/yy HH:mm` in the company's time zone (spec part 2 §9). */
export function formatMoment(at: string | Date, timeZone: string): string {
  return lastUpdate(new Date(at).toISOString(), timeZone);
}
