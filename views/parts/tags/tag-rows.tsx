import type { TagPage, TagView } from '@/modules/tags/tags.views.ts';
import { paths } from '@/paths.ts';
import { type Translate, useT } from '../../i18n.tsx';
import { Chip } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { type Column, DataRows } from '../../ui/data-table.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export type TagRowsProps = {
  page: TagPage;
  searchParam: string;
  /** Whether the reader may edit and delete. */
  canChange: boolean;
};

/** One page of the tag table: for the page itself, the search, the refresh and the scroll. */
export function TagRows(props: TagRowsProps) {
  return <DataRows {...useTagRows(props)} />;
}

export function useTagRows({ page, searchParam, canChange }: TagRowsProps) {
  const t = useT();
  const last = page.tags.at(-1);
  return {
    columns: tagColumns(t, canChange),
    items: page.tags,
    keyOf: (tag: TagView) => tag.id,
    next: page.hasMore && last ? paths.tags({ searchParam, after: last.name }) : null,
    empty: searchParam ? (
      <EmptyState icon="search" title={t('common:noResults')} text={t('common:noResultsHint')} />
    ) : (
      <EmptyState icon="tag" title={t('tags:empty.title')} text={t('tags:empty.text')} />
    ),
  };
}

function tagColumns(t: Translate, canChange: boolean): Column<TagView>[] {
  const columns: Column<TagView>[] = [
    {
      key: 'name',
      label: t('tags:name'),
      role: 'title',
      cell: (tag) => <Chip color={tag.color}>{tag.name}</Chip>,
    },
    { key: 'tickets', label: t('tags:tickets'), align: 'center', cell: (tag) => tag.ticketsCount },
    {
      key: 'kanban',
      label: t('tags:kanban'),
      align: 'center',
      cell: (tag) => (tag.kanban ? t('common:yes') : t('common:no')),
    },
  ];
  if (!canChange) return columns;
  return [
    ...columns,
    {
      key: 'actions',
      label: t('common:actions'),
      role: 'actions',
      align: 'end',
      cell: (tag) => <TagActions tag={tag} />,
    },
  ];
}

function TagActions({ tag }: { tag: TagView }) {
  const t = useT();
  return (
    <>
      <IconButton
        icon="pencil"
        label={t('tags:edit', { name: tag.name })}
        {...opensDialog(paths.editTag(tag.id))}
      />
      <IconButton
        icon="trash"
        label={t('tags:delete', { name: tag.name })}
        {...opensDialog(paths.confirmDeleteTag(tag.id))}
      />
    </>
  );
}
