import { z } from 'zod';
import { day, whole } from '../../schemas/form.schema.ts';
import { chosenId, listFilter } from '../../schemas/list-filter.schema.ts';

/** 0 means no period (spec part 1 §2). */
export const PERIODS = [0, 3, 7, 15, 30, 60, 90] as const;
export const DEFAULT_PERIOD = 7;

export const MAX_CHART_DAYS = 366;
/** Counted for the page's card: more are shown as this many and a plus sign. */
export const MAX_NEW_CONTACTS = 10_000;
export const MAX_FAILED = 1_000;

const days = z.preprocess(
  (value) => (value === '' || value === null ? undefined : value),
  z.coerce
    .number('validation:invalid')
    .int('validation:invalid')
    .min(0)
    .max(3660, 'validation:invalid')
    .optional(),
);

const period = { days, date_from: day, date_to: day };
const ORDER = { path: ['date_to'], message: 'validation:dateOrder' };

export const DashboardFilter = z.object(period).refine(inOrder, ORDER);
export type DashboardFilter = z.infer<typeof DashboardFilter>;

export const Whose = z.object({ queueId: chosenId, userId: chosenId });
export type Whose = z.infer<typeof Whose>;

/** Our page's filter; existing clients know only the period. */
export const ViewFilter = z.object({ ...period, ...Whose.shape }).refine(inOrder, ORDER);
export type ViewFilter = z.infer<typeof ViewFilter>;

function inOrder({ date_from: from, date_to: to }: { date_from?: string; date_to?: string }): boolean {
  return from === undefined || to === undefined || from <= to;
}

const { rows, after } = listFilter;
export const CampaignFilter = z.object({ ...period, rows, after }).refine(inOrder, ORDER);
export type CampaignFilter = z.infer<typeof CampaignFilter>;

const dates = {
  initialDate: z.iso.date('validation:invalid'),
  finalDate: z.iso.date('validation:invalid'),
};
type Dates = { initialDate: string; finalDate: string };
const areInOrder = ({ initialDate, finalDate }: Dates) => initialDate <= finalDate;
const areFew = ({ initialDate, finalDate }: Dates) =>
  (Date.parse(finalDate) - Date.parse(initialDate)) / 86_400_000 < MAX_CHART_DAYS;
const LAST_FIRST = { path: ['finalDate'], message: 'validation:dateOrder' };
const TOO_MANY = { path: ['finalDate'], message: 'validation:tooLong' };

export const ChartFilter = z.object(dates).refine(areInOrder, LAST_FIRST).refine(areFew, TOO_MANY);
export type ChartFilter = z.infer<typeof ChartFilter>;

const CHARTS = ['users', 'days'] as const;
export const BarsFilter = z
  .object({ ...dates, ...Whose.shape, of: z.enum(CHARTS, 'validation:invalid') })
  .refine(areInOrder, LAST_FIRST)
  .refine(areFew, TOO_MANY);
export type BarsFilter = z.infer<typeof BarsFilter>;

export const REPORT_SORTS = ['tickets', 'avgWaitTime', 'avgAnswerTime', 'avgResolutionTime', 'name'] as const;
export type ReportSort = (typeof REPORT_SORTS)[number];

export const FIGURES = [
  'open',
  'waiting',
  'attended',
  'support',
  'wait',
  'answer',
  'resolution',
  'rated',
  'ended',
  'endedAnswer',
  'endedResolution',
  'endedRated',
  'missed',
  'answered',
  'begun',
  'handled',
] as const;
export type Figure = (typeof FIGURES)[number];

/** Means of a time, which their lists show, the longest first. */
export const MEAN_TIMES = [
  'support',
  'wait',
  'answer',
  'resolution',
  'endedAnswer',
  'endedResolution',
  'answered',
] as const satisfies Figure[];
export type MeanTime = (typeof MEAN_TIMES)[number];

export const FigureFilter = z
  .object({
    ...period,
    ...Whose.shape,
    of: z.enum(FIGURES, 'validation:invalid'),
    whatsappId: chosenId,
    previous: z.stringbool().optional().catch(undefined),
    weekday: whole(0, 6),
    hour: whole(0, 23),
    rows,
    after,
  })
  .refine(inOrder, ORDER);
export type FigureFilter = z.infer<typeof FigureFilter>;
