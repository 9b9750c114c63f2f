import type { PeopleFilter } from '@/modules/users/users.schema.ts';
import type { UserListItemView, UserPage } from '@/modules/users/users.views.ts';
import { paths } from '@/paths.ts';
import { type Translate, useT } from '../../i18n.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { goesOnProven, opensDialog } from '../../ui/dialog.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { RowActions, RowName } from '../../ui/row-actions.tsx';

type UsersPageProps = {
  shows: 'page' | 'rows';
  page: UserPage;
  filter: PeopleFilter;
  queues: { id: number; name: string }[];
  /** Agents who see no waiting ticket. */
  withoutQueue: ReadonlySet<number>;
  ownId: number;
};

export function UsersPage({ shows, page, filter, queues, withoutQueue, ownId }: UsersPageProps) {
  const t = useT();
  const { searchParam, online, queueId } = filter;
  const isAlone = page.count === 1 && !searchParam && online === undefined && queueId === undefined;
  return (
    <ListPage
      shows={shows}
      name="user"
      title={t('users:title')}
      text={isAlone ? t('users:alone') : undefined}
      href={paths.users()}
      refresh="user"
      swap="innerMorph"
      query={{ searchParam, online: online?.toString(), queueId: queueId?.toString() }}
      search={t('common:search')}
      filters={[
        {
          name: 'online',
          label: t('users:status'),
          options: [
            { value: '', label: t('users:everybody') },
            { value: 'true', label: t('users:online') },
            { value: 'false', label: t('users:offline') },
          ],
        },
        {
          name: 'queueId',
          label: t('dashboard:filter.queue'),
          options: [
            { value: '', label: t('dashboard:filter.allQueues') },
            ...queues.map(({ id, name }) => ({ value: String(id), label: name })),
            { value: 'none', label: t('dashboard:none.queues') },
          ],
        },
      ]}
      add={{ label: t('users:add'), href: paths.newUser() }}
      sorted={{ by: 'lastAdded' }}
      columns={columnsOf(t, withoutQueue, ownId)}
      items={page.users}
      hasMore={page.hasMore}
      empty={{ icon: 'users', title: t('common:noResults'), text: t('common:noResultsHint') }}
    />
  );
}

function columnsOf(
  t: Translate,
  withoutQueue: ReadonlySet<number>,
  ownId: number,
): Column<UserListItemView>[] {
  return [
    {
      key: 'picture',
      label: t('users:picture'),
      role: 'lead',
      cell: ({ name, profileImage }) => <Avatar name={name} src={profileImage} size={36} />,
    },
    {
      key: 'name',
      label: t('users:name'),
      role: 'title',
      cell: ({ id, name }) => <RowName dialog={paths.editUser(id)}>{name}</RowName>,
    },
    {
      key: 'email',
      label: t('users:email'),
      role: 'detail',
      cell: ({ email }) => <EmailText>{email}</EmailText>,
    },
    { key: 'profile', label: t('users:profile'), cell: ({ profile }) => t(`users:profiles.${profile}`) },
    {
      key: 'status',
      label: t('users:status'),
      role: 'side',
      cell: (user) => (
        <span className="inline-flex flex-wrap gap-1 max-[599px]:flex-col max-[599px]:items-end">
          <Status {...user} />
          {withoutQueue.has(user.id) ? <Badge tone="warning">{t('dashboard:none.queues')}</Badge> : null}
        </span>
      ),
    },
    {
      key: 'actions',
      label: t('common:actions'),
      role: 'actions',
      cell: (user) => <Actions {...user} canDelete={user.id !== ownId} />,
    },
  ];
}

type ActionsProps = Pick<UserListItemView, 'id' | 'name' | 'invited'> & { canDelete: boolean };

function Actions({ id, name, invited, canDelete }: ActionsProps) {
  const t = useT();
  const edit = { label: t('users:edit', { name }), href: paths.editUser(id) };
  if (!canDelete)
    return <IconButton id={`user-${id}-edit`} icon="pencil" label={edit.label} {...opensDialog(edit.href)} />;
  const remove = { label: t('users:delete', { name }), href: paths.confirmDeleteUser(id) };
  const invitation = (
    <IconButton
      icon="link"
      label={t('users:invitation', { name })}
      {...opensDialog(paths.userInvitation(id))}
      {...goesOnProven(`user-${id}-invitation`, 'click')}
    />
  );
  return (
    <RowActions id={`user-${id}`} name={name} edit={edit} remove={remove}>
      {invited ? invitation : null}
    </RowActions>
  );
}

function Status({ active, online, invited }: Pick<UserListItemView, 'active' | 'online' | 'invited'>) {
  const t = useT();
  if (!active) return <Badge tone="warning">{t('users:disabled')}</Badge>;
  if (invited) return <Badge tone="info">{t('users:invited')}</Badge>;
  return online ? <Badge tone="success">{t('users:online')}</Badge> : <Badge>{t('users:offline')}</Badge>;
}
