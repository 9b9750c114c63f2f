import type { TagPage, TagView } from '@/modules/tags/tags.views.ts';
import { paths } from '@/paths.ts';
import { type Translate, useT } from '../../i18n.tsx';
import { Badge, Chip } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { RowActions, RowName } from '../../ui/row-actions.tsx';

type TagsPageProps = {
  shows: 'page' | 'rows';
  page: TagPage;
  searchParam: string;
  canChange: boolean;
};

export function TagsPage({ shows, page, searchParam, canChange }: TagsPageProps) {
  const t = useT();
  return (
    <ListPage
      shows={shows}
      name="tag"
      title={t('tags:title')}
      href={paths.tags()}
      refresh="tag"
      query={{ searchParam }}
      search={t('common:search')}
      add={{ label: t('tags:add'), href: paths.newTag() }}
      sorted={{ by: 'name', column: 'name' }}
      columns={columnsOf(t, canChange)}
      items={page.tags}
      hasMore={page.hasMore}
      empty={{ icon: 'tag', title: t('tags:empty.title'), text: t('tags:empty.text') }}
    />
  );
}

function columnsOf(t: Translate, canChange: boolean): Column<TagView>[] {
  const columns: Column<TagView>[] = [
    {
      key: 'name',
      label: t('tags:name'),
      role: 'title',
      cell: ({ id, name, color }) => {
        const chip = <Chip color={color}>{name}</Chip>;
        return canChange ? <RowName dialog={paths.editTag(id)}>{chip}</RowName> : chip;
      },
    },
    {
      key: 'tickets',
      label: t('tags:tickets'),
      role: 'detail',
      isLabelled: true,
      align: 'center',
      cell: ({ id, name, ticketsCount }) => (
        <a
          href={`${paths.tickets()}?${new URLSearchParams({ searchParam: '', tags: `[${id}]` })}`}
          className="dash-figure"
          aria-label={`${name}, ${t('tags:tickets')}: ${ticketsCount}`}
        >
          {ticketsCount}
        </a>
      ),
    },
    {
      key: 'kanban',
      label: t('tags:kanban'),
      role: 'side',
      align: 'center',
      cell: ({ kanban }) => (kanban ? <Badge>{t('tags:kanban')}</Badge> : null),
    },
  ];
  return canChange ? [...columns, actionsOf(t)] : columns;
}

function actionsOf(t: Translate): Column<TagView> {
  return {
    key: 'actions',
    label: t('common:actions'),
    role: 'actions',
    cell: ({ id, name }) => (
      <RowActions
        id={`tag-${id}`}
        name={name}
        edit={{ label: t('tags:edit', { name }), href: paths.editTag(id) }}
        remove={{ label: t('tags:delete', { name }), href: paths.confirmDeleteTag(id) }}
      />
    ),
  };
}
