import type { SendingPlan } from '@/modules/campaigns/form/sending-plan.queries.ts';
import type { I18n } from '../../i18n.tsx';
import { dayKey, formatTime } from '../../parts/messages/dates.ts';

/** “190 people, through Loja Centro, ends Thursday at 16:40”, or the reason why nothing would be sent. */
export function planSentence({ missing, audience, line, ...plan }: SendingPlan, i18n: I18n): string {
  const { t, locale } = i18n;
  if (missing === 'people') return t('campaigns:start.missing.people', { list: audience?.name ?? '' });
  if (missing !== null || !audience || !line) return t(`campaigns:plan.missing.${missing ?? 'list'}`);
  const count = audience.people;
  const values = { count, people: count.toLocaleString(locale), line: line.name };
  const who = t('campaigns:plan.who', values);
  if (plan.endsAt === null) return t('campaigns:plan.noEnd', { who });
  const end = momentText(plan.endsAt, plan.now, i18n);
  const start = momentText(plan.startsAt, plan.now, i18n);
  return `${t(`campaigns:plan.${plan.start}`, { who, start, end })} ${sharedText(plan, i18n)}`.trimEnd();
}

const MAX_NAMED = 3;

/** “Until then, 120 messages of Sale are sent through this number, too”; empty without any. */
function sharedText({ shared }: Pick<SendingPlan, 'shared'>, { t, locale }: I18n): string {
  const [first] = shared;
  if (!first) return '';
  const count = shared.reduce((sum, { messages }) => sum + messages, 0);
  const values = { count, messages: count.toLocaleString(locale) };
  if (shared.length > MAX_NAMED)
    return t('campaigns:plan.sharedByMany', { ...values, campaigns: shared.length });
  return t('campaigns:plan.shared', { ...values, names: shared.map(({ name }) => name).join(', ') });
}

const DAY_MS = 86_400_000;
const MAX_DAYS_BY_NAME = 6;

/** Today, tomorrow, the day of the week or the date, with the time. */
export function momentText(at: string, now: string, i18n: I18n): string {
  const time = formatTime(at, i18n);
  const days = daysFrom(now, dayKey(at, i18n), i18n);
  if (days === 0) return i18n.t('campaigns:moment.today', { time });
  if (days === 1) return i18n.t('campaigns:moment.tomorrow', { time });
  const name = days <= MAX_DAYS_BY_NAME ? 'weekday' : 'date';
  return i18n.t(`campaigns:moment.${name}`, { day: nameOf(dayKey(at, i18n), name, i18n), time });
}

export function dayText(day: string, now: string, i18n: I18n): string {
  const days = daysFrom(now, day, i18n);
  if (days === 0) return i18n.t('campaigns:moment.todayShort');
  if (days === 1) return i18n.t('campaigns:moment.tomorrowShort');
  return nameOf(day, days <= MAX_DAYS_BY_NAME ? 'weekday' : 'date', i18n);
}

function daysFrom(now: string, day: string, i18n: I18n): number {
  return Math.round((Date.parse(day) - Date.parse(dayKey(now, i18n))) / DAY_MS);
}

const FORMATS = { weekday: { weekday: 'long' }, date: { day: 'numeric', month: 'long' } } as const;

function nameOf(day: string, name: keyof typeof FORMATS, { locale }: I18n): string {
  const tag = locale === 'pt' ? 'pt-BR' : locale;
  const text = new Date(day).toLocaleDateString(tag, { ...FORMATS[name], timeZone: 'UTC' });
  return text.replace('-feira', '');
}
