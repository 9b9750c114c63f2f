import type { ConnectionStatus } from '@/modules/connections/connections.schema.ts';
import type { ConnectionView } from '@/modules/connections/connections.views.ts';
import { useT } from '../../i18n.tsx';
import { Icon, type IconName } from '../../ui/icons/icon.tsx';

const STYLES: Record<ConnectionStatus, { icon: IconName; tone: string }> = {
  CONNECTED: { icon: 'wifi', tone: 'text-success' },
  qrcode: { icon: 'qr-code', tone: 'text-warning' },
  PAIRING: { icon: 'smartphone', tone: 'text-info' },
  OPENING: { icon: 'loader', tone: 'text-info' },
  TIMEOUT: { icon: 'wifi-off', tone: 'text-warning' },
  DISCONNECTED: { icon: 'unplug', tone: 'text-error' },
};

export function ConnectionStatusCell({
  connection,
}: {
  connection: Pick<ConnectionView, 'status' | 'trouble'>;
}) {
  const t = useT();
  const { icon, tone } = STYLES[connection.status];
  return (
    <div className="min-w-0">
      <span className="inline-flex items-center gap-2 whitespace-nowrap">
        <Icon name={icon} size={18} className={tone} />
        {t(`connections:status.${connection.status}`)}
      </span>
      <Trouble connection={connection} />
    </div>
  );
}

export function Trouble({
  connection: { status, trouble },
}: {
  connection: Pick<ConnectionView, 'status' | 'trouble'>;
}) {
  const t = useT();
  if (!trouble) return null;
  const triesAgain = status === 'TIMEOUT' || status === 'OPENING';
  return (
    <p className="max-w-md text-pretty text-muted text-sm">
      {t(`connections:reason.${trouble}`)} {triesAgain ? t('connections:retrying') : null}
    </p>
  );
}
