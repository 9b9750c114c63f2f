import { useI18n } from '@views/i18n.tsx';
import { formatTime } from '@views/parts/messages/dates.ts';
import { Ticks } from '@views/parts/messages/ticks.tsx';
import { Icon } from '@views/ui/icons/icon.tsx';
import type { MessageView } from '@/modules/messages/messages.views.ts';

type Props = { message: MessageView; isFailed: boolean; isOver?: boolean };

export function Meta({ message, isFailed, isOver = false }: Props) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <span dir="ltr" className={isOver ? 'meta meta-over' : 'meta'}>
      {message.origin === 'system' ? <Icon name="bot" size={13} label={t('messages:automatic')} /> : null}
      {message.origin === 'phone' ? (
        <Icon name="smartphone" size={12} label={t('messages:fromPhone')} />
      ) : null}
      {message.isEdited && !message.isDeleted ? <span>{t('messages:edited')}</span> : null}
      <time dateTime={message.createdAt}>{formatTime(message.createdAt, i18n)}</time>
      {message.fromMe && !message.isDeleted ? <Ticks ack={message.ack} failed={isFailed} /> : null}
    </span>
  );
}
