import type { z } from 'zod';
import {
  isPublicSettingKey,
  isSecretSetting,
  isSettingKey,
  SETTING_DEFAULTS,
  TIME_ZONE_KEY,
  VISIT_KEY,
} from '@/modules/settings/settings.schema.ts';
import type { SettingChangeView } from '@/modules/settings/settings.views.ts';
import type { ServiceHours } from '@/schemas/reply-fields.schema.ts';
import { WEEKDAYS } from '@/schemas/service-hours.schema.ts';
import type { Translate } from '../../i18n.tsx';
import { campaignChangeText, isCampaignChange } from './campaign-change-text.ts';
import { formatDay } from './day.ts';

type Hours = z.infer<typeof ServiceHours>;
type Holiday = { name: string; day: string; isYearly: boolean };

export function changeText(
  { key, before, after }: Pick<SettingChangeView, 'key' | 'before' | 'after'>,
  t: Translate,
): { what: string; details: string[] } {
  if (key === 'companyHours')
    return { what: t('settings:hours.title'), details: hoursDetails(read(before), read(after), t) };
  if (key === VISIT_KEY) return { what: t('settings:history.visit'), details: [] };
  if (key === 'holiday') return holidayText(read(before), read(after), t);
  if (key === TIME_ZONE_KEY)
    return { what: t('settings:key.timeZone.label'), details: [arrow(before, after)] };
  if (isCampaignChange(key)) return campaignChangeText(key, before, after, t);
  if (!isSettingKey(key) && !isPublicSettingKey(key)) return { what: key, details: [arrow(before, after)] };
  const what = t(`settings:key.${key}.label`);
  if (isSecretSetting(key)) return { what, details: [t('settings:history.secret')] };
  return { what, details: [arrow(valueText(key, before, t), valueText(key, after, t))] };
}

function valueText(key: string, value: string, t: Translate): string {
  if (value === '') return t('settings:history.nothing');
  if (key === 'keepMessages' || key === 'keepMedia')
    return value === '0' ? t('erasures:retention.forever') : t('settings:months', { count: Number(value) });
  if (key === 'trial' || key === 'auditDays') return t('settings:days', { count: Number(value) });
  const isText = isSettingKey(key) && SETTING_DEFAULTS[key] === '';
  return isText ? value : t(`settings:value.${value}`);
}

function hoursDetails(before: Hours[] | undefined, after: Hours[] | undefined, t: Translate): string[] {
  return WEEKDAYS.flatMap(({ weekdayEn }) => {
    const [was, is] = [before, after].map((week) => dayText(week, weekdayEn, t));
    return was === is ? [] : [`${t(`common:hours.${weekdayEn}`)}: ${arrow(was ?? '', is ?? '')}`];
  });
}

function dayText(week: Hours[] | undefined, weekday: string, t: Translate): string {
  const day = week?.find(({ weekdayEn }) => weekdayEn === weekday);
  if (!day) return t('settings:history.allDay');
  const ranges = [
    [day.startTime, day.endTime],
    [day.startTimeB, day.endTimeB],
  ].filter(([start = '', end = '']) => start !== end);
  return ranges.map((range) => range.join('–')).join(', ') || t('settings:history.closed');
}

function holidayText(before: Holiday | undefined, after: Holiday | undefined, t: Translate) {
  const textOf = (one: Holiday) => `${one.name} (${formatDay(one)})`;
  if (before && after)
    return { what: t('settings:history.holidayChanged'), details: [arrow(textOf(before), textOf(after))] };
  if (after) return { what: t('settings:history.holidayAdded'), details: [textOf(after)] };
  return { what: t('settings:history.holidayDeleted'), details: before ? [textOf(before)] : [] };
}

const arrow = (before: string, after: string) => `${before} → ${after}`;

function read<T>(text: string): T | undefined {
  return text === '' ? undefined : (JSON.parse(text) as T);
}
