import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import { useT } from '../../i18n.tsx';
import { type Age, ageOf } from './age.ts';

const TONES: Record<Age['tone'], string> = {
  green: 'text-success',
  orange: 'text-warning',
  red: 'text-error',
  plain: 'text-muted',
};

/** Counts from the start of waiting, else from the last change. `now` in milliseconds. */
export function AgeLabel({ ticket, now }: { ticket: TicketView; now: number }) {
  const t = useT();
  const isWaiting = ticket.status === 'pending' && ticket.waitingSince !== null;
  const age = ageOf(isWaiting ? (ticket.waitingSince ?? '') : ticket.updatedAt, now);
  if (!age) return null;
  const text = t(`tickets:age.${age.unit}`, { value: age.value });
  return (
    <span
      className={`shrink-0 font-semibold ${TONES[age.tone]}`}
      data-age={age.tone}
      title={isWaiting ? t('tickets:age.waiting', { age: text }) : undefined}
    >
      {text}
    </span>
  );
}
