type Translate = (key: string, values?: Record<string, string | number>) => string;

const UNITS = [
  ['day', 1440],
  ['hour', 60],
  ['minute', 1],
] as const;

/** In the largest unit without a rest: `2 days`, `3 hours`, `90 minutes`. */
export function formatWholeUnits(minutes: number, locale: string): string {
  const [unit, size] = UNITS.find(([, length]) => minutes % length === 0) ?? UNITS[2];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(minutes / size);
}

/** `17 min`, `1h 05m`; a dash for none. */
export function formatMinutes(minutes: number | null, t: Translate): string {
  if (minutes === null) return '–';
  const whole = Math.round(minutes);
  if (whole < 60) return t('dashboard:minutes', { minutes: whole });
  const rest = String(whole % 60).padStart(2, '0');
  return t('dashboard:duration', { hours: Math.floor(whole / 60), minutes: rest });
}
