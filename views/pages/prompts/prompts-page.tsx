import type { PromptPage, PromptView } from '@/modules/prompts/prompts.views.ts';
import type { HealthById } from '@/modules/prompts/responder-health.views.ts';
import { promptPaths } from '@/paths.ts';
import { type Translate, useT } from '../../i18n.tsx';
import { HEALTH_CHANNEL, healthColumn } from '../../parts/responders/responder-health.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { RowActions, RowName } from '../../ui/row-actions.tsx';
import { PromptTabs } from './prompt-tabs.tsx';

type PromptsPageProps = { shows: 'page' | 'rows'; page: PromptPage; health: HealthById; searchParam: string };

export function PromptsPage({ shows, page, health, searchParam }: PromptsPageProps) {
  const t = useT();
  return (
    <>
      {shows === 'page' ? <PromptTabs active="prompts" /> : null}
      <ListPage
        shows={shows}
        name="prompt"
        title={t('prompts:title')}
        text={t('prompts:hint')}
        href={promptPaths.list()}
        refresh={['prompt', HEALTH_CHANNEL]}
        swap="innerMorph"
        query={{ searchParam }}
        search={t('common:search')}
        add={{ label: t('prompts:add'), href: promptPaths.add() }}
        notice={<Warning />}
        sorted={{ by: 'name', column: 'name' }}
        columns={columnsOf(t, health)}
        items={page.prompts}
        hasMore={page.hasMore}
        empty={{ icon: 'bot', title: t('prompts:empty.title'), text: t('prompts:empty.text') }}
      />
    </>
  );
}

function Warning() {
  const t = useT();
  return (
    <div className="notice tone-warning mb-4" role="note">
      <Icon name="alert-triangle" size={18} />
      <div className="text-sm">
        <p className="font-semibold">{t('prompts:warning.title')}</p>
        <p>{t('prompts:warning.text')}</p>
      </div>
    </div>
  );
}

function columnsOf(t: Translate, health: HealthById): Column<PromptView>[] {
  return [
    {
      key: 'name',
      label: t('prompts:name'),
      role: 'title',
      cell: ({ id, name }) => <RowName dialog={promptPaths.edit(id)}>{name}</RowName>,
    },
    {
      key: 'queue',
      label: t('prompts:queue'),
      role: 'detail',
      cell: ({ queue }) => queue?.name ?? t('prompts:noQueue'),
    },
    {
      key: 'maxTokens',
      label: t('prompts:maxTokens'),
      hide: 'narrow',
      align: 'center',
      cell: ({ maxTokens }) => maxTokens,
    },
    healthColumn(t, health),
    {
      key: 'actions',
      label: t('common:actions'),
      role: 'actions',
      cell: (prompt) => <Actions {...prompt} />,
    },
  ];
}

function Actions({ id, name }: PromptView) {
  const t = useT();
  return (
    <RowActions
      id={`prompt-${id}`}
      name={name}
      edit={{ label: t('prompts:edit', { name }), href: promptPaths.edit(id) }}
      remove={{ label: t('prompts:delete', { name }), href: promptPaths.confirmDelete(id) }}
    />
  );
}
