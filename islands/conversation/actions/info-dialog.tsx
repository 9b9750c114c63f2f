import { useI18n } from '@views/i18n.tsx';
import { formatMoment } from '@views/parts/messages/dates.ts';
import { Dialog } from '@views/ui/dialog.tsx';
import { Icon, type IconName } from '@views/ui/icons/icon.tsx';
import { Spinner } from '@views/ui/spinner.tsx';
import { useEffect, useState } from 'react';
import type { MessageInfo, MessageView } from '@/modules/messages/messages.views.ts';
import { api } from '../../http/api.ts';
import { errorText, useReason } from '../../http/error-text.ts';
import { useIslandDialog } from '../../keys/use-island-dialog.ts';

export function InfoDialog({ message, onClose }: { message: MessageView; onClose: () => void }) {
  const i18n = useI18n();
  const { t } = i18n;
  const [info, setInfo] = useState<MessageInfo | undefined>();
  const [refusal, setRefusal] = useState('');
  const reason = useReason(info?.error ?? null);
  useIslandDialog('message-info', onClose);
  useEffect(() => {
    const stop = new AbortController();
    api.get<MessageInfo>(`/messages/${message.id}/info`, { signal: stop.signal }).then(setInfo, (error) => {
      if (!stop.signal.aborted) setRefusal(errorText(t, error));
    });
    return () => stop.abort();
  }, [message.id, t]);

  const time = (iso: string | null) => (iso ? formatMoment(iso, i18n) : '—');
  return (
    <Dialog id="message-info" size="sm" title={t('messages:menu.info')}>
      {info ? (
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-3 text-sm">
          <Row icon="check" label={t('messages:info.sent')} value={time(info.sentAt)} />
          {message.fromMe ? (
            <Row icon="check-check" label={t('messages:info.delivered')} value={time(info.deliveredAt)} />
          ) : null}
          <Row icon="eye" label={t('messages:info.read')} value={time(info.readAt)} />
          {message.fromMe ? <Row icon="user" label={t('messages:info.by')} value={authorOf(info)} /> : null}
        </dl>
      ) : null}
      {reason ? <p className="text-error text-sm">{reason}</p> : null}
      {refusal ? (
        <p role="alert" className="text-error text-sm">
          {refusal}
        </p>
      ) : null}
      {info || refusal ? null : (
        <p className="flex h-24 items-center justify-center">
          <Spinner label={t('common:loading')} />
        </p>
      )}
    </Dialog>
  );

  function authorOf({ user }: MessageInfo): string {
    if (user) return user.name;
    return t(message.origin === 'phone' ? 'messages:fromPhone' : 'messages:automatic');
  }
}

function Row({ icon, label, value }: { icon: IconName; label: string; value: string }) {
  return (
    <>
      <dt className="flex items-center gap-2 text-muted">
        <Icon name={icon} size={18} /> {label}
      </dt>
      <dd className="text-right tabular-nums">{value}</dd>
    </>
  );
}
