import { z } from 'zod';
import { id, moment } from '../../schemas/reply-fields.schema.ts';

const amount = z.number().int();
const minutes = z.number().nullable();

export const Counters = z.strictObject({
  /** Connected ones of the company; platform-wide for the platform's administrators. */
  totalWhatsappSessions: amount,
  totalCompanies: amount.nullable(),
  /** Current value, independent of the period. */
  supportHappening: amount,
  supportPending: amount,
  supportFinished: amount,
  /** Minutes; null without any. */
  avgSupportTime: minutes,
  avgWaitTime: minutes,
});
export type Counters = z.infer<typeof Counters>;

export const Attendant = z
  .strictObject({
    id,
    name: z.string(),
    avgSupportTime: minutes,
    tickets: amount,
    /** Mean of 1 to 3. */
    rating: z.number().nullable(),
    online: z.boolean(),
  })
  .meta({ id: 'Attendant' });
export type Attendant = z.infer<typeof Attendant>;

export const Dashboard = z.strictObject({ counters: Counters, attendants: z.array(Attendant) });
export type DashboardView = z.infer<typeof Dashboard>;

/** Times are minutes; those of answers and resolutions within service hours, where these are set. */
export const ReportLine = z
  .strictObject({
    /** Null means no queue, no agent, or a deleted connection. */
    id: id.nullable(),
    name: z.string(),
    tickets: amount,
    finished: amount,
    avgWaitTime: minutes,
    avgAnswerTime: minutes,
    avgResolutionTime: minutes,
  })
  .meta({ id: 'ReportLine' });
export type ReportLine = z.infer<typeof ReportLine>;

export const Reports = z.strictObject({
  total: ReportLine,
  queues: z.array(ReportLine),
  agents: z.array(ReportLine),
  connections: z.array(ReportLine),
  /** Seven rows from Monday, with 24 hours each. */
  arrivals: z.array(z.array(amount)),
});
export type Reports = z.infer<typeof Reports>;

export const LiveNumbers = z.strictObject({
  open: amount,
  pending: amount,
  online: amount,
  waitingSince: moment.nullable(),
});
export type LiveNumbers = z.infer<typeof LiveNumbers>;

export const ChartBars = z.strictObject({
  bars: z.array(z.strictObject({ label: z.string(), count: amount, href: z.string() })),
});
export type ChartBars = z.infer<typeof ChartBars>;

export const TicketsOfUsers = z.strictObject({
  data: z.array(z.strictObject({ quantidade: amount, nome: z.string() })),
});
export type TicketsOfUsers = z.infer<typeof TicketsOfUsers>;

/** Hours of one day, or days as dd/MM/yyyy. */
export const TicketsOfDays = z.strictObject({
  count: amount,
  data: z.array(
    z.union([
      z.strictObject({ total: amount, horario: amount }),
      z.strictObject({ total: amount, data: z.string() }),
    ]),
  ),
});
export type TicketsOfDays = z.infer<typeof TicketsOfDays>;

/** The same figure of the period and of the one before it; minutes, mean rating of 1 to 3, or a number of tickets. */
export type Compared = { now: number | null; before: number | null };
export type ComparedTicket = { uuid: string; contact: string; minutes: number | null };

export type ComparedView = {
  finished: Compared;
  answer: Compared;
  resolution: Compared;
  rating: Compared;
  slowest: ComparedTicket[];
  /** Closed without an answer of ours, the newest first. */
  missed: ComparedTicket[];
  missedCount: number;
  /** Messages not sent; at most `MAX_FAILED`. */
  failed: number;
  campaigns: { sends: number; replies: number };
};

export type FigureRow = {
  id: number;
  uuid: string;
  contact: string;
  queue: string | null;
  person: string | null;
  since: string;
  /** Null where the figure only counts. */
  minutes: number | null;
  rate: number | null;
};
export type FigurePage = { rows: FigureRow[]; count: number; hasMore: boolean };

export type CampaignSums = {
  campaigns: { id: number; name: string; sends: number; replies: number }[];
  hasMore: boolean;
};
