import { useT } from '@views/i18n.tsx';
import { keysOfAction, showsKeys } from '@views/parts/tickets/shortcuts.ts';
import { Button, IconButton } from '@views/ui/button.tsx';
import type { IconName } from '@views/ui/icons/icon.tsx';
import { useState } from 'react';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import { contactName } from '@/schemas/phone-number.schema.ts';
import { openDialog } from '../workspace/navigation.ts';
import type { TicketAction } from '../workspace/ticket-actions.ts';

export type ActionsProps = {
  ticket: TicketView;
  isMine: boolean;
  onAct: (action: TicketAction, ticket: TicketView) => Promise<unknown>;
  onMenu: (ticket: TicketView, anchor: HTMLElement) => void;
};

export function RowActions({ ticket, isMine, onAct, onMenu }: ActionsProps) {
  const t = useT();
  const [isBusy, setBusy] = useState(false);
  const act = (action: TicketAction) => ({
    'data-action': action,
    disabled: isBusy,
    'aria-busy': isBusy || undefined,
    onClick: async () => {
      setBusy(true);
      await onAct(action, ticket);
      setBusy(false);
    },
  });
  const { status } = ticket;
  /** A list of buttons, as a screen reader shows it, needs the person. */
  const of = (label: string) => `${label}: ${contactName(ticket.contact)}`;
  return (
    <div className="row-actions">
      <div className="row-cluster">
        <IconButton
          icon="eye"
          size="sm"
          label={t('tickets:menu.peek')}
          aria-label={of(t('tickets:menu.peek'))}
          data-peek=""
          className="pointer-coarse:hidden"
          onClick={() => void openDialog(`/tickets/${ticket.uuid}/peek`)}
        />
        {quickOf(ticket, isMine).map(([action, icon, label]) => (
          <IconButton
            key={action}
            icon={icon}
            size="sm"
            label={t(`tickets:${label}`)}
            aria-label={of(t(`tickets:${label}`))}
            keys={keysOfAction(action)}
            className="pointer-coarse:hidden"
            {...act(action)}
          />
        ))}
        <IconButton
          icon="more-vertical"
          size="sm"
          label={t('tickets:menu.label')}
          aria-label={of(t('tickets:menu.label'))}
          data-row-menu=""
          aria-haspopup="menu"
          onClick={(event) => onMenu(ticket, event.currentTarget)}
        />
      </div>
      {status === 'pending' ? (
        <Button
          variant="ghost"
          size="sm"
          className="btn-accept"
          aria-label={of(t('tickets:accept'))}
          {...showsKeys(t('tickets:accept'), keysOfAction('accept'))}
          {...act('accept')}
        >
          {t('tickets:accept')}
        </Button>
      ) : null}
    </div>
  );
}

type Quick = [action: TicketAction, icon: IconName, label: string];

function quickOf({ status }: TicketView, isMine: boolean): Quick[] {
  switch (status) {
    case 'pending':
      return [];
    case 'open':
      return [
        ...(isMine ? [] : [['take', 'user-check', 'menu.take'] satisfies Quick]),
        ['resolve', 'check', 'resolve'],
      ];
    case 'closed':
      return [['reopen', 'rotate-ccw', 'reopen']];
  }
}
