import type { TicketEventView } from '@/modules/tickets/tickets.views.ts';
import type { I18n } from '../../i18n.tsx';
import { formatMoment } from '../messages/dates.ts';

export function eventText({ type, user, data }: TicketEventView, i18n: I18n): string {
  const { t } = i18n;
  const by = user ? ` ${t('tickets:event.by', { name: user.name })}` : '';
  const textOf = (key: string | number, named: object = data) =>
    t(`tickets:event.${key}`, named as Record<string, string | number>) + by;
  switch (type) {
    case 'transferred': {
      const { toQueue, toUser } = data;
      const isMoved = data.fromQueue !== toQueue;
      const to = [isMoved && toQueue, data.fromUser !== toUser && toUser, data.toConnection];
      const from = isMoved && toQueue && data.fromQueue;
      return textOf(from ? type : 'transferredTo', { from, to: to.filter(Boolean).join(' · ') });
    }
    case 'snoozed': {
      const until = data.until as string;
      return textOf(type, { until: formatMoment(until, i18n) });
    }
    case 'rule': {
      const [rule, ...did] = Object.keys(data).map((what) => textOf(what));
      return rule + did.join(', ');
    }
    default:
      return textOf(data.cause ?? type);
  }
}
