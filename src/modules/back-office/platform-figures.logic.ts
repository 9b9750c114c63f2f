import type { Use } from '@/modules/quotas/quotas.schema.ts';
import type { AttentionView, PlatformView, Trouble } from './back-office.views.ts';

export type KnownCompany = {
  id: number;
  name: string;
  isEnabled: boolean;
  /** In reais per month; null without a plan. */
  planValue: number | null;
  isBilled: boolean;
  isOnTrial: boolean;
  daysLeft: number | null;
  isStopped: boolean;
  linesDown: number;
  overdueDays: number;
  quietDays: number;
  tight: Use | null;
};

/** A week without a message is a customer about to leave. */
const QUIET_DAYS = 7;
const MAX_LISTED = 25;

type Sums = Pick<PlatformView, 'monthly' | 'attention' | 'unlisted'> & {
  companies: Omit<PlatformView['companies'], 'joined' | 'left'>;
};

export function sumUpCompanies(known: KnownCompany[]): Sums {
  const paying = known.filter(isPaying);
  const troubled = known.flatMap((company): AttentionView[] => {
    const troubles = troublesOf(company);
    return troubles.length > 0 ? [{ id: company.id, name: company.name, troubles }] : [];
  });
  troubled.sort((a, b) => urgencyOf(a) - urgencyOf(b) || a.name.localeCompare(b.name));
  return {
    monthly: {
      cents: paying.reduce((total, { planValue }) => total + Math.round((planValue ?? 0) * 100), 0),
      companies: paying.length,
    },
    companies: {
      active: known.filter((company) => company.isEnabled && !company.isOnTrial && !isExpired(company))
        .length,
      trial: known.filter(({ isEnabled, isOnTrial }) => isEnabled && isOnTrial).length,
      expired: known.filter((company) => company.isEnabled && isExpired(company)).length,
      blocked: known.filter(({ isEnabled }) => !isEnabled).length,
    },
    attention: troubled.slice(0, MAX_LISTED),
    unlisted: Math.max(0, troubled.length - MAX_LISTED),
  };
}

const isExpired = ({ daysLeft }: KnownCompany) => daysLeft !== null && daysLeft < 0;

/** A plan's value is per month, also for those who pay once a year. */
const isPaying = (company: KnownCompany) =>
  company.isEnabled && company.isBilled && !company.isOnTrial && (company.planValue ?? 0) > 0;

/** From the most urgent to the least. A blocked company is blocked on purpose: only its database is looked at. */
export function troublesOf(company: KnownCompany): Trouble[] {
  const { isStopped, isEnabled, linesDown, overdueDays, tight, isBilled, quietDays } = company;
  const troubles: (Trouble | false)[] = [isStopped && { kind: 'stopped' }];
  if (isEnabled)
    troubles.push(
      linesDown > 0 && { kind: 'line', count: linesDown },
      overdueDays > 0 && { kind: 'overdue', count: overdueDays },
      tight !== null && { kind: 'quota', use: tight },
      !isBilled && { kind: 'unbilled' },
      quietDays >= QUIET_DAYS && { kind: 'quiet', count: quietDays },
    );
  return troubles.filter((trouble) => trouble !== false);
}

const URGENCY: Trouble['kind'][] = ['stopped', 'line', 'overdue', 'quota', 'unbilled', 'quiet'];

const urgencyOf = ({ troubles: [first] }: AttentionView) => URGENCY.indexOf(first?.kind ?? 'quiet');
