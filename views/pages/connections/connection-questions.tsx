import type { ConnectionView } from '@/modules/connections/connections.views.ts';
import { campaignPaths, paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';

type DeleteConnectionProps = { connection: ConnectionView; mayDelete: boolean };

export function DeleteConnectionDialog({ connection: { id, name }, mayDelete }: DeleteConnectionProps) {
  const t = useT();
  if (!mayDelete)
    return (
      <Dialog id="connection-delete" title={t('connections:delete', { name })}>
        <p className="text-pretty">{t('errors:ERR_NO_OTHER_WHATSAPP')}</p>
      </Dialog>
    );
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

export function RestartDialog({ names }: { names: string[] }) {
  const t = useT();
  if (names.length === 0)
    return (
      <Dialog id="connections-restart" title={t('connections:restartAll')}>
        <p>{t('connections:restartNone')}</p>
      </Dialog>
    );
  const title = t('connections:restartTitle', { count: names.length });
  return (
    <ConfirmDialog
      id="connections-restart"
      title={title}
      what={title}
      text={t('connections:restartHint')}
      method="post"
      action={paths.restartConnections()}
      submitLabel={t('connections:restart')}
      submitVariant="primary"
    >
      <ul className="mt-2 list-inside list-disc">
        {names.map((name) => (
          <li key={name} className="wrap-anywhere" dir="auto">
            {name}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
