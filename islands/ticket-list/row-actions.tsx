import { useT } from '@views/i18n.tsx';
import { Button, IconButton } from '@views/ui/button.tsx';
import { useState } from 'react';
import type { TicketView } from '@/modules/tickets/tickets.schema.ts';
import type { TicketAction } from '../desk/ticket-actions.ts';

type Props = { ticket: TicketView; onAct: (action: TicketAction, ticket: TicketView) => Promise<unknown> };

/** What can be done with a ticket without opening it. */
export function RowActions({ ticket, onAct }: Props) {
  const t = useT();
  const [isBusy, setBusy] = useState(false);
  const act = (action: TicketAction) => async () => {
    setBusy(true);
    await onAct(action, ticket);
    setBusy(false);
  };
  switch (ticket.status) {
    case 'pending':
      return (
        <Button
          variant="primary"
          size="sm"
          className="relative z-1 shrink-0"
          data-action="accept"
          disabled={isBusy}
          onClick={act('accept')}
        >
          {t('tickets:accept')}
        </Button>
      );
    case 'closed':
      return (
        <IconButton
          icon="rotate-ccw"
          size="sm"
          label={t('tickets:reopen')}
          className="z-1 shrink-0"
          data-action="reopen"
          disabled={isBusy}
          onClick={act('reopen')}
        />
      );
    case 'open':
      return (
        <IconButton
          icon="check"
          size="sm"
          label={t('tickets:resolve')}
          className="z-1 shrink-0 pointer-fine:absolute! pointer-fine:right-2 pointer-fine:bottom-1 pointer-fine:bg-base-100 pointer-fine:opacity-0 pointer-fine:shadow-sm pointer-fine:focus-visible:opacity-100 pointer-fine:group-hover/row:opacity-100"
          data-action="resolve"
          disabled={isBusy}
          onClick={act('resolve')}
        />
      );
  }
}
