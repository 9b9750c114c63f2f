import { z } from 'zod';
import type { ServiceHours } from './reply-fields.schema.ts';

/** In the order of the contract, with the labels that existing clients show. */
export const WEEKDAYS = [
  { weekdayEn: 'monday', weekday: 'Segunda-feira' },
  { weekdayEn: 'tuesday', weekday: 'Terça-feira' },
  { weekdayEn: 'wednesday', weekday: 'Quarta-feira' },
  { weekdayEn: 'thursday', weekday: 'Quinta-feira' },
  { weekdayEn: 'friday', weekday: 'Sexta-feira' },
  { weekdayEn: 'saturday', weekday: 'Sábado' },
  { weekdayEn: 'sunday', weekday: 'Domingo' },
] as const;
const DAY_NAMES = WEEKDAYS.map(({ weekdayEn }) => weekdayEn);
export type DayName = (typeof DAY_NAMES)[number];

const TIMES = ['startTime', 'endTime', 'startTimeB', 'endTimeB'] as const;
type TimeName = (typeof TIMES)[number];
type DayTimes = Partial<Record<TimeName, string>>;
type Hours = z.infer<typeof ServiceHours>;

const WEEKEND: Partial<Record<DayName, string>> = { saturday: '08:00-12:00', sunday: '00:00-00:00' };

/** Defaults if none were ever set (spec part 1 §2). */
export const DEFAULT_HOURS = WEEKDAYS.map((day) => {
  const [startTime = '', endTime = ''] = (WEEKEND[day.weekdayEn] ?? '08:00-18:00').split('-');
  return { ...day, startTime, endTime } as Hours;
});

/** `HH:mm` or ''; also accepts 8, 8:30, 0830, 8h30, and 24:00, which is the end of the day. */
export const clockTime = z
  .string('validation:time')
  .max(20, 'validation:time')
  .transform(tidyTime)
  .pipe(z.string().regex(/^$|^([01]\d|2[0-3]):[0-5]\d$/, 'validation:time'));

function tidyTime(text: string): string {
  const parts = /^(\d{1,2})[:.hH]?(\d\d)?$/.exec(text.trim());
  if (!parts) return text.trim();
  const time = `${parts[1]?.padStart(2, '0')}:${parts[2] ?? '00'}`;
  return time === '24:00' ? '23:59' : time;
}

const HoursOfDay = z
  .object({
    weekday: z.string().trim().max(40, 'validation:tooLong').optional(),
    weekdayEn: z.string().trim().toLowerCase().pipe(z.enum(DAY_NAMES, 'validation:invalid')),
    startTime: clockTime.nullish(),
    endTime: clockTime.nullish(),
    startTimeB: clockTime.nullish(),
    endTimeB: clockTime.nullish(),
  })
  .transform(({ weekday, weekdayEn, startTime, endTime, startTimeB, endTimeB }) => ({
    weekday: weekday || labelOf(weekdayEn),
    weekdayEn,
    startTime: startTime ?? '',
    endTime: endTime ?? '',
    ...((startTimeB ?? endTimeB ?? undefined) !== undefined && {
      startTimeB: startTimeB ?? '',
      endTimeB: endTimeB ?? '',
    }),
  }))
  .superRefine((day, context) => {
    const fault = faultOf(day);
    if (fault) context.addIssue({ code: 'custom', path: [fault.time], message: fault.message });
  });

/** Hours as in the JSON contract. A weekday without a row is open all day; null means no rows. */
export const HoursInput = z.preprocess(
  (value) => value ?? [],
  z
    .array(HoursOfDay, 'validation:invalid')
    .max(7, 'validation:invalid')
    .refine((days) => new Set(days.map(({ weekdayEn }) => weekdayEn)).size === days.length, {
      message: 'validation:invalid',
    }),
);

export const hoursField = (day: DayName, time: TimeName) => `hours.${day}.${time}` as const;
type HoursField = ReturnType<typeof hoursField>;
const FIELDS = DAY_NAMES.flatMap((day) => TIMES.map((time) => hoursField(day, time)));

export const hoursFields = Object.fromEntries(FIELDS.map((name) => [name, clockTime.optional()])) as Record<
  HoursField,
  z.ZodOptional<typeof clockTime>
>;
type HoursForm = Partial<Record<HoursField, string>>;

export function checkHours(form: HoursForm, context: z.RefinementCtx<HoursForm>): void {
  for (const day of DAY_NAMES) {
    const fault = faultOf(timesOf(form, day));
    if (fault)
      context.addIssue({ code: 'custom', path: [hoursField(day, fault.time)], message: fault.message });
  }
}

/** Undefined when the form has no editor. */
export function hoursOf(form: HoursForm): Hours[] | undefined {
  if (FIELDS.every((name) => form[name] === undefined)) return undefined;
  return WEEKDAYS.map(({ weekdayEn, weekday }) => {
    const { startTime = '', endTime = '', startTimeB = '', endTimeB = '' } = timesOf(form, weekdayEn);
    return {
      weekday,
      weekdayEn,
      startTime,
      endTime,
      ...((startTimeB || endTimeB) && { startTimeB, endTimeB }),
    };
  });
}

export function hoursValues(hours: readonly Hours[]): Record<string, string> {
  const shown = hours.length > 0 ? hours : DEFAULT_HOURS;
  return Object.fromEntries(
    DAY_NAMES.flatMap((day) => {
      const times: DayTimes = shown.find(({ weekdayEn }) => weekdayEn === day) ?? ALL_DAY;
      return TIMES.map((time) => [hoursField(day, time), times[time] ?? '']);
    }),
  );
}

const ALL_DAY = { startTime: '00:00', endTime: '23:59' };

/** Existing clients know one range a day: if they send no second one, the day retains its own. */
export function withSecondRanges(before: readonly Hours[], after: readonly Hours[]): Hours[] {
  return after.map((day) => {
    const { startTimeB, endTimeB } = before.find(({ weekdayEn }) => weekdayEn === day.weekdayEn) ?? {};
    return startTimeB === undefined ? day : { startTimeB, endTimeB, ...day };
  });
}

const labelOf = (day: DayName) => WEEKDAYS.find(({ weekdayEn }) => weekdayEn === day)?.weekday ?? '';

const timesOf = (form: HoursForm, day: DayName): DayTimes =>
  Object.fromEntries(TIMES.map((time) => [time, form[hoursField(day, time)]]));

type Fault = { time: TimeName; message: string };

function faultOf({ startTime, endTime, startTimeB, endTimeB }: DayTimes): Fault | undefined {
  if (!startTime !== !endTime) return { time: 'startTime', message: 'validation:timeMissing' };
  if (!startTimeB !== !endTimeB) return { time: 'startTimeB', message: 'validation:timeMissing' };
  const [first, second] = [spanOf(startTime, endTime), spanOf(startTimeB, endTimeB)];
  const doOverlap = first && second && first.start < second.end && second.start < first.end;
  return doOverlap ? { time: 'startTimeB', message: 'validation:timeOverlap' } : undefined;
}

const DAY = 24 * 60;

/** Minutes since the start of its day; past 1440 after midnight. Undefined means closed. */
export function spanOf(startTime = '', endTime = ''): { start: number; end: number } | undefined {
  if (startTime === '' || endTime === '' || startTime === endTime) return undefined;
  const [start, end] = [minutesOf(startTime), endTime === '23:59' ? DAY : minutesOf(endTime)];
  return { start, end: end > start ? end : end + DAY };
}

export function minutesOf(time: string): number {
  const [hours = '', minutes = ''] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}
