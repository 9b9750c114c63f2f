import type { ConnectionView } from '@/modules/connections/connections.views.ts';
import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Trouble } from './connection-status.tsx';
import { QrImage } from './qr-image.tsx';

type PairingStateProps = { connection: ConnectionView; qr: { size: number; path: string } | null };

type QrDialogProps = PairingStateProps & {
  number?: string;
  error?: string;
};

const DIALOG = 'connection-qr';

export function QrDialog({ connection, qr, number = '+55 ', error }: QrDialogProps) {
  const t = useT();
  return (
    <Dialog id={DIALOG} title={t('connections:pair.title', { name: connection.name })} size="sm">
      <div
        id="pairing-state"
        role="status"
        hx-get={paths.connectionPairing(connection.id)}
        hx-trigger="refresh:whatsappSession from:document, every 5s"
        hx-target="this"
        hx-swap="innerMorph"
        hx-sync="this:replace"
      >
        <PairingState connection={connection} qr={qr} />
      </div>
      {connection.status === 'CONNECTED' ? null : (
        <CodeForm connection={connection} number={number} error={error} />
      )}
    </Dialog>
  );
}

function CodeForm({ connection, number, error }: Omit<QrDialogProps, 'qr'>) {
  const t = useT();
  return (
    <form
      noValidate
      className="flex flex-col gap-2 border-base-300 border-t pt-4"
      autoComplete="off"
      hx-post={paths.connectionPairingCode(connection.id)}
      hx-target={`#${DIALOG}`}
      hx-swap="outerMorph"
      hx-disable="find button[type=submit]"
      hx-sync="this:drop"
    >
      <Field
        name="number"
        type="tel"
        label={t('connections:pair.number')}
        hint={t('connections:pair.numberHint')}
        defaultValue={number}
        error={error}
        maxLength={30}
      />
      <Button type="submit" icon="hash" className="self-start">
        {t('connections:pair.askCode')}
      </Button>
    </form>
  );
}

export function PairingState({ connection, qr }: PairingStateProps) {
  return (
    <div className="flex min-h-80 flex-col items-center justify-center gap-4 text-center">
      {state(connection, qr)}
    </div>
  );
}

function state(connection: ConnectionView, qr: PairingStateProps['qr']) {
  switch (connection.status) {
    case 'qrcode':
      return qr ? <ReadCode {...qr} /> : <Wait text="connections:pair.preparing" />;
    case 'PAIRING':
      return connection.pairingCode ? (
        <TypeCode code={connection.pairingCode} />
      ) : (
        <Wait text="connections:pair.pairing" />
      );
    case 'OPENING':
      return <Wait text="connections:pair.preparing" />;
    case 'CONNECTED':
      return <Connected />;
    case 'TIMEOUT':
    case 'DISCONNECTED':
      return <Ended connection={connection} />;
  }
}

function ReadCode({ size, path }: { size: number; path: string }) {
  const t = useT();
  return (
    <>
      <QrImage label={t('connections:pair.qrLabel')} size={size} path={path} />
      <Steps last={t('connections:pair.stepRead')} />
    </>
  );
}

function TypeCode({ code }: { code: string }) {
  const t = useT();
  const shown = `${code.slice(0, 4)}-${code.slice(4)}`;
  return (
    <>
      <p className="flex items-center gap-1">
        <output className="font-mono font-semibold text-3xl tracking-widest">{shown}</output>
        <IconButton
          icon="copy"
          label={t('connections:pair.copyCode')}
          data-copy={shown}
          data-copied={t('common:copied')}
        />
      </p>
      <Steps last={t('connections:pair.stepType')} />
    </>
  );
}

function Steps({ last }: { last: string }) {
  const t = useT();
  return (
    <ol className="list-inside list-decimal text-start text-sm">
      <li>{t('connections:pair.stepOpen')}</li>
      <li>{t('connections:pair.stepDevices')}</li>
      <li>{last}</li>
    </ol>
  );
}

function Wait({ text }: { text: string }) {
  const t = useT();
  return (
    <>
      <Spinner />
      <p className="text-muted">{t(text)}</p>
    </>
  );
}

function Connected() {
  const t = useT();
  return (
    <>
      <Icon name="circle-check" size={48} className="text-success" />
      <p className="font-semibold">{t('connections:status.CONNECTED')}</p>
    </>
  );
}

function Ended({ connection }: { connection: ConnectionView }) {
  const t = useT();
  return (
    <>
      <Icon name="unplug" size={36} className="text-error" />
      <p className="font-semibold">{t(`connections:status.${connection.status}`)}</p>
      <Trouble connection={connection} />
      <Button
        variant="primary"
        icon="qr-code"
        hx-put={paths.connectionSession(connection.id)}
        hx-target={`#${DIALOG}`}
        hx-swap="outerMorph"
        hx-disable="this"
      >
        {t('connections:newQr')}
      </Button>
    </>
  );
}
