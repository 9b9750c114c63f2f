import { useT } from '@views/i18n.tsx';
import { Icon } from '@views/ui/icons/icon.tsx';
import type { ChatMessageView } from '@/modules/internal-chat/internal-chat.views.ts';
import { formatNumber } from '@/schemas/phone-number.schema.ts';
import { ticketPath } from '@/ticket-path.ts';

const STYLE = 'flex w-72 max-w-full items-center gap-3 rounded-lg bg-base-content/6 p-2.5 text-sm';

export function SharedTicket({ message: { ticketId, ticket } }: { message: ChatMessageView }) {
  const t = useT();
  if (ticketId === null) return null;
  if (!ticket)
    return (
      <p data-hidden-ticket={ticketId} className={`${STYLE} text-muted`}>
        <Icon name="lock" size={20} />
        <span className="min-w-0">{t('internalChat:ticketHidden')}</span>
      </p>
    );
  return (
    <a href={ticketPath(ticket.uuid)} className={`${STYLE} hover:bg-base-content/10`}>
      <Icon name="message-circle" size={24} className="text-muted" />
      <span className="min-w-0 grow">
        <span className="block truncate font-medium">{formatNumber(ticket.contactName)}</span>
        <span className="block text-xs">
          {t('internalChat:ticket')} #{ticketId} · {t(`tickets:status.${ticket.status}`)}
        </span>
      </span>
      <Icon name="arrow-right" size={18} className="text-muted" />
    </a>
  );
}
