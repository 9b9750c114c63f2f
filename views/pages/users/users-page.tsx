import type { UserListItemView, UserPage } from '@/modules/users/users.views.ts';
import { paths } from '@/paths.ts';
import { type Translate, useT } from '../../i18n.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ListPage, RowActions } from '../../ui/list-page.tsx';

type UsersPageProps = { shows: 'page' | 'rows'; page: UserPage; searchParam: string };

export function UsersPage({ shows, page, searchParam }: UsersPageProps) {
  const t = useT();
  return (
    <ListPage
      shows={shows}
      name="user"
      title={t('users:title')}
      href={paths.users()}
      refresh="user"
      swap="innerMorph"
      query={{ searchParam }}
      search={t('common:search')}
      add={{ label: t('users:add'), href: paths.newUser() }}
      columns={columnsOf(t)}
      items={page.users}
      hasMore={page.hasMore}
      empty={{ icon: 'users', title: t('users:empty.title'), text: t('users:empty.text') }}
    />
  );
}

function columnsOf(t: Translate): Column<UserListItemView>[] {
  return [
    { key: 'id', label: t('users:id'), hide: 'narrow', className: 'text-muted', cell: ({ id }) => id },
    {
      key: 'picture',
      label: '',
      place: 'lead',
      cell: ({ name, profileImage }) => <Avatar name={name} src={profileImage} size={36} />,
    },
    { key: 'name', label: t('users:name'), place: 'title', cell: ({ name }) => name },
    { key: 'email', label: t('users:email'), place: 'detail', cell: ({ email }) => email },
    {
      key: 'profile',
      label: t('users:profile'),
      place: 'side',
      cell: ({ profile }) => t(`users:profiles.${profile}`),
    },
    { key: 'status', label: t('users:status'), place: 'mark', cell: (user) => <Standing {...user} /> },
    {
      key: 'actions',
      label: t('common:actions'),
      place: 'actions',
      cell: ({ id, name }) => (
        <RowActions
          id={`user-${id}`}
          edit={{ label: t('users:edit', { name }), href: paths.editUser(id) }}
          remove={{ label: t('users:delete', { name }), href: paths.confirmDeleteUser(id) }}
        />
      ),
    },
  ];
}

function Standing({ active, online }: Pick<UserListItemView, 'active' | 'online'>) {
  const t = useT();
  if (!active) return <Badge tone="warning">{t('users:disabled')}</Badge>;
  return online ? <Badge tone="success">{t('users:online')}</Badge> : <Badge>{t('users:offline')}</Badge>;
}
