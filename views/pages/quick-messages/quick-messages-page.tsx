import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import {
  type QuickMessageRowsProps,
  useQuickMessageRows,
} from '../../parts/quick-messages/quick-message-rows.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchBox } from '../../ui/search-box.tsx';

export function QuickMessagesPage(props: QuickMessageRowsProps) {
  const t = useT();
  const rows = useQuickMessageRows(props);
  const search = (
    <SearchBox
      href={paths.quickMessages()}
      target="#quick-message-rows"
      label={t('common:search')}
      value={props.filter.searchParam}
    />
  );
  return (
    <>
      <PageHeader title={t('quickMessages:title')} search={search}>
        <Button variant="primary" icon="plus" {...opensDialog(paths.newQuickMessage())}>
          {t('quickMessages:add')}
        </Button>
      </PageHeader>
      <DataTable
        id="quick-message-rows"
        caption={t('quickMessages:title')}
        href={paths.quickMessages()}
        refresh="quickmessage"
        include="#search"
        {...rows}
      />
    </>
  );
}
