import { webhookPaths } from '@/modules/webhooks/webhook-paths.schema.ts';
import { DELIVERY_STATES, WEBHOOK_EVENTS } from '@/modules/webhooks/webhooks.schema.ts';
import type {
  WebhookDeliveryPage,
  WebhookDeliveryView,
  WebhookView,
} from '@/modules/webhooks/webhooks.views.ts';
import { type Translate, useI18n } from '../../i18n.tsx';
import { formatMoment } from '../../parts/messages/dates.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { ListAction, ListLink, ListPage } from '../../ui/list-page.tsx';
import { RowName } from '../../ui/row-actions.tsx';
import { reasonText, WebhookState } from './webhook-state.tsx';

type DeliveriesPageProps = {
  shows: 'page' | 'rows';
  webhook: WebhookView;
  page: WebhookDeliveryPage;
  query: { searchParam: string; state: string; event: string };
};

export const DELIVERY_TONES: Record<WebhookDeliveryView['state'], Tone> = {
  waiting: 'info',
  delivered: 'success',
  failed: 'error',
};

export function DeliveriesPage({ shows, webhook, page, query }: DeliveriesPageProps) {
  const { t, timeZone } = useI18n();
  const all = { value: '', label: t('webhooks:log.all') };
  return (
    <ListPage
      shows={shows}
      name="webhook-delivery"
      title={t('webhooks:log.heading', { name: webhook.name })}
      href={webhookPaths.log(webhook.id)}
      refresh={['webhookDelivery', 'webhook']}
      swap="innerMorph"
      query={query}
      search={t('webhooks:log.search')}
      filters={[
        {
          name: 'state',
          label: t('webhooks:log.state'),
          options: [
            all,
            ...DELIVERY_STATES.map((value) => ({ value, label: t(`webhooks:delivery.${value}`) })),
          ],
        },
        {
          name: 'event',
          label: t('webhooks:log.event'),
          options: [
            { value: '', label: t('webhooks:log.allEvents') },
            ...WEBHOOK_EVENTS.map((value) => ({ value, label: value })),
          ],
        },
      ]}
      actions={
        <>
          <ListLink icon="arrow-left" label={t('webhooks:log.back')} href={webhookPaths.list()} />
          <ListAction
            icon="rotate-ccw"
            label={t('webhooks:replay.button')}
            {...opensDialog(webhookPaths.replayRange(webhook.id))}
          />
        </>
      }
      notice={
        <div className="mb-3">
          <WebhookState webhook={webhook} />
        </div>
      }
      sorted={{ by: 'newest', column: 'at' }}
      columns={columnsOf(t, timeZone)}
      items={page.deliveries}
      hasMore={page.hasMore}
      empty={{
        icon: 'history',
        title: t('webhooks:log.empty.title'),
        text: t('webhooks:log.empty.text'),
        action: <Button {...opensDialog(webhookPaths.edit(webhook.id))}>{t('webhooks:editTitle')}</Button>,
      }}
    />
  );
}

function columnsOf(t: Translate, timeZone: string): Column<WebhookDeliveryView>[] {
  return [
    {
      key: 'event',
      label: t('webhooks:log.event'),
      role: 'title',
      cell: ({ id, webhookId, event }) => (
        <RowName dialog={webhookPaths.delivery(webhookId, id)}>{event}</RowName>
      ),
    },
    {
      key: 'at',
      label: t('webhooks:log.at'),
      role: 'detail',
      cell: ({ createdAt }) => <time dateTime={createdAt}>{formatMoment(createdAt, { timeZone })}</time>,
    },
    {
      key: 'state',
      label: t('webhooks:log.state'),
      role: 'side',
      cell: ({ state }) => <Badge tone={DELIVERY_TONES[state]}>{t(`webhooks:delivery.${state}`)}</Badge>,
    },
    {
      key: 'answer',
      label: t('webhooks:log.answer'),
      role: 'mark',
      cell: (delivery) => reasonText(t, delivery) || '—',
    },
    {
      key: 'attempts',
      label: t('webhooks:log.attempts'),
      hide: 'narrow',
      align: 'center',
      cell: ({ attempts }) => attempts,
    },
    {
      key: 'actions',
      label: t('common:actions'),
      role: 'actions',
      cell: ({ id, webhookId, event }) => (
        <IconButton
          id={`delivery-${id}-show`}
          icon="eye"
          label={t('webhooks:log.show', { event, id })}
          {...opensDialog(webhookPaths.delivery(webhookId, id))}
        />
      ),
    },
  ];
}
