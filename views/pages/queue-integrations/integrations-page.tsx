import type { HealthById } from '@/modules/prompts/responder-health.views.ts';
import type { IntegrationType } from '@/modules/queue-integrations/queue-integrations.schema.ts';
import type {
  QueueIntegrationPage,
  QueueIntegrationView,
} from '@/modules/queue-integrations/queue-integrations.views.ts';
import { integrationPaths } from '@/paths.ts';
import { type Translate, useT } from '../../i18n.tsx';
import { HEALTH_CHANNEL, healthColumn } from '../../parts/responders/responder-health.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Icon, type IconName } from '../../ui/icons/icon.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { RowActions, RowName } from '../../ui/row-actions.tsx';

type IntegrationsPageProps = {
  shows: 'page' | 'rows';
  page: QueueIntegrationPage;
  health: HealthById;
  loaded: number;
  searchParam: string;
};

export function IntegrationsPage({ shows, page, health, loaded, searchParam }: IntegrationsPageProps) {
  const t = useT();
  return (
    <ListPage
      shows={shows}
      name="integration"
      title={t('queueIntegrations:title')}
      count={loaded}
      text={t('queueIntegrations:text')}
      href={integrationPaths.list()}
      refresh={['queueIntegration', HEALTH_CHANNEL]}
      swap="innerMorph"
      query={{ searchParam }}
      search={t('common:search')}
      searchClass="lowercase placeholder:normal-case"
      add={{ label: t('queueIntegrations:add'), href: integrationPaths.add() }}
      sorted={{ by: 'lastAdded' }}
      columns={columnsOf(t, health)}
      items={page.queueIntegrations}
      hasMore={page.hasMore}
      empty={{
        icon: 'webhook',
        title: t('queueIntegrations:empty.title'),
        text: t('queueIntegrations:empty.text'),
      }}
    />
  );
}

const ICONS: Record<IntegrationType, IconName> = {
  dialogflow: 'message-circle',
  n8n: 'list-tree',
  webhook: 'webhook',
  typebot: 'bot',
};

function columnsOf(t: Translate, health: HealthById): Column<QueueIntegrationView>[] {
  return [
    {
      key: 'type',
      label: t('queueIntegrations:type'),
      role: 'lead',
      cell: ({ type }) => (
        <span
          role="img"
          aria-label={t(`queueIntegrations:types.${type}`)}
          title={t(`queueIntegrations:types.${type}`)}
          className="grid size-9 place-items-center rounded-field bg-base-200"
        >
          <Icon name={ICONS[type]} size={20} />
        </span>
      ),
    },
    {
      key: 'name',
      label: t('common:name'),
      role: 'title',
      cell: ({ id, name }) => <RowName dialog={integrationPaths.edit(id)}>{name}</RowName>,
    },
    { ...healthColumn(t, health), role: 'detail' },
    {
      key: 'actions',
      label: t('common:actions'),
      role: 'actions',
      cell: ({ id, name }) => (
        <RowActions
          id={`integration-${id}`}
          name={name}
          edit={{ label: t('queueIntegrations:edit', { name }), href: integrationPaths.edit(id) }}
          remove={{
            label: t('queueIntegrations:delete', { name }),
            href: integrationPaths.confirmDelete(id),
          }}
        />
      ),
    },
  ];
}
