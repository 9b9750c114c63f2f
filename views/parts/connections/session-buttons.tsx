import type { ConnectionView } from '@/modules/connections/connections.views.ts';
import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { Spinner } from '../../ui/spinner.tsx';

export function SessionButtons({ connection }: { connection: ConnectionView }) {
  return <div className="flex flex-wrap items-center gap-2 py-1">{buttons(connection)}</div>;
}

function buttons({ id, status, pairingCode }: ConnectionView) {
  switch (status) {
    case 'qrcode':
      return <ShowQrButton id={id} label="connections:showQr" />;
    case 'DISCONNECTED':
      return (
        <>
          <RetryButton id={id} />
          <NewQrButton id={id} />
        </>
      );
    case 'PAIRING':
      return (
        <>
          {pairingCode ? <ShowQrButton id={id} label="connections:showCode" /> : null}
          <DisconnectButton id={id} />
        </>
      );
    case 'CONNECTED':
    case 'TIMEOUT':
      return <DisconnectButton id={id} />;
    case 'OPENING':
      return <ConnectingButton />;
  }
}

function ShowQrButton({ id, label }: { id: number; label: string }) {
  const t = useT();
  return (
    <Button
      id={`connection-${id}-qr`}
      size="sm"
      variant="primary"
      icon="qr-code"
      {...opensDialog(paths.connectionQrCode(id))}
    >
      {t(label)}
    </Button>
  );
}

function RetryButton({ id }: { id: number }) {
  const t = useT();
  return (
    <Button
      id={`connection-${id}-retry`}
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

function NewQrButton({ id }: { id: number }) {
  const t = useT();
  return (
    <Button
      id={`connection-${id}-renew`}
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

function DisconnectButton({ id }: { id: number }) {
  const t = useT();
  return (
    <Button
      id={`connection-${id}-disconnect`}
      size="sm"
      icon="unplug"
      title={t('connections:disconnect')}
      {...opensDialog(paths.confirmDisconnect(id))}
    >
      <span className="min-[600px]:max-[899px]:sr-only">{t('connections:disconnect')}</span>
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
