import type { TicketEventView } from '@/modules/tickets/tickets.views.ts';
import type { I18n } from '../../i18n.tsx';
import { formatDate, formatTime } from '../messages/dates.ts';

export function eventText({ type, user, data }: TicketEventView, i18n: I18n): string {
  const { t } = i18n;
  const word = (key: string) => (data[key] ? String(data[key]) : '');
  const by = user ? ` ${t('tickets:event.by', { name: user.name })}` : '';
  switch (type) {
    case 'transferred': {
      const isMoved = data.fromQueue !== data.toQueue;
      const toUser = data.fromUser === data.toUser ? '' : word('toUser');
      const to = [isMoved ? word('toQueue') : '', toUser, word('toConnection')].filter(Boolean).join(' · ');
      const from = isMoved && word('toQueue') ? word('fromQueue') : '';
      return t(`tickets:event.${from ? 'transferred' : 'transferredTo'}`, { from, to }) + by;
    }
    case 'snoozed': {
      const until = word('until');
      return (
        t('tickets:event.snoozed', { until: `${formatDate(until, i18n)} ${formatTime(until, i18n)}` }) + by
      );
    }
    default:
      return t(`tickets:event.${data.cause ?? type}`, data as Record<string, string | number>) + by;
  }
}
