import type { ApiCall } from '@/modules/message-api/message-api.views.ts';
import { paths } from '@/paths.ts';
import { formatNumber } from '@/schemas/phone-number.schema.ts';
import { ticketPath } from '@/ticket-path.ts';
import { type I18n, useI18n } from '../../i18n.tsx';
import { formatMoment } from '../../parts/messages/dates.ts';
import { LinkButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ListPage } from '../../ui/list-page.tsx';

export function CallsList({ shows, calls }: { shows: 'page' | 'rows'; calls: ApiCall[] }) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <ListPage
      shows={shows}
      name="api-call"
      title={t('messageApi:calls.title')}
      level={2}
      text={t('messageApi:calls.text')}
      href={paths.messageApi()}
      refresh="apiCall"
      sorted={{ by: 'newest', column: 'when' }}
      columns={columns(i18n)}
      items={calls}
      empty={{
        icon: 'code',
        title: t('messageApi:calls.empty'),
        text: t('messageApi:calls.emptyHint'),
        action: <LinkButton href={paths.connections()}>{t('connections:title')}</LinkButton>,
      }}
    />
  );
}

function columns(i18n: I18n): Column<ApiCall>[] {
  const { t } = i18n;
  return [
    {
      key: 'number',
      label: t('messageApi:calls.number'),
      role: 'title',
      cell: ({ number, ticketUuid }) =>
        ticketUuid ? (
          <a
            href={ticketPath(ticketUuid)}
            className="underline underline-offset-2 pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
          >
            {formatNumber(number)}
          </a>
        ) : (
          formatNumber(number) || '–'
        ),
    },
    {
      key: 'outcome',
      label: t('messageApi:calls.outcome'),
      role: 'detail',
      cell: ({ status, error }) =>
        error === null
          ? t('messageApi:calls.taken')
          : `${status} · ${t(`errors:${error}`, { context: 'plain' })}`,
    },
    {
      key: 'kind',
      label: t('messageApi:calls.kind'),
      role: 'mark',
      cell: ({ kind, connection }) =>
        [t(`messageApi:calls.kinds.${kind}`), connection].filter(Boolean).join(' · '),
    },
    {
      key: 'when',
      label: t('messageApi:calls.when'),
      role: 'side',
      className: 'whitespace-nowrap',
      cell: ({ createdAt }) => <time dateTime={createdAt}>{formatMoment(createdAt, i18n)}</time>,
    },
  ];
}
