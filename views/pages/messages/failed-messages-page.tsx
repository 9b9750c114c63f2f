import type { FailedMessage, FailedPage } from '@/modules/messages/failed/failed-messages.queries.ts';
import type { WhichFailed } from '@/modules/messages/failed/failed-messages.schema.ts';
import { paths } from '@/paths.ts';
import { ticketPath } from '@/ticket-path.ts';
import { type I18n, useI18n } from '../../i18n.tsx';
import { formatMoment } from '../../parts/messages/dates.ts';
import { summaryOf } from '../../parts/messages/message-kind.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { ListAction, ListPage } from '../../ui/list-page.tsx';
import { personFilter, queueFilter } from '../dashboard/whose-fields.ts';

type Named = { id: number; name: string };

type FailedMessagesPageProps = {
  shows: 'page' | 'rows';
  page: FailedPage;
  connections: Named[];
  /** For administrators; others see their own queues. */
  queues?: Named[];
  people?: Named[];
  which: WhichFailed;
};

export function FailedMessagesPage({ shows, page, which, ...choices }: FailedMessagesPageProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const { whatsappId, queueId, userId, from, to } = which;
  return (
    <ListPage
      shows={shows}
      name="failed-message"
      title={t('messages:failed.title')}
      text={t('messages:failed.hint')}
      href={paths.failedMessages()}
      refresh="appMessage"
      query={{ whatsappId: asText(whatsappId), queueId: asText(queueId), userId: asText(userId), from, to }}
      filters={[
        ...choicesOf(i18n, choices),
        { name: 'from', label: t('audit:from'), type: 'date' },
        { name: 'to', label: t('audit:to'), type: 'date' },
      ]}
      noneFound={t('messages:failed.noneFound')}
      actions={
        page.records.length > 1 ? (
          <ListAction
            icon="rotate-ccw"
            label={t('messages:failed.retryAll')}
            {...opensDialog(paths.retryFailedMessages())}
            hx-include="#failed-message-filters [name]"
          />
        ) : undefined
      }
      sorted={{ by: 'newest' }}
      columns={columnsOf(i18n)}
      items={page.records}
      hasMore={page.hasMore}
      empty={{
        icon: 'check-check',
        title: t('messages:failed.none'),
        text: t('messages:failed.noneHint'),
        action: <LinkButton href={paths.tickets()}>{t('messages:failed.toTickets')}</LinkButton>,
      }}
    />
  );
}

const asText = (value: string | number | undefined) => (value === undefined ? undefined : String(value));

type Choices = Pick<FailedMessagesPageProps, 'connections' | 'queues' | 'people'>;

function choicesOf({ t }: I18n, { connections, queues, people }: Choices) {
  const all = { value: '', label: t('tickets:allConnections') };
  const options = [all, ...connections.map(({ id, name }) => ({ value: String(id), label: name }))];
  return [
    connections.length > 1 && { name: 'whatsappId', label: t('tickets:connectionFilter'), options },
    queues && queueFilter(t, queues),
    people && personFilter(t, people),
  ].filter((filter) => filter !== false && filter !== undefined);
}

function columnsOf(i18n: I18n): Column<FailedMessage>[] {
  const { t } = i18n;
  return [
    {
      key: 'contact',
      label: t('messages:failed.contact'),
      role: 'title',
      cell: ({ contactName, ticketUuid }) => (
        <a href={ticketPath(ticketUuid)} className="link font-medium" dir="auto">
          {contactName}
        </a>
      ),
    },
    {
      key: 'message',
      label: t('messages:failed.message'),
      role: 'detail',
      cell: (message) => (
        <span className="line-clamp-2" dir="auto">
          {summaryOf(message, t)}
        </span>
      ),
    },
    {
      key: 'reason',
      label: t('messages:failed.reason'),
      cell: ({ error }) => <span className="text-error">{t(`errors:${error}`, { context: 'plain' })}</span>,
    },
    {
      key: 'when',
      label: t('messages:failed.when'),
      role: 'mark',
      className: 'whitespace-nowrap',
      cell: ({ sentAt }) => <time dateTime={sentAt}>{formatMoment(sentAt, i18n)}</time>,
    },
    {
      key: 'actions',
      label: t('common:actions'),
      role: 'actions',
      cell: ({ id, contactName }) => (
        <Button
          id={`failed-message-${id}-retry`}
          size="sm"
          icon="rotate-ccw"
          aria-label={t('messages:failed.retryTo', { name: contactName })}
          hx-post={paths.retryFailedMessage(id)}
          hx-swap="none"
        >
          <span className="max-[599px]:sr-only">{t('messages:failed.retry')}</span>
        </Button>
      ),
    },
  ];
}
