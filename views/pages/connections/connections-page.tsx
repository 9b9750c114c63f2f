import { isShortToken } from '@/modules/connections/connections.schema.ts';
import type { ConnectionView } from '@/modules/connections/connections.views.ts';
import { paths } from '@/paths.ts';
import { type Translate, useI18n } from '../../i18n.tsx';
import { connectionColumns } from '../../parts/connections/connection-columns.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { ListAction, ListPage } from '../../ui/list-page.tsx';

type ConnectionsPageProps = {
  shows: 'page' | 'rows';
  connections: ConnectionView[];
  /** Only those that are, or are not. */
  online: boolean | undefined;
  canManage: boolean;
  mustConfirm: boolean;
};

export function ConnectionsPage({
  shows,
  connections,
  online,
  canManage,
  mustConfirm,
}: ConnectionsPageProps) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <ListPage
      shows={shows}
      name="connection"
      title={t('connections:title')}
      href={paths.connections()}
      refresh={['whatsapp', 'whatsappSession']}
      swap="innerMorph"
      query={{ online: online?.toString() }}
      filters={connections.length > 1 || online !== undefined ? [presenceOf(t)] : undefined}
      add={canManage ? { label: t('connections:add'), href: paths.newConnection() } : undefined}
      actions={canManage ? <RestartAll /> : null}
      notice={
        <>
          {mustConfirm ? <ConfirmFirst /> : null}
          <ShortTokens connections={connections} />
        </>
      }
      sorted={{ by: 'created' }}
      columns={connectionColumns(i18n, canManage)}
      items={connections}
      empty={{
        icon: 'smartphone',
        title: t('connections:empty.title'),
        text: t(canManage ? 'connections:empty.text' : 'connections:empty.textAgent'),
        action: canManage ? undefined : (
          <LinkButton href={paths.tickets()}>{t('common:toTickets')}</LinkButton>
        ),
      }}
    />
  );
}

const presenceOf = (t: Translate) => ({
  name: 'online',
  label: t('connections:presence.title'),
  options: [
    { value: '', label: t('connections:presence.all') },
    { value: 'true', label: t('connections:presence.online') },
    { value: 'false', label: t('connections:presence.offline') },
  ],
});

function ConfirmFirst() {
  const { t } = useI18n();
  return (
    <div role="status" className="notice tone-warning mb-4 flex-wrap">
      <Icon name="mail" size={18} />
      <p className="grow">{t('signUp:notice.text')}</p>
      <Button size="sm" hx-post={paths.confirmEmailAgain()} hx-swap="none" hx-disable="this">
        {t('signUp:notice.again')}
      </Button>
    </div>
  );
}

function ShortTokens({ connections }: Pick<ConnectionsPageProps, 'connections'>) {
  const { t } = useI18n();
  return connections
    .filter(({ token }) => isShortToken(token))
    .map(({ id, name }) => (
      <p key={id} role="status" className="notice tone-warning mb-4">
        <Icon name="alert-triangle" size={18} />
        {t('connections:token.shortOf', { name })}
      </p>
    ));
}

function RestartAll() {
  const { t } = useI18n();
  return (
    <ListAction
      icon="refresh-cw"
      label={t('connections:restartAll')}
      {...opensDialog(paths.restartConnections())}
    />
  );
}
