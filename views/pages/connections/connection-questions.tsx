import type { ConnectionView } from '@/modules/connections/connections.views.ts';
import { campaignPaths, paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';

export function DeleteConnectionDialog({ connection: { id, name } }: { connection: ConnectionView }) {
  const t = useT();
  return (
    <ConfirmDialog
      id="connection-delete"
      title={t('connections:delete', { name })}
      what={name}
      text={
        <>
          {t('common:confirmDelete')} {t('connections:deleteHint')}
          <strong
            className="mt-2 block empty:hidden"
            hx-get={campaignPaths.sendingThrough(id)}
            hx-trigger="load"
            hx-swap="innerHTML"
          />
        </>
      }
      action={paths.connection(id)}
    />
  );
}

export function DisconnectDialog({ connection: { id, name } }: { connection: ConnectionView }) {
  const t = useT();
  return (
    <ConfirmDialog
      id="connection-disconnect"
      title={t('connections:disconnectTitle', { name })}
      what={name}
      text={t('connections:disconnectHint')}
      submitLabel={t('connections:disconnect')}
      action={paths.connectionSession(id)}
    />
  );
}
