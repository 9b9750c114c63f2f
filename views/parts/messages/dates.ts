import type { I18n } from '../../i18n.tsx';

type Zone = Pick<I18n, 'timeZone'>;
type DayText = Pick<I18n, 'timeZone' | 't'>;

const DAY_MS = 24 * 60 * 60 * 1000;
const DAY = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const KINDS = {
  time: ['en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }],
  date: ['en-GB', DAY],
  key: ['en-CA', DAY],
} as const;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Creating a formatter costs a hundred times more than using it, so they are created on demand. */
function formatterOf(kind: keyof typeof KINDS, timeZone: string): Intl.DateTimeFormat {
  const name = kind + timeZone;
  const known = formatters.get(name);
  if (known) return known;
  const [locale, options] = KINDS[kind];
  const made = new Intl.DateTimeFormat(locale, { ...options, timeZone });
  formatters.set(name, made);
  return made;
}

/** `HH:mm` in the company's zone. Takes ISO text. */
export function formatTime(iso: string, { timeZone }: Zone): string {
  return formatterOf('time', timeZone).format(new Date(iso));
}

/** `dd/MM/yyyy` in the company's zone. */
export function formatDate(iso: string, { timeZone }: Zone): string {
  return formatterOf('date', timeZone).format(new Date(iso));
}

/** `dd/MM/yyyy HH:mm` in the company's zone. */
export function formatMoment(iso: string, zone: Zone): string {
  return `${formatDate(iso, zone)} ${formatTime(iso, zone)}`;
}

/** `dd/MM/yy HH:mm`, for connections (spec part 1 §2) and campaigns (part 2 §9). */
export function formatShortMoment(iso: string, zone: Zone): string {
  return formatMoment(iso, zone).replace(/\d\d(?=\d\d )/, '');
}

/** `yyyy-MM-dd` in the company's zone: equal for messages of the same day. */
export function dayKey(at: string | number, { timeZone }: Zone): string {
  return formatterOf('key', timeZone).format(new Date(at));
}

type Days = { now: number; timeZone: string; today: string; yesterday: string };
let latest: Days | undefined;

/** Cached, since all rows of a list use the same `now`. */
function daysAround(now: number, { timeZone }: Zone): Days {
  if (latest?.now === now && latest.timeZone === timeZone) return latest;
  const today = dayKey(now, { timeZone });
  const yesterday = new Date(Date.parse(`${today}T12:00:00Z`) - DAY_MS).toISOString().slice(0, 10);
  latest = { now, timeZone, today, yesterday };
  return latest;
}

/** `dd/MM/yyyy` of a day like `2026-03-10`. */
export function asDate(key: string): string {
  return key.split('-').reverse().join('/');
}

/** Above the messages of a day: today, yesterday, or dd/MM/yyyy. `now` in milliseconds. */
export function dayLabel(iso: string, now: number, i18n: DayText): string {
  const key = dayKey(iso, i18n);
  const { today, yesterday } = daysAround(now, i18n);
  if (key === today) return i18n.t('messages:today');
  return key === yesterday ? i18n.t('messages:yesterday') : asDate(key);
}

/** In a list: HH:mm today, "ontem", or dd/MM/yyyy. `now` in milliseconds. */
export function listTime(iso: string, now: number, i18n: DayText): string {
  const key = dayKey(iso, i18n);
  const { today, yesterday } = daysAround(now, i18n);
  if (key === today) return formatTime(iso, i18n);
  return key === yesterday ? i18n.t('tickets:yesterday') : asDate(key);
}

/** `m:ss`, or `h:mm:ss` from an hour on. */
export function duration(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.round(seconds)) : 0;
  const parts = [Math.floor(whole / 60) % 60, whole % 60];
  const hours = Math.floor(whole / 3600);
  const [minutes = 0, rest = 0] = parts;
  const tail = `${hours ? String(minutes).padStart(2, '0') : minutes}:${String(rest).padStart(2, '0')}`;
  return hours ? `${hours}:${tail}` : tail;
}
