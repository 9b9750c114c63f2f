import type { ConnectionView } from '@/modules/connections/connections.views.ts';
import { paths } from '@/paths.ts';
import { formatNumber } from '@/schemas/phone-number.schema.ts';
import type { I18n } from '../../i18n.tsx';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { RowActions, RowName } from '../../ui/row-actions.tsx';
import { formatShortMoment } from '../messages/dates.ts';
import { ConnectionStatusCell } from './connection-status.tsx';
import { SessionButtons } from './session-buttons.tsx';

export function connectionColumns({ t, timeZone }: I18n, canManage: boolean): Column<ConnectionView>[] {
  const readable: Column<ConnectionView>[] = [
    {
      key: 'name',
      label: t('connections:name'),
      role: 'title',
      cell: ({ id, name, isDefault }) => (
        <>
          {canManage ? <RowName dialog={paths.editConnection(id)}>{name}</RowName> : name}
          {isDefault ? (
            <span className="block max-[599px]:hidden min-[1100px]:hidden">
              <Badge tone="success">{t('connections:default')}</Badge>
            </span>
          ) : null}
        </>
      ),
    },
    {
      key: 'number',
      label: t('connections:number'),
      role: 'detail',
      className: 'whitespace-nowrap',
      cell: ({ number }) => (number ? formatNumber(number) : '—'),
    },
    {
      key: 'status',
      label: t('connections:statusLabel'),
      isLabelled: false,
      cell: (connection) => <ConnectionStatusCell connection={connection} />,
    },
  ];
  const session: Column<ConnectionView> = {
    key: 'session',
    label: t('connections:session'),
    isLabelled: false,
    cell: (connection) => <SessionButtons connection={connection} />,
  };
  const rest: Column<ConnectionView>[] = [
    {
      key: 'updatedAt',
      label: t('connections:lastUpdate'),
      hide: 'medium',
      className: 'whitespace-nowrap',
      cell: ({ updatedAt }) => <time dateTime={updatedAt}>{formatShortMoment(updatedAt, { timeZone })}</time>,
    },
    {
      key: 'default',
      label: t('connections:default'),
      role: 'side',
      className: 'min-[600px]:max-[1099px]:hidden',
      cell: ({ isDefault }) => (isDefault ? <Badge tone="success">{t('connections:default')}</Badge> : null),
    },
  ];
  if (!canManage) return [...readable, ...rest];
  const actions: Column<ConnectionView> = {
    key: 'actions',
    label: t('common:actions'),
    role: 'actions',
    cell: ({ id, name }) => (
      <RowActions
        id={`connection-${id}`}
        name={name}
        edit={{ label: t('connections:edit', { name }), href: paths.editConnection(id) }}
        remove={{ label: t('connections:delete', { name }), href: paths.confirmDeleteConnection(id) }}
      >
        <IconButton
          id={`connection-${id}-health`}
          icon="chart"
          label={t('connections:health.open', { name })}
          {...opensDialog(paths.connectionHealth(id))}
        />
      </RowActions>
    ),
  };
  return [...readable, session, ...rest, actions];
}
