import type { FailedMailPage, FailedMailView, MailState } from '@/modules/mail/failed-mails.queries.ts';
import { mailPaths } from '@/modules/mail/mail-paths.schema.ts';
import { paths } from '@/paths.ts';
import { type I18n, useI18n } from '../../i18n.tsx';
import { formatMoment } from '../../parts/messages/dates.ts';
import { Button, IconButton, LinkButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { ListPage } from '../../ui/list-page.tsx';

type FailedMailsProps = {
  shows: 'page' | 'rows';
  page: FailedMailPage;
  state: MailState;
  searchParam: string;
};

export function FailedMails({ shows, page, state, searchParam }: FailedMailsProps) {
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
      notice={<Server state={state} />}
      query={{ searchParam }}
      search={t('common:search')}
      sorted={{ by: 'newest', column: 'createdAt' }}
      columns={columnsOf(i18n)}
      items={page.records}
      hasMore={page.hasMore}
      empty={{
        icon: state.is === 'unusable' ? 'clock' : 'circle-check',
        title: t(state.is === 'unusable' ? 'mail:failed.noneRefused' : 'mail:failed.empty'),
        text: t(state.is === 'unusable' ? 'mail:failed.waitingHint' : 'mail:failed.emptyHint'),
        action: <LinkButton href={paths.tickets()}>{t('common:toTickets')}</LinkButton>,
      }}
    />
  );
}

function Server({ state }: { state: MailState }) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <section
      id="mail-state"
      aria-label={t('mail:server.title')}
      className="panel mb-4 flex flex-wrap items-center justify-between gap-3 p-4"
      hx-get={mailPaths.failed()}
      hx-trigger="refresh:failedMails from:document"
      hx-select="#mail-state"
      hx-swap="outerHTML"
    >
      <div className="min-w-0 flex-1 basis-60" data-server={state.is}>
        {state.is === 'unusable' ? (
          <>
            <p className="font-semibold text-error">
              {t('mail:server.unusable', { at: formatMoment(state.since, i18n) })}
            </p>
            <p className="text-sm wrap-anywhere">{t('mail:server.reason', { reason: state.reason })}</p>
            <p className="text-muted text-sm">{t('mail:server.waiting')}</p>
          </>
        ) : (
          <p className={state.is === 'off' ? 'text-error' : 'font-semibold'}>
            {t(`mail:server.${state.is}`)}
          </p>
        )}
      </div>
      {state.is === 'off' ? null : (
        <Button id="mail-test" icon="mail" hx-post={mailPaths.test()} hx-swap="none" hx-disable="this">
          {t('mail:server.test')}
        </Button>
      )}
    </section>
  );
}

function columnsOf(i18n: I18n): Column<FailedMailView>[] {
  const { t } = i18n;
  return [
    {
      key: 'recipient',
      label: t('mail:failed.recipient'),
      role: 'title',
      cell: ({ recipient }) => <EmailText>{recipient}</EmailText>,
    },
    {
      key: 'kind',
      label: t('mail:failed.kind'),
      role: 'detail',
      cell: ({ kind }) => kindOf(kind, i18n),
    },
    {
      key: 'createdAt',
      label: t('mail:failed.at'),
      hide: 'narrow',
      className: 'whitespace-nowrap',
      cell: ({ createdAt }) => <time dateTime={createdAt}>{formatMoment(createdAt, i18n)}</time>,
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
      role: 'actions',
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
