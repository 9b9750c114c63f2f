import type { Figure, FigureFilter, ViewFilter } from '@/modules/dashboard/dashboard.schema.ts';
import { paths, type Query } from '@/paths.ts';

export function toQuery({ days, date_from, date_to, queueId, userId }: ViewFilter): Query {
  return { days, date_from, date_to, queueId, userId };
}

type More = Partial<Pick<FigureFilter, 'queueId' | 'userId' | 'whatsappId' | 'weekday' | 'hour'>> & {
  previous?: true;
};

export function figureHref(of: Figure, filter: ViewFilter, { previous, ...more }: More = {}): string {
  const before = previous ? { previous: 'true' } : {};
  return paths.dashboardTickets({ of, ...toQuery(filter), ...more, ...before });
}
