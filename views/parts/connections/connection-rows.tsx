import type { ConnectionView } from '@/modules/connections/connections.views.ts';
import { paths } from '@/paths.ts';
import { type I18n, useI18n, useT } from '../../i18n.tsx';
import { IconButton } from '../../ui/button.tsx';
import { type Column, DataRows } from '../../ui/data-table.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { formatNumber } from '../contacts/phone-number.ts';
import { ConnectionStatusCell } from './connection-status.tsx';
import { lastUpdate } from './last-update.ts';
import { SessionButtons } from './session-buttons.tsx';

export type ConnectionRowsProps = {
  connections: ConnectionView[];
  /** Whether the reader may pair, edit and delete. */
  canManage: boolean;
};

/** The whole table's rows: for the page itself and for every refresh. */
export function ConnectionRows(props: ConnectionRowsProps) {
  return <DataRows {...useConnectionRows(props)} />;
}

export function useConnectionRows({ connections, canManage }: ConnectionRowsProps) {
  const i18n = useI18n();
  const { t } = i18n;
  return {
    columns: columns(i18n, canManage),
    items: connections,
    keyOf: (connection: ConnectionView) => connection.id,
    next: null,
    empty: (
      <EmptyState
        icon="smartphone"
        title={t('connections:empty.title')}
        text={t(canManage ? 'connections:empty.text' : 'connections:empty.textAgent')}
      />
    ),
  };
}

function columns({ t, timeZone }: I18n, canManage: boolean): Column<ConnectionView>[] {
  const readable: Column<ConnectionView>[] = [
    { key: 'name', label: t('connections:name'), role: 'title', cell: ({ name }) => name },
    {
      key: 'number',
      label: t('connections:number'),
      className: 'whitespace-nowrap',
      cell: ({ number }) => (number ? formatNumber(number) : '—'),
    },
    {
      key: 'status',
      label: t('connections:statusLabel'),
      cell: (connection) => <ConnectionStatusCell connection={connection} />,
    },
  ];
  const session: Column<ConnectionView> = {
    key: 'session',
    label: t('connections:session'),
    cell: (connection) => <SessionButtons connection={connection} />,
  };
  const rest: Column<ConnectionView>[] = [
    {
      key: 'updatedAt',
      label: t('connections:lastUpdate'),
      hide: 'medium',
      className: 'whitespace-nowrap',
      cell: ({ updatedAt }) => <time dateTime={updatedAt}>{lastUpdate(updatedAt, timeZone)}</time>,
    },
    {
      key: 'default',
      label: t('connections:default'),
      align: 'center',
      cell: ({ isDefault }) =>
        isDefault ? (
          <Icon name="circle-check" label={t('common:yes')} className="inline text-success" />
        ) : null,
    },
  ];
  if (!canManage) return [...readable, ...rest];
  const actions: Column<ConnectionView> = {
    key: 'actions',
    label: t('common:actions'),
    role: 'actions',
    align: 'end',
    cell: (connection) => <ConnectionActions connection={connection} />,
  };
  return [...readable, session, ...rest, actions];
}

function ConnectionActions({ connection: { id, name } }: { connection: ConnectionView }) {
  const t = useT();
  return (
    <>
      <IconButton
        id={`connection-${id}-edit`}
        icon="pencil"
        label={t('connections:edit', { name })}
        {...opensDialog(paths.editConnection(id))}
      />
      <IconButton
        id={`connection-${id}-delete`}
        icon="trash"
        label={t('connections:delete', { name })}
        {...opensDialog(paths.confirmDeleteConnection(id))}
      />
    </>
  );
}
