import { holidays } from '@db/tenant/schema/index.ts';
import { and, eq, ne } from 'drizzle-orm';
import { insertedRow } from '@/core/db/inserted-row.ts';
import { InvalidInput } from '@/core/errors.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { zonedParts } from '@/core/zoned-time.ts';
import { getHoliday, listHolidays } from './holidays.queries.ts';
import { type NationalHoliday, nationalHolidays } from './national-holidays.logic.ts';
import { noteChange } from './setting-changes.service.ts';
import { canChangeSettings } from './settings.policy.ts';
import type { HolidayInput } from './settings.schema.ts';
import type { HolidayView } from './settings.views.ts';

export async function createHoliday(scope: Scope, input: HolidayInput): Promise<HolidayView> {
  requireCan(scope, canChangeSettings);
  return scope.write(async (tx) => {
    await requireFreeDay(tx, input.day);
    return addHoliday(tx, input);
  });
}

/** Omitted `isYearly` stays. Throws ERR_NO_HOLIDAY_FOUND, InvalidInput. */
export async function updateHoliday(
  scope: Scope,
  { holidayId, ...input }: HolidayInput & { holidayId: number },
): Promise<HolidayView> {
  requireCan(scope, canChangeSettings);
  return scope.write(async (tx) => {
    const before = await getHoliday(tx, holidayId);
    await requireFreeDay(tx, input.day, holidayId);
    const { isYearly = before.isYearly } = input;
    await tx.db
      .update(holidays)
      .set({ ...input, isYearly, updatedAt: tx.now() })
      .where(eq(holidays.id, holidayId));
    const after = await getHoliday(tx, holidayId);
    await noteChange(tx, { key: 'holiday', before: textOf(before), after: textOf(after) });
    tx.emit('holiday.changed', { holidayId });
    return after;
  });
}

export async function deleteHoliday(scope: Scope, { holidayId }: { holidayId: number }): Promise<void> {
  requireCan(scope, canChangeSettings);
  await scope.write(async (tx) => {
    const before = await getHoliday(tx, holidayId);
    await tx.db.delete(holidays).where(eq(holidays.id, holidayId));
    await noteChange(tx, { key: 'holiday', before: textOf(before), after: '' });
    tx.emit('holiday.deleted', { holidayId });
  });
}

export async function suggestHolidays(scope: Scope): Promise<NationalHoliday[]> {
  requireCan(scope, canChangeSettings);
  const known = await listHolidays(scope);
  const isKnown = ({ day, isYearly }: NationalHoliday) =>
    known.some((one) => one.day === day || (isYearly && one.isYearly && one.day.slice(5) === day.slice(5)));
  const { day: today } = zonedParts(scope.now(), scope.timeZone);
  return nationalHolidays(Number(today.slice(0, 4))).filter((one) => !isKnown(one));
}

/** Skips days that are no longer suggested. Returns how many were added. */
export async function addSuggested(scope: Scope, { days }: { days: string[] }): Promise<number> {
  requireCan(scope, canChangeSettings);
  return scope.write(async (tx) => {
    const wanted = (await suggestHolidays(tx)).filter(({ day }) => days.includes(day));
    for (const holiday of wanted) await addHoliday(tx, holiday);
    return wanted.length;
  });
}

async function addHoliday(tx: Scope, { name, day, isYearly = false }: HolidayInput): Promise<HolidayView> {
  const stamps = { createdAt: tx.now(), updatedAt: tx.now() };
  const row = await tx.db
    .insert(holidays)
    .values({ name, day, isYearly, ...stamps })
    .returning({ id: holidays.id })
    .then(insertedRow);
  const holiday = await getHoliday(tx, row.id);
  await noteChange(tx, { key: 'holiday', before: '', after: textOf(holiday) });
  tx.emit('holiday.changed', { holidayId: row.id });
  return holiday;
}

async function requireFreeDay(tx: Scope, day: string, exceptId = 0): Promise<void> {
  const same = and(eq(holidays.day, day), ne(holidays.id, exceptId));
  if (await tx.db.query.holidays.findFirst({ where: same })) {
    throw new InvalidInput({ day: 'errors:ERR_HOLIDAY_DAY_TAKEN' });
  }
}

const textOf = ({ name, day, isYearly }: HolidayView) => JSON.stringify({ name, day, isYearly });
