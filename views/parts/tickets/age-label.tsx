import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import { useT } from '../../i18n.tsx';
import { type Age, ageOf } from './age.ts';

const TONES: Record<Age['tone'], string> = {
  green: 'text-success',
  orange: 'text-warning',
  red: 'text-error',
  plain: 'text-muted',
};

type Aging = Pick<TicketView, 'status' | 'waitingSince' | 'updatedAt'>;

const isWaiting = ({ status, waitingSince }: Aging) => status !== 'closed' && waitingSince !== null;

/** Counts from when the customer began to wait, else from the last change (spec part 1 §9). `now` in milliseconds. */
export function ageOfTicket(ticket: Aging, now: number): Age | null {
  return ageOf(isWaiting(ticket) ? (ticket.waitingSince ?? '') : ticket.updatedAt, now);
}

export function AgeLabel({ ticket, age }: { ticket: Aging; age: Age | null }) {
  const t = useT();
  if (!age) return null;
  const text = t(`tickets:age.${age.unit}`, { value: age.value });
  return (
    <span
      className={`shrink-0 font-semibold ${TONES[age.tone]}`}
      data-age={age.tone}
      title={isWaiting(ticket) ? t('tickets:age.waiting', { age: text }) : undefined}
    >
      {text}
    </span>
  );
}
