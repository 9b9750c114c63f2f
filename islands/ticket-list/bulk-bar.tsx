import { useT } from '@views/i18n.tsx';
import { IconButton } from '@views/ui/button.tsx';
import type { IconName } from '@views/ui/icons/icon.tsx';
import { MAX_BULK } from '@/modules/tickets/bulk.schema.ts';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import { openDialog, sendForm } from '../workspace/navigation.ts';

type Props = {
  chosen: TicketView[];
  rows: TicketView[];
  onChoose: (ids: ReadonlySet<number>) => void;
};

export function BulkBar({ chosen, rows, onChoose }: Props) {
  const t = useT();
  const all = rows.slice(0, MAX_BULK).map(({ id }) => id);
  const areAll = chosen.length >= all.length;
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
      <IconButton
        icon="x"
        label={t('tickets:bulk.clear')}
        onClick={() => onChoose(new Set())}
        data-bulk="clear"
      />
      <label className="mr-auto flex min-h-11 cursor-pointer items-center gap-2 px-1 font-semibold text-sm">
        <input
          type="checkbox"
          className="checkbox checkbox-primary checkbox-sm"
          aria-label={t('tickets:bulk.all', { total: all.length })}
          checked={areAll}
          ref={(box) => {
            if (box) box.indeterminate = !areAll;
          }}
          onChange={() => onChoose(new Set(areAll ? [] : all))}
          data-bulk="all"
        />
        <span aria-hidden="true">{chosen.length}</span>
        <span aria-live="polite" className="sr-only">
          {t('tickets:bulk.chosen', { count: chosen.length })}
        </span>
      </label>
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
