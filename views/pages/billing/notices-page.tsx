import { billingPaths } from '@/modules/billing/billing-paths.schema.ts';
import { formatReais } from '@/schemas/languages.schema.ts';
import { type I18n, useI18n } from '../../i18n.tsx';
import { formatDate } from '../../parts/messages/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { DialogForm, opensDialog } from '../../ui/dialog.tsx';
import { Select, TextArea } from '../../ui/fields/field.tsx';
import { ListPage } from '../../ui/list-page.tsx';

type Notice = {
  id: number;
  provider: string;
  reference: string;
  reason: string;
  value: number | null;
  companyName: string | null;
  companyId: number | null;
  invoiceId: number | null;
  canAccept: boolean;
  isSettled: boolean;
  note: string;
  createdAt: string;
};

type NoticesPageProps = { shows: 'page' | 'rows'; page: { records: Notice[]; hasMore: boolean } };

export function NoticesPage({ shows, page }: NoticesPageProps) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <ListPage
      shows={shows}
      name="payment-notice"
      level={2}
      title={t('billing:notices.title')}
      text={t('billing:notices.hint')}
      href={billingPaths.notices()}
      refresh="paymentNotices"
      sorted={{ by: 'unsettled' }}
      columns={columnsOf(i18n)}
      items={page.records}
      hasMore={page.hasMore}
      empty={{
        icon: 'circle-check',
        title: t('billing:notices.empty'),
        text: t('billing:notices.emptyHint'),
        action: <LinkButton href={billingPaths.all()}>{t('billing:all.title')}</LinkButton>,
      }}
    />
  );
}

function whose({ companyName, companyId }: Notice, { t }: I18n): string {
  if (companyName) return companyName;
  return companyId === null ? t('billing:notices.nobody') : t('billing:notices.deleted', { id: companyId });
}

function columnsOf(i18n: I18n): Column<Notice>[] {
  const { t } = i18n;
  return [
    {
      key: 'company',
      label: t('billing:company'),
      role: 'title',
      cell: (notice) => (
        <>
          {whose(notice, i18n)}{' '}
          {notice.invoiceId === null ? null : <span className="text-muted">#{notice.invoiceId}</span>}
        </>
      ),
    },
    {
      key: 'reason',
      label: t('billing:notices.reason'),
      role: 'detail',
      cell: ({ reason }) => t(`billing:reasons.${reason}`),
    },
    {
      key: 'value',
      label: t('billing:notices.value'),
      role: 'side',
      align: 'end',
      className: 'tabular-nums',
      cell: ({ value }) => (value === null ? '' : formatReais(value, i18n)),
    },
    {
      key: 'createdAt',
      label: t('billing:notices.at'),
      hide: 'narrow',
      cell: ({ createdAt }) => formatDate(createdAt, i18n),
    },
    {
      key: 'state',
      label: t('billing:state'),
      role: 'mark',
      cell: ({ isSettled, note }) => (
        <span title={note || undefined}>
          <Badge tone={isSettled ? 'neutral' : 'warning'}>
            {t(isSettled ? 'billing:notices.settled' : 'billing:notices.waits')}
          </Badge>
        </span>
      ),
    },
    {
      key: 'actions',
      label: t('common:actions'),
      role: 'actions',
      cell: ({ id, isSettled }) =>
        isSettled ? null : (
          <Button
            id={`payment-notice-${id}-settle`}
            size="sm"
            icon="check"
            aria-label={t('billing:notices.settleOf', { id })}
            {...opensDialog(billingPaths.notice(id))}
          >
            <span className="max-[599px]:sr-only">{t('billing:notices.settle')}</span>
          </Button>
        ),
    },
  ];
}

type NoticeDialogProps = {
  notice: Notice;
  values: { note: string; how: string };
  errors?: Record<string, string>;
};

export function NoticeDialog({ notice, values, errors = {} }: NoticeDialogProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const ways = notice.canAccept ? ['accept', 'dismiss'] : ['dismiss'];
  return (
    <DialogForm
      id="payment-notice-dialog"
      title={t('billing:notices.settleTitle', { company: whose(notice, i18n) })}
      action={billingPaths.notice(notice.id)}
      submitLabel={t('billing:notices.settle')}
      size="sm"
      values={values}
      errors={errors}
    >
      <p>
        {t(`billing:reasons.${notice.reason}`)}
        {notice.value === null ? null : ` · ${formatReais(notice.value, i18n)}`}
      </p>
      <p className="wrap-anywhere text-muted text-sm">
        {t(`billing:providers.${notice.provider}`)} · <code>{notice.reference}</code>
      </p>
      <Select
        name="how"
        label={t('billing:notices.how')}
        options={ways.map((value) => ({ value, label: t(`billing:notices.${value}`) }))}
      />
      <TextArea name="note" label={t('billing:note')} rows={3} maxLength={500} required />
    </DialogForm>
  );
}
