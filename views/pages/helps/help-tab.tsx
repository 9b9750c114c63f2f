import { helpPaths } from '@/modules/helps/help-paths.schema.ts';
import type { HelpPage, HelpView } from '@/modules/helps/helps.views.ts';
import { type Translate, useT } from '../../i18n.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { RowActions, RowName } from '../../ui/row-actions.tsx';

type HelpTableProps = { shows: 'page' | 'rows'; page: HelpPage; searchParam: string };

export function HelpTable({ shows, page, searchParam }: HelpTableProps) {
  const t = useT();
  return (
    <ListPage
      shows={shows}
      name="help"
      level={2}
      title={t('helps:tabTitle')}
      text={t('helps:tabText')}
      href={helpPaths.list()}
      refresh="help"
      query={{ searchParam }}
      search={t('common:search')}
      add={{ label: t('helps:add'), href: helpPaths.add() }}
      sorted={{ by: 'title', column: 'title' }}
      columns={columnsOf(t)}
      items={page.records}
      hasMore={page.hasMore}
      empty={{ icon: 'video', title: t('helps:empty'), text: t('helps:emptyHint') }}
    />
  );
}

function columnsOf(t: Translate): Column<HelpView>[] {
  return [
    {
      key: 'title',
      label: t('helps:name'),
      role: 'title',
      cell: ({ id, title }) => <RowName dialog={helpPaths.edit(id)}>{title}</RowName>,
    },
    { key: 'video', label: t('helps:video'), role: 'side', cell: ({ video }) => video },
    { key: 'text', label: t('helps:description'), role: 'detail', cell: ({ description }) => description },
    {
      key: 'actions',
      label: t('common:actions'),
      role: 'actions',
      cell: ({ id, title: name }) => (
        <RowActions
          id={`help-${id}`}
          name={name}
          edit={{ label: t('helps:edit', { name }), href: helpPaths.edit(id) }}
          remove={{ label: t('helps:delete', { name }), href: helpPaths.confirmDelete(id) }}
        />
      ),
    },
  ];
}
