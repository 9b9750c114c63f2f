/**
 * The moment at which clocks in a zone show this day (`yyyy-MM-dd`) and time (`HH:mm`); an invalid Date for what is no such day or time.
 * A time that clocks skip is as much later, one they show twice is the first of both (RFC 5545 §3.3.5).
 */
export function zonedTime(day: string, time: string, timeZone: string): Date {
  const shown = readShown(`${day}T${time}`);
  return new Date(shown ? shown.toZonedDateTime(timeZone).epochMilliseconds : Number.NaN);
}

/** The day (`yyyy-MM-dd`) and time (`HH:mm`) that clocks in a zone show at a moment. */
export function zonedParts(at: Date, timeZone: string): { day: string; time: string } {
  const shown = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
  return {
    day: shown.toPlainDate().toString(),
    time: shown.toPlainTime().toString({ smallestUnit: 'minute' }),
  };
}

/** Another day, so many days later. */
export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

function readShown(text: string): Temporal.PlainDateTime | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return undefined;
  try {
    return Temporal.PlainDateTime.from(text);
  } catch {
    return undefined;
  }
}
