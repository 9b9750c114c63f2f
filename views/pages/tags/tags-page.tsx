import { paths } from '@/paths.ts';
import { useT } from '../../i18n.tsx';
import { type TagRowsProps, useTagRows } from '../../parts/tags/tag-rows.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchBox } from '../../ui/search-box.tsx';

export function TagsPage(props: TagRowsProps) {
  const t = useT();
  const rows = useTagRows(props);
  const search = (
    <SearchBox href={paths.tags()} target="#tag-rows" label={t('common:search')} value={props.searchParam} />
  );
  return (
    <>
      <PageHeader title={t('tags:title')} search={search}>
        <Button variant="primary" icon="plus" {...opensDialog(paths.newTag())}>
          {t('tags:add')}
        </Button>
      </PageHeader>
      <DataTable
        id="tag-rows"
        caption={t('tags:title')}
        href={paths.tags()}
        refresh="tag"
        include="#search"
        {...rows}
      />
    </>
  );
}
