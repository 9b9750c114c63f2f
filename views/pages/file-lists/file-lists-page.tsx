import type { FileListPage, FileListRowView } from '@/modules/file-lists/file-lists.views.ts';
import { fileListPaths } from '@/paths.ts';
import { type Translate, useT } from '../../i18n.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { withNames } from '../../ui/fields/text-with-variables.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { RowActions, RowName } from '../../ui/row-actions.tsx';

type FileListsPageProps = { shows: 'page' | 'rows'; page: FileListPage; searchParam: string };

export function FileListsPage({ shows, page, searchParam }: FileListsPageProps) {
  const t = useT();
  return (
    <ListPage
      shows={shows}
      name="file-list"
      title={t('fileLists:title')}
      text={t('fileLists:text')}
      href={fileListPaths.list()}
      refresh="file"
      query={{ searchParam }}
      search={t('common:search')}
      add={{ label: t('fileLists:add'), href: fileListPaths.add() }}
      sorted={{ by: 'name', column: 'name' }}
      columns={columnsOf(t)}
      items={page.files}
      hasMore={page.hasMore}
      empty={{ icon: 'folder', title: t('fileLists:empty.title'), text: t('fileLists:empty.text') }}
    />
  );
}

function columnsOf(t: Translate): Column<FileListRowView>[] {
  return [
    {
      key: 'name',
      label: t('common:name'),
      role: 'title',
      cell: ({ id, name }) => <RowName dialog={fileListPaths.edit(id)}>{name}</RowName>,
    },
    {
      key: 'message',
      label: t('fileLists:message'),
      role: 'detail',
      cell: ({ message }) => (
        <span className="min-[600px]:line-clamp-2 min-[600px]:max-w-md">{withNames(message, t)}</span>
      ),
    },
    {
      key: 'files',
      label: t('fileLists:files'),
      role: 'side',
      align: 'center',
      cell: ({ filesCount }) => (
        <span className="inline-flex items-center gap-1.5 tabular-nums">
          <Icon name="paperclip" size={16} className="text-muted" />
          {filesCount}
        </span>
      ),
    },
    {
      key: 'actions',
      label: t('common:actions'),
      role: 'actions',
      cell: ({ id, name }) => (
        <RowActions
          id={`file-list-${id}`}
          name={name}
          edit={{ label: t('fileLists:edit', { name }), href: fileListPaths.edit(id) }}
          remove={{ label: t('fileLists:delete', { name }), href: fileListPaths.confirmDelete(id) }}
        />
      ),
    },
  ];
}
