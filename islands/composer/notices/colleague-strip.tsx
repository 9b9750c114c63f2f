import { useT } from '@views/i18n.tsx';
import { Button } from '@views/ui/button.tsx';
import { Icon } from '@views/ui/icons/icon.tsx';
import { useState } from 'react';
import { focusComposer } from '../../workspace/navigation.ts';
import { ticketInPane } from '../../workspace/shown-ticket.ts';
import { actOnTicket } from '../../workspace/ticket-actions.ts';
import type { TicketNow } from '../../workspace/use-ticket-now.ts';
import { answerAnyway } from './colleague.ts';

export function ColleagueStrip({ name, ticket, meId }: { name: string; ticket: TicketNow; meId: number }) {
  const t = useT();
  const [isTaking, setTaking] = useState(false);
  const take = async () => {
    setTaking(true);
    await actOnTicket('take', { ...ticket, meantFor: ticketInPane() }, meId, t);
    setTaking(false);
  };
  const share = () => {
    answerAnyway(ticket.id);
    focusComposer(ticket.id);
  };
  return (
    <div
      role="status"
      data-notice="colleague"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 bg-base-200 px-3 py-1.5 text-sm"
    >
      <span className="flex min-w-0 grow items-center gap-2 font-semibold">
        <Icon name="user-check" size={16} />
        <span className="truncate">{t('tickets:withAgent', { name })}</span>
      </span>
      <span className="flex gap-2">
        <Button size="sm" variant="primary" disabled={isTaking} data-take="" onClick={take}>
          {t('tickets:menu.take')}
        </Button>
        <Button size="sm" data-share="" onClick={share}>
          {t('messages:answerAnyway')}
        </Button>
      </span>
    </div>
  );
}
