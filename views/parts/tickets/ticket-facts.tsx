import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import { useI18n } from '../../i18n.tsx';
import { Dot } from '../../ui/badge.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { formatMoment } from '../messages/dates.ts';
import type { Age } from './age.ts';
import { AgeLabel } from './age-label.tsx';

export type Known = { queueId: number | null; tagIds: readonly number[] };

type FactsProps = {
  ticket: TicketView;
  age: Age | null;
  people: string;
  lineDown?: string;
  isMine: boolean;
  known: Known;
};

export function TicketFacts({ ticket, age, people, lineDown, isMine, known }: FactsProps) {
  const { t } = useI18n();
  const { queue, user } = ticket;
  const tags = ticket.tags.filter(({ id }) => !known.tagIds.includes(id));
  return (
    <div className="row-facts">
      {ticket.status === 'closed' || ticket.withBot ? null : <AgeLabel ticket={ticket} age={age} />}
      {lineDown === undefined ? null : (
        <span data-line-down="" className="text-warning">
          <Icon name="alert-triangle" size={13} label={t('tickets:lineDown', { name: lineDown })} />
        </span>
      )}
      {people ? <span className="max-w-40 shrink-0 truncate font-semibold text-info">{people}</span> : null}
      {ticket.snoozedUntil ? <SnoozeMark until={ticket.snoozedUntil} /> : null}
      {ticket.withBot ? <Icon name="bot" size={13} label={t('tickets:chatbot')} /> : null}
      {user && !isMine ? <b className="max-w-32 shrink-0 truncate text-base-content">{user.name}</b> : null}
      {queue?.id === known.queueId ? null : (
        <span className="row-fact">
          {queue ? <Dot color={queue.color} /> : null}
          <span className="truncate">{queue?.name ?? t('tickets:noQueue')}</span>
        </span>
      )}
      {tags.map((tag) => (
        <span key={tag.id} className="row-fact">
          <Icon name="tag" size={12} />
          <span className="truncate">{tag.name}</span>
        </span>
      ))}
    </div>
  );
}

function SnoozeMark({ until }: { until: string }) {
  const i18n = useI18n();
  const moment = formatMoment(until, i18n);
  return (
    <span className="flex shrink-0 items-center gap-1">
      <Icon name="timer" size={13} label={i18n.t('tickets:snoozedUntil')} />
      {moment}
    </span>
  );
}
