import { z } from 'zod';
import { day } from '../../schemas/form.schema.ts';

/** 0 means no period (spec part 1 §2). */
export const PERIODS = [0, 3, 7, 15, 30, 60, 90] as const;
export const DEFAULT_PERIOD = 7;

export const MOST_CHART_DAYS = 366;
/** Counted for the page's card: more are shown as this many and a plus sign. */
export const MOST_NEW_CONTACTS = 10_000;
export const MOST_FAILED = 1_000;

const days = z.preprocess(
  (value) => (value === '' || value === null ? undefined : value),
  z.coerce
    .number('validation:invalid')
    .int('validation:invalid')
    .min(0)
    .max(3660, 'validation:invalid')
    .optional(),
);

export const DashboardFilter = z
  .object({ days, date_from: day, date_to: day })
  .refine(inOrder, { path: ['date_to'], message: 'validation:dateOrder' });
export type DashboardFilter = z.infer<typeof DashboardFilter>;

function inOrder({ date_from: from, date_to: to }: { date_from?: string; date_to?: string }): boolean {
  return from === undefined || to === undefined || from <= to;
}

export const ChartFilter = z
  .object({ initialDate: z.iso.date('validation:invalid'), finalDate: z.iso.date('validation:invalid') })
  .refine(({ initialDate, finalDate }) => initialDate <= finalDate, {
    path: ['finalDate'],
    message: 'validation:dateOrder',
  })
  .refine(
    ({ initialDate, finalDate }) =>
      (Date.parse(finalDate) - Date.parse(initialDate)) / 86_400_000 < MOST_CHART_DAYS,
    { path: ['finalDate'], message: 'validation:tooLong' },
  );
export type ChartFilter = z.infer<typeof ChartFilter>;

export const REPORT_SORTS = ['tickets', 'avgWaitTime', 'avgAnswerTime', 'avgResolutionTime', 'name'] as const;
export type ReportSort = (typeof REPORT_SORTS)[number];
