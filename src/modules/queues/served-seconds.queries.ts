import type { z } from 'zod';
import type { Scope } from '@/core/scope.ts';
import { businessSeconds } from '@/modules/settings/business-time.logic.ts';
import { getCompanyHours } from '@/modules/settings/company-hours.queries.ts';
import { listHolidays } from '@/modules/settings/holidays.queries.ts';
import { getSetting } from '@/modules/settings/settings.queries.ts';
import type { ServiceHours } from '@/schemas/reply-fields.schema.ts';
import { findQueue } from './queues.queries.ts';

export async function servedSeconds(
  scope: Scope,
  { from, to, queueId }: { from: Date; to: Date; queueId: number | null },
): Promise<number> {
  const hours = await hoursOf(scope, queueId);
  const holidays = hours === null ? [] : await listHolidays(scope);
  return businessSeconds(hours, holidays, from, to, scope.timeZone);
}

async function hoursOf(scope: Scope, queueId: number | null): Promise<z.infer<typeof ServiceHours>[] | null> {
  switch (await getSetting(scope, 'scheduleType')) {
    case 'company':
      return getCompanyHours(scope);
    case 'queue':
      return (queueId === null ? undefined : await findQueue(scope, queueId))?.schedules ?? null;
    default:
      return null;
  }
}
