import type { ConnectionView } from '@/modules/connections/connections.views.ts';
import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { Spinner } from '../../ui/spinner.tsx';

export function SessionButtons({ connection }: { connection: ConnectionView }) {
  return <div className="flex flex-wrap items-center gap-2 py-1">{buttons(connection)}</div>;
}

function buttons({ id, name, status, pairingCode }: ConnectionView) {
  switch (status) {
    case 'qrcode':
      return <ShowQrButton id={id} name={name} label="connections:showQr" />;
    case 'DISCONNECTED':
      return (
        <>
          <RetryButton id={id} name={name} />
          <NewQrButton id={id} name={name} />
        </>
      );
    case 'PAIRING':
      return (
        <>
          {pairingCode ? <ShowQrButton id={id} name={name} label="connections:showCode" /> : null}
          <DisconnectButton id={id} name={name} />
        </>
      );
    case 'CONNECTED':
    case 'TIMEOUT':
      return <DisconnectButton id={id} name={name} />;
    case 'OPENING':
      return <ConnectingButton />;
  }
}

type ButtonProps = { id: number; name: string };

function ShowQrButton({ id, name, label }: ButtonProps & { label: string }) {
  const t = useT();
  return (
    <Button
      id={`connection-${id}-qr`}
      aria-label={`${t(label)}: ${name}`}
      size="sm"
      variant="primary"
      icon="qr-code"
      {...opensDialog(paths.connectionQrCode(id))}
    >
      {t(label)}
    </Button>
  );
}

function RetryButton({ id, name }: ButtonProps) {
  const t = useT();
  return (
    <Button
      id={`connection-${id}-retry`}
      aria-label={`${t('connections:tryAgain')}: ${name}`}
      size="sm"
      icon="rotate-ccw"
      hx-post={paths.connectionSession(id)}
      hx-swap="none"
      hx-disable="this"
    >
      {t('connections:tryAgain')}
    </Button>
  );
}

function NewQrButton({ id, name }: ButtonProps) {
  const t = useT();
  return (
    <Button
      id={`connection-${id}-renew`}
      aria-label={`${t('connections:newQr')}: ${name}`}
      size="sm"
      icon="qr-code"
      hx-put={paths.connectionSession(id)}
      hx-target="#dialogs"
      hx-swap="beforeend"
      hx-disable="this"
      aria-haspopup="dialog"
    >
      {t('connections:newQr')}
    </Button>
  );
}

function DisconnectButton({ id, name }: ButtonProps) {
  const t = useT();
  return (
    <Button
      id={`connection-${id}-disconnect`}
      aria-label={`${t('connections:disconnect')}: ${name}`}
      size="sm"
      icon="unplug"
      title={t('connections:disconnect')}
      {...opensDialog(paths.confirmDisconnect(id))}
    >
      <span className="min-[600px]:max-[1099px]:sr-only">{t('connections:disconnect')}</span>
    </Button>
  );
}

function ConnectingButton() {
  const t = useT();
  return (
    <Button size="sm" disabled>
      <Spinner />
      {t('connections:connecting')}
    </Button>
  );
}
