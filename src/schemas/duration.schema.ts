type Translate = (key: string, values?: Record<string, string | number>) => string;

/** `17 min`, `1h 05m`; a dash for none. */
export function formatMinutes(minutes: number | null, t: Translate): string {
  if (minutes === null) return '–';
  const whole = Math.round(minutes);
  if (whole < 60) return t('dashboard:minutes', { minutes: whole });
  const rest = String(whole % 60).padStart(2, '0');
  return t('dashboard:duration', { hours: Math.floor(whole / 60), minutes: rest });
}
