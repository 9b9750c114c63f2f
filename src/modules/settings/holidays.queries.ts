import { holidays } from '@db/tenant/schema/index.ts';
import { asc, eq, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { AppError } from '@/core/errors.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { canReadHolidays } from './settings.policy.ts';
import type { HolidayView } from './settings.views.ts';

/** By day. Cached: the bot reads them for every message. */
export function listHolidays(scope: Scope): Promise<HolidayView[]> {
  requireCan(scope, canReadHolidays);
  return scope.remember([holidays], 'holidays', async () => {
    return (await allHolidays(scope.db)).map(toHolidayView);
  });
}

const allHolidays = tenantStatement((db) =>
  db.select().from(holidays).orderBy(asc(holidays.day), asc(holidays.id)),
);

export async function getHoliday(scope: Scope, holidayId: number): Promise<HolidayView> {
  requireCan(scope, canReadHolidays);
  const [row] = await holidayById(scope.db, { holidayId });
  if (!row) throw new AppError('ERR_NO_HOLIDAY_FOUND');
  return toHolidayView(row);
}

const holidayById = tenantStatement((db) =>
  db
    .select()
    .from(holidays)
    .where(eq(holidays.id, sql.placeholder('holidayId'))),
);

function toHolidayView(row: typeof holidays.$inferSelect): HolidayView {
  const { id, name, day, isYearly, createdAt, updatedAt } = row;
  return {
    id,
    name,
    day,
    isYearly,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
