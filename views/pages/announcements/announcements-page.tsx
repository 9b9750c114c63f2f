import { announcementPaths } from '@/modules/announcements/announcement-paths.schema.ts';
import type { AnnouncementPage, AnnouncementView } from '@/modules/announcements/announcements.views.ts';
import { type Translate, useT } from '../../i18n.tsx';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { RowActions, RowName } from '../../ui/row-actions.tsx';
import { AnnouncementPriority } from './announcement-priority.tsx';

type AnnouncementsPageProps = {
  shows: 'page' | 'rows';
  page: AnnouncementPage;
  searchParam: string;
  addressees: Map<number, number | null>;
};

export function AnnouncementsPage({ shows, page, searchParam, addressees }: AnnouncementsPageProps) {
  const t = useT();
  return (
    <ListPage
      shows={shows}
      name="announcement"
      title={t('announcements:title')}
      text={t('announcements:hint')}
      href={announcementPaths.list()}
      refresh="announcement"
      query={{ searchParam }}
      search={t('common:search')}
      add={{ label: t('announcements:add'), href: announcementPaths.add() }}
      sorted={{ by: 'lastAdded' }}
      columns={columnsOf(t, addressees)}
      items={page.records}
      hasMore={page.hasMore}
      empty={{ icon: 'megaphone', title: t('announcements:empty'), text: t('announcements:emptyHint') }}
    />
  );
}

function columnsOf(
  t: Translate,
  addressees: AnnouncementsPageProps['addressees'],
): Column<AnnouncementView>[] {
  return [
    {
      key: 'title',
      label: t('announcements:name'),
      role: 'title',
      cell: ({ id, title }) => <RowName dialog={announcementPaths.edit(id)}>{title}</RowName>,
    },
    {
      key: 'priority',
      label: t('announcements:priority'),
      role: 'side',
      cell: ({ priority }) => <AnnouncementPriority priority={priority} />,
    },
    {
      key: 'companies',
      label: t('announcements:companies'),
      role: 'detail',
      cell({ id }) {
        const count = addressees.get(id) ?? null;
        return t(count === null ? 'announcements:all' : 'announcements:some', { count: count ?? 0 });
      },
    },
    {
      key: 'media',
      label: t('announcements:image'),
      hide: 'narrow',
      cell: ({ mediaName }) =>
        mediaName ? (
          <span className="wrap-anywhere">{mediaName}</span>
        ) : (
          <span className="text-muted">{t('announcements:noImage')}</span>
        ),
    },
    {
      key: 'status',
      label: t('announcements:status'),
      role: 'mark',
      cell: ({ status }) => (
        <Badge tone={status ? 'success' : 'neutral'}>
          {t(status ? 'announcements:isActive' : 'announcements:isInactive')}
        </Badge>
      ),
    },
    {
      key: 'actions',
      label: t('common:actions'),
      role: 'actions',
      cell: ({ id, title: name }) => (
        <RowActions
          id={`announcement-${id}`}
          name={name}
          edit={{ label: t('announcements:edit', { name }), href: announcementPaths.edit(id) }}
          remove={{ label: t('announcements:delete', { name }), href: announcementPaths.confirmDelete(id) }}
        />
      ),
    },
  ];
}
