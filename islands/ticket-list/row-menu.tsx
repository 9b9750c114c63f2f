import { useT } from '@views/i18n.tsx';
import { keysOfAction } from '@views/parts/tickets/shortcuts.ts';
import type { WorkspaceUser } from '@views/parts/tickets/workspace.ts';
import type { IconName } from '@views/ui/icons/icon.tsx';
import { MenuItem } from '@views/ui/menu.tsx';
import { useEffect, useRef } from 'react';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import { api } from '../http/api.ts';
import { openDialog } from '../workspace/navigation.ts';
import type { TicketAction } from '../workspace/ticket-actions.ts';
import { showError } from '../workspace/workspace-api.ts';
import { type PinsEvent, publishPins } from './pins.ts';

type Props = {
  ticket: TicketView;
  me: WorkspaceUser;
  anchor: HTMLElement;
  isPinned: boolean;
  onAct: (action: TicketAction, ticket: TicketView) => void;
  onSelect: (ticket: TicketView) => void;
  onPins: PinsEvent;
  onClose: () => void;
};

type Item = { key: string; icon: IconName; run: () => void; danger?: boolean };
const ID = 'row-menu';

export function RowMenu(props: Props) {
  const { anchor, onClose } = props;
  const t = useT();
  const pin = async (name: 'pin' | 'unpin') => {
    const { ticket, me, onPins } = props;
    try {
      const pins = await changePin(name, ticket.id);
      onPins(pins, ticket);
      publishPins(me, pins, ticket);
    } catch (error) {
      showError(error, t);
    }
  };
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const menu = card.current;
    anchor.setAttribute('popovertarget', ID);
    menu?.showPopover();
    const closed = (event: Event) => {
      if ((event as ToggleEvent).newState !== 'closed') return;
      anchor.removeAttribute('popovertarget');
      onClose();
    };
    menu?.addEventListener('toggle', closed);
    return () => {
      menu?.removeEventListener('toggle', closed);
      anchor.removeAttribute('popovertarget');
    };
  }, [anchor, onClose]);

  return (
    <div
      ref={card}
      id={ID}
      popover="auto"
      role="menu"
      aria-label={t('tickets:menu.label')}
      className="menu-card"
    >
      {itemsOf(props, pin).map(({ key, icon, run, danger }) => (
        <MenuItem
          key={key}
          icon={icon}
          danger={danger}
          keys={keysOfAction(key)}
          data-menu={key}
          onClick={run}
        >
          {t(`tickets:menu.${key}`)}
        </MenuItem>
      ))}
    </div>
  );
}

async function changePin(name: 'pin' | 'unpin', ticketId: number): Promise<number[]> {
  const call = name === 'pin' ? api.put : api.delete;
  return (await call<{ pinned: number[] }>(`/me/pinned-tickets/${ticketId}`)).pinned;
}

function itemsOf(
  { ticket, me, isPinned, onAct, onSelect }: Props,
  pin: (name: 'pin' | 'unpin') => void,
): Item[] {
  const { status, uuid } = ticket;
  const act = (key: TicketAction, icon: IconName): Item => ({ key, icon, run: () => onAct(key, ticket) });
  const dialog = (key: string, icon: IconName): Item => ({
    key,
    icon,
    run: () => void openDialog(`/tickets/${uuid}/${key}`),
  });
  const isMine = status === 'open' && ticket.userId === me.id;
  const isLive = status !== 'closed';
  return [
    dialog('peek', 'eye'),
    ...(isLive && !isMine ? [act('take', 'user-check')] : []),
    ...(isLive ? [dialog('transfer', 'transfer')] : []),
    ...(status === 'open' ? [act('return', 'undo')] : []),
    isLive ? act('resolve', 'check-check') : act('reopen', 'rotate-ccw'),
    ...(isLive ? [ticket.unreadMessages > 0 ? act('read', 'mail-open') : act('unread', 'mail')] : []),
    ...(isLive ? [dialog('snooze', 'timer')] : []),
    isPinned
      ? { key: 'unpin', icon: 'pin', run: () => pin('unpin') }
      : { key: 'pin', icon: 'pin', run: () => pin('pin') },
    { key: 'select', icon: 'check', run: () => onSelect(ticket) },
    ...(me.profile === 'admin' ? [{ ...dialog('delete', 'trash'), danger: true }] : []),
  ];
}
