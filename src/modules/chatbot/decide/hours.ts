/** As `ServiceHours` of the tables: HH:mm; an end before its start is after midnight; '' and equal times are closed. */
export type Hours = {
  weekdayEn: string;
  startTime: string;
  endTime: string;
  startTimeB?: string;
  endTimeB?: string;
};

/** YYYY-MM-DD; of a yearly one only month and day count. */
export type Holiday = { day: string; isYearly: boolean };

/** A day without a row is open (contract, message-flow §7). A night belongs to the day on which it begins. */
export function isOpen(hours: Hours[], holidays: Holiday[], now: number, timeZone: string): boolean {
  const { day, time } = shownAt(now, timeZone);
  if (isHoliday(day, holidays)) return false;
  const today = rangesOf(hours, day);
  if (today === undefined) return true;
  const before = dayBefore(day);
  const lastNight = isHoliday(before, holidays) ? [] : (rangesOf(hours, before) ?? []);
  return today.some((range) => isWithin(range, time)) || lastNight.some((range) => isLate(range, time));
}

type Range = { start: string; end: string };

const crossesMidnight = ({ start, end }: Range) => end < start;

function isWithin(range: Range, time: string): boolean {
  if (time < range.start) return false;
  return crossesMidnight(range) || time < range.end || range.end === LAST_MINUTE;
}

/** Clocks that people set to the end of a day stop one minute short of it. */
const LAST_MINUTE = '23:59';

const isLate = (range: Range, time: string) => crossesMidnight(range) && time < range.end;

function rangesOf(hours: Hours[], day: string): Range[] | undefined {
  const rows = hours.filter(({ weekdayEn }) => weekdayEn.toLowerCase() === weekdayOf(day));
  if (rows.length === 0) return undefined;
  return rows
    .flatMap(({ startTime, endTime, startTimeB = '', endTimeB = '' }) => [
      { start: startTime, end: endTime },
      { start: startTimeB, end: endTimeB },
    ])
    .filter(({ start, end }) => start !== '' && end !== '' && start !== end);
}

function isHoliday(day: string, holidays: Holiday[]): boolean {
  return holidays.some((one) => (one.isYearly ? one.day.slice(5) === day.slice(5) : one.day === day));
}

const DAY_MS = 86_400_000;
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

const dayBefore = (day: string) => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);

const weekdayOf = (day: string) => WEEKDAYS[new Date(Date.parse(day)).getUTCDay()];

const formats = new Map<string, Intl.DateTimeFormat>();

function shownAt(now: number, timeZone: string): { day: string; time: string } {
  const format = formats.get(timeZone) ?? formatIn(timeZone);
  formats.set(timeZone, format);
  const [day = '', time = ''] = format.format(now).split(', ');
  return { day, time };
}

/** Sweden writes its dates as the tables do. */
function formatIn(timeZone: string): Intl.DateTimeFormat {
  const date = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat('sv-SE', { timeZone, ...date, ...time });
}
