import type { DashboardFilter } from '@/modules/dashboard/dashboard.schema.ts';

export function toQuery({
  days,
  date_from,
  date_to,
}: DashboardFilter): Record<string, string | number | undefined> {
  return { days, date_from, date_to };
}
