import { useT } from '@views/i18n.tsx';
import { IconButton } from '@views/ui/button.tsx';
import type { IconName } from '@views/ui/icons/icon.tsx';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import { openDialog, sendForm } from '../workspace/navigation.ts';

type Props = { chosen: TicketView[]; onClear: () => void };

export function BulkBar({ chosen, onClear }: Props) {
  const t = useT();
  const ids = chosen.map((ticket) => ticket.id).join();
  const isUnread = chosen.some((ticket) => ticket.unreadMessages > 0);
  const send = (action: string) => sendForm('/tickets/bulk', { action, ids });
  const items: { name: string; icon: IconName; onClick: () => void }[] = [
    { name: 'close', icon: 'check-check', onClick: () => send('close') },
    { name: 'assign', icon: 'user-check', onClick: () => void openDialog(`/tickets/bulk/assign?ids=${ids}`) },
    { name: 'tag', icon: 'tag', onClick: () => void openDialog(`/tickets/bulk/tag?ids=${ids}`) },
    isUnread
      ? { name: 'read', icon: 'mail-open', onClick: () => send('read') }
      : { name: 'unread', icon: 'mail', onClick: () => send('unread') },
  ];
  return (
    <div role="toolbar" aria-label={t('tickets:bulk.label')} className="flex grow items-center">
      <IconButton icon="x" label={t('tickets:bulk.clear')} onClick={onClear} data-bulk="clear" />
      <span aria-live="polite" className="mr-auto min-w-0 truncate px-1 font-semibold text-sm">
        {t('tickets:bulk.chosen', { count: chosen.length })}
      </span>
      {items.map(({ name, icon, onClick }) => (
        <IconButton
          key={name}
          icon={icon}
          label={t(`tickets:bulk.${name}`)}
          data-bulk={name}
          onClick={onClick}
        />
      ))}
    </div>
  );
}
