import type { CompanyOverviewView } from '@/modules/back-office/back-office.views.ts';
import { type DueTone, dueTone } from '@/modules/companies/due-days.schema.ts';
import { type Translate, useT } from '../../i18n.tsx';
import { formatDate } from '../../parts/messages/dates.ts';

const STYLES: Record<DueTone, string> = { soon: 'due-soon', near: 'due-near', late: 'due-late' };

type Due = Pick<CompanyOverviewView, 'dueDate' | 'daysLeft' | 'timeZone'>;

export const dueClass = ({ daysLeft }: Pick<Due, 'daysLeft'>): string | undefined => {
  const tone = dueTone(daysLeft);
  return tone ? STYLES[tone] : undefined;
};

export function DueDate({ dueDate, daysLeft, timeZone }: Due) {
  const t = useT();
  if (!dueDate || daysLeft === null) return <span className="text-muted">{t('backOffice:due.never')}</span>;
  return (
    <span className="whitespace-nowrap">
      <time dateTime={dueDate} className="max-[599px]:hidden">
        {formatDate(dueDate, { timeZone })}
      </time>{' '}
      <span className="block text-sm max-[599px]:inline">{textOf(daysLeft, t)}</span>
    </span>
  );
}

function textOf(daysLeft: number, t: Translate): string {
  if (daysLeft === 0) return t('backOffice:due.today');
  if (daysLeft < 0) return t('backOffice:due.past', { count: -daysLeft });
  return t('backOffice:due.ahead', { count: daysLeft });
}
