import { webhookPaths } from '@/modules/webhooks/webhook-paths.schema.ts';
import type { WebhookPage, WebhookView } from '@/modules/webhooks/webhooks.views.ts';
import { type Translate, useI18n, useT } from '../../i18n.tsx';
import { formatMoment } from '../../parts/messages/dates.ts';
import { Button, IconButton, IconLink } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { RowActions, RowName } from '../../ui/row-actions.tsx';
import { RowSwitch } from '../../ui/row-switch.tsx';
import { isOn, WebhookState } from './webhook-state.tsx';

type WebhooksPageProps = { shows: 'page' | 'rows'; page: WebhookPage; searchParam: string };

export function WebhooksPage({ shows, page, searchParam }: WebhooksPageProps) {
  const { t, timeZone } = useI18n();
  return (
    <ListPage
      shows={shows}
      name="webhook"
      title={t('webhooks:title')}
      text={t('webhooks:text')}
      href={webhookPaths.list()}
      refresh={['webhook', 'webhookDelivery']}
      swap="innerMorph"
      query={{ searchParam }}
      search={t('common:search')}
      add={{ label: t('webhooks:add'), href: webhookPaths.add() }}
      sorted={{ by: 'name', column: 'name' }}
      columns={columnsOf(t, timeZone)}
      items={page.webhooks}
      hasMore={page.hasMore}
      empty={{ icon: 'webhook', title: t('webhooks:empty.title'), text: t('webhooks:empty.text') }}
    />
  );
}

function columnsOf(t: Translate, timeZone: string): Column<WebhookView>[] {
  return [
    {
      key: 'name',
      label: t('common:name'),
      role: 'title',
      cell: ({ id, name }) => <RowName dialog={webhookPaths.edit(id)}>{name}</RowName>,
    },
    {
      key: 'url',
      label: t('webhooks:url'),
      role: 'detail',
      className: 'min-[600px]:min-w-48',
      cell: ({ url }) => <span className="wrap-anywhere">{new URL(url).host}</span>,
    },
    {
      key: 'events',
      label: t('webhooks:events'),
      hide: 'medium',
      align: 'center',
      cell: ({ events }) => events.length,
    },
    {
      key: 'state',
      label: t('webhooks:stateTitle'),
      isLabelled: false,
      cell: (webhook) => <WebhookState webhook={webhook} />,
    },
    {
      key: 'last',
      label: t('webhooks:lastDelivered'),
      hide: 'medium',
      cell: ({ lastDeliveredAt }) => (lastDeliveredAt ? formatMoment(lastDeliveredAt, { timeZone }) : '—'),
    },
    {
      key: 'on',
      label: t('webhooks:on'),
      role: 'side',
      align: 'center',
      cell: (webhook) => (
        <RowSwitch
          id={`webhook-${webhook.id}-on`}
          label={t('webhooks:switch', { name: webhook.name })}
          isOn={isOn(webhook)}
          href={webhookPaths.active(webhook.id)}
        />
      ),
    },
    {
      key: 'work',
      label: t('webhooks:work'),
      isLabelled: false,
      className: 'whitespace-nowrap',
      cell: (webhook) => <WorkButtons webhook={webhook} />,
    },
    {
      key: 'actions',
      label: t('common:actions'),
      role: 'actions',
      cell: ({ id, name }) => (
        <RowActions
          id={`webhook-${id}`}
          name={name}
          edit={{ label: t('webhooks:edit', { name }), href: webhookPaths.edit(id) }}
          remove={{ label: t('webhooks:delete', { name }), href: webhookPaths.confirmDelete(id) }}
        />
      ),
    },
  ];
}

function WorkButtons({ webhook: { id, name } }: { webhook: WebhookView }) {
  const t = useT();
  return (
    <span className="inline-flex items-center gap-1">
      <IconLink icon="history" label={t('webhooks:log.of', { name })} href={webhookPaths.log(id)} />
      <IconButton
        id={`webhook-${id}-secret`}
        icon="key"
        label={t('webhooks:secret.of', { name })}
        {...opensDialog(webhookPaths.secret(id))}
      />
      <Button
        id={`webhook-${id}-test`}
        size="sm"
        icon="send"
        title={t('webhooks:test')}
        hx-post={webhookPaths.test(id)}
        hx-target="#dialogs"
        hx-swap="beforeend"
        hx-disable="this"
      >
        <span className="min-[600px]:max-[1099px]:sr-only">{t('webhooks:test')}</span>
        <span className="sr-only"> {name}</span>
      </Button>
    </span>
  );
}
