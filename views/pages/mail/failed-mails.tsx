import type { FailedMailPage, FailedMailView } from '@/modules/mail/failed-mails.queries.ts';
import { mailPaths } from '@/modules/mail/mail-paths.schema.ts';
import { paths } from '@/paths.ts';
import { type I18n, useI18n } from '../../i18n.tsx';
import { formatDate, formatTime } from '../../parts/messages/dates.ts';
import { Button, IconButton, LinkButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ListPage } from '../../ui/list-page.tsx';

type FailedMailsProps = { shows: 'page' | 'rows'; page: FailedMailPage; searchParam: string };

export function FailedMails({ shows, page, searchParam }: FailedMailsProps) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <ListPage
      shows={shows}
      name="failed-mail"
      level={2}
      title={t('mail:failed.title')}
      text={t('mail:failed.text')}
      href={mailPaths.failed()}
      refresh="failedMails"
      query={{ searchParam }}
      search={t('common:search')}
      sorted={{ by: 'newest', column: 'createdAt' }}
      columns={columnsOf(i18n)}
      items={page.records}
      hasMore={page.hasMore}
      empty={{
        icon: 'circle-check',
        title: t('mail:failed.empty'),
        text: t('mail:failed.emptyHint'),
        action: <LinkButton href={paths.tickets()}>{t('common:toTickets')}</LinkButton>,
      }}
    />
  );
}

function columnsOf(i18n: I18n): Column<FailedMailView>[] {
  const { t } = i18n;
  return [
    {
      key: 'recipient',
      label: t('mail:failed.recipient'),
      place: 'title',
      cell: ({ recipient }) => recipient,
    },
    {
      key: 'kind',
      label: t('mail:failed.kind'),
      place: 'detail',
      cell: ({ kind }) => kindOf(kind, i18n),
    },
    {
      key: 'createdAt',
      label: t('mail:failed.at'),
      hide: 'narrow',
      className: 'whitespace-nowrap',
      cell: ({ createdAt }) => (
        <time dateTime={createdAt}>
          {formatDate(createdAt, i18n)} {formatTime(createdAt, i18n)}
        </time>
      ),
    },
    {
      key: 'reason',
      label: t('mail:failed.reason'),
      className: 'wrap-anywhere',
      cell: ({ reason }) => reason ?? t('mail:failed.tooLate'),
    },
    {
      key: 'actions',
      label: t('common:actions'),
      place: 'actions',
      cell: (mail) => <Actions mail={mail} />,
    },
  ];
}

function kindOf(kind: string, { t }: I18n): string {
  const [namespace, mail] = kind.split(':');
  return t(`${namespace}:mail.${mail}.kind`);
}

function Actions({ mail: { id, recipient, canSendAgain } }: { mail: FailedMailView }) {
  const { t } = useI18n();
  return (
    <>
      {canSendAgain ? (
        <Button
          id={`failed-mail-${id}-again`}
          size="sm"
          icon="rotate-ccw"
          aria-label={t('mail:failed.againOf', { recipient })}
          hx-post={mailPaths.one(id)}
          hx-swap="none"
        >
          <span className="max-[599px]:sr-only">{t('mail:failed.again')}</span>
        </Button>
      ) : null}
      <IconButton
        id={`failed-mail-${id}-drop`}
        icon="trash"
        label={t('mail:failed.dropOf', { recipient })}
        hx-delete={mailPaths.one(id)}
        hx-swap="none"
      />
    </>
  );
}
