import type { Scope } from './scope.ts';

/** `yyyy-MM-dd`, `HH:mm`. A skipped time moves by the gap; a repeated one: the first (RFC 5545 §3.3.5). */
export function zonedTime(day: string, time: string, timeZone: string): Date {
  const shown = readShown(`${day}T${time}`);
  return new Date(shown ? shown.toZonedDateTime(timeZone).epochMilliseconds : Number.NaN);
}

export function zonedParts(at: Date, timeZone: string): { day: string; time: string } {
  const shown = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
  return {
    day: shown.toPlainDate().toString(),
    time: shown.toPlainTime().toString({ smallestUnit: 'minute' }),
  };
}

/** The same day and time shown in another zone; the later moment where it occurs twice. */
export function moveToZone(at: Date, from: string, to: string): Date {
  const shown = Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(from)
    .toPlainDateTime();
  return new Date(shown.toZonedDateTime(to, { disambiguation: 'later' }).epochMilliseconds);
}

export function endOfDay(day: string, timeZone: string): Date {
  return new Date(zonedTime(addDays(day, 1), '00:00', timeZone).getTime() - 1);
}

export function today(scope: Scope): string {
  return zonedParts(scope.now(), scope.timeZone).day;
}

export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

/** `yyyy-MM`, the current one last. */
export function lastMonths(now: Date, timeZone: string, most: number): string[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const month = today.toPlainDate().toPlainYearMonth();
  return Array.from({ length: most }, (_, at) => month.subtract({ months: most - 1 - at }).toString());
}

export function startOfMonth(month: string, timeZone: string, { later = 0 } = {}): Date {
  return zonedTime(
    Temporal.PlainYearMonth.from(month).add({ months: later }).toPlainDate({ day: 1 }).toString(),
    '00:00',
    timeZone,
  );
}

function readShown(text: string): Temporal.PlainDateTime | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return undefined;
  try {
    return Temporal.PlainDateTime.from(text);
  } catch {
    return undefined;
  }
}
