import { z } from 'zod';
import {
  type DashboardFilter,
  DEFAULT_PERIOD,
  REPORT_SORTS,
  type ReportSort,
  ViewFilter,
} from './dashboard.schema.ts';

const FILTER_TYPES = ['period', 'date'] as const;
export type FilterType = (typeof FILTER_TYPES)[number];

export const PageFilter = z
  .object({
    type: z.enum(FILTER_TYPES).catch('period').default('period'),
    sort: z.enum(REPORT_SORTS).catch('tickets').default('tickets'),
  })
  .loose()
  .transform((asked, context) => {
    const { type, sort, days, date_from, date_to, queueId, userId } = asked as Record<string, unknown> & {
      type: FilterType;
      sort: ReportSort;
    };
    const chosen = type === 'date' ? { date_from, date_to } : { days: days ?? DEFAULT_PERIOD };
    const found = ViewFilter.safeParse({ ...chosen, queueId, userId });
    if (found.success) return { type, sort, filter: found.data };
    for (const { path, message } of found.error.issues)
      context.addIssue({ code: 'custom', path: [...path], message });
    return z.NEVER;
  });
export type PageFilter = z.output<typeof PageFilter>;

/** Spec part 1 §5: a filter must not be empty. */
export const hasContent = ({ days, date_from, date_to }: DashboardFilter): boolean =>
  Boolean(days || date_from || date_to);
