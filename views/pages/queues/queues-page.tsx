import type { QueuePage, QueueView } from '@/modules/queues/queues.views.ts';
import { queuePaths } from '@/paths.ts';
import { QueueList } from '../../../islands/office/queue-list/queue-list.tsx';
import { type Translate, useT } from '../../i18n.tsx';
import { Island } from '../../island.tsx';
import { Dot } from '../../ui/badge.tsx';
import { IconButton, IconLink } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { withNames } from '../../ui/fields/text-with-variables.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { RowActions, RowName } from '../../ui/row-actions.tsx';

type QueuesPageProps = { shows: 'page' | 'rows'; page: QueuePage; searchParam: string };

export function QueuesPage({ shows, page, searchParam }: QueuesPageProps) {
  const t = useT();
  return (
    <>
      <ListPage
        shows={shows}
        name="queue"
        title={t('queues:title')}
        text={t('queues:hint')}
        href={queuePaths.list()}
        refresh="queue"
        swap="innerMorph"
        query={{ searchParam }}
        search={t('common:search')}
        add={{ label: t('queues:add'), href: queuePaths.add() }}
        sorted={{ by: 'place', column: 'order' }}
        columns={columnsOf(t)}
        items={page.queues}
        hasMore={page.hasMore}
        empty={{ icon: 'list-tree', title: t('queues:empty.title'), text: t('queues:empty.text') }}
      />
      {shows === 'page' ? (
        <Island of={QueueList} name="queue-list" namespaces={['queues']} props={{}} />
      ) : null}
    </>
  );
}

function columnsOf(t: Translate): Column<QueueView>[] {
  return [
    {
      key: 'name',
      label: t('queues:name'),
      role: 'title',
      cell: ({ id, name, color }) => (
        <span className="inline-flex items-center gap-2">
          <Dot color={color} className="size-4" />
          <RowName dialog={queuePaths.edit(id)}>
            <span data-name="">{name}</span>
          </RowName>
        </span>
      ),
    },
    {
      key: 'order',
      label: t('queues:order'),
      role: 'side',
      align: 'center',
      cell: ({ orderQueue }) => orderQueue,
    },
    {
      key: 'greeting',
      label: t('queues:greeting'),
      role: 'detail',
      cell: ({ greetingMessage }) => (
        <span className="min-[600px]:line-clamp-2 min-[600px]:max-w-md">{withNames(greetingMessage, t)}</span>
      ),
    },
    {
      key: 'actions',
      label: t('common:actions'),
      role: 'actions',
      cell: (queue) => <Actions {...queue} />,
    },
  ];
}

function Actions({ id, name }: QueueView) {
  const t = useT();
  return (
    <>
      <IconButton
        id={`queue-${id}-move`}
        icon="grip"
        label={t('queues:move', { name })}
        className="max-[599px]:hidden"
        data-move=""
      />
      <RowActions
        id={`queue-${id}`}
        name={name}
        edit={{ label: t('queues:edit', { name }), href: queuePaths.edit(id) }}
        remove={{ label: t('queues:delete', { name }), href: queuePaths.confirmDelete(id) }}
      >
        <IconLink
          id={`queue-${id}-options`}
          icon="list-tree"
          label={t('queues:optionsOf', { name })}
          href={queuePaths.options(id)}
        />
      </RowActions>
    </>
  );
}
