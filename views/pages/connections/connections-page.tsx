import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { type ConnectionRowsProps, useConnectionRows } from '../../parts/connections/connection-rows.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

export function ConnectionsPage(props: ConnectionRowsProps) {
  const t = useT();
  const rows = useConnectionRows(props);
  return (
    <>
      <PageHeader title={t('connections:title')}>
        {props.canManage ? (
          <>
            <Button icon="refresh-cw" hx-post={paths.restartConnections()} hx-swap="none" hx-disable="this">
              {t('connections:restartAll')}
            </Button>
            <Button variant="primary" icon="plus" {...opensDialog(paths.newConnection())}>
              {t('connections:add')}
            </Button>
          </>
        ) : null}
      </PageHeader>
      <DataTable
        id="connection-rows"
        caption={t('connections:title')}
        href={paths.connections()}
        refresh={['whatsapp', 'whatsappSession']}
        swap="innerMorph"
        {...rows}
      />
    </>
  );
}
