import type { InvoiceRowView } from '@/modules/billing/billing.views.ts';
import { billingPaths } from '@/modules/billing/billing-paths.schema.ts';
import { formatReais } from '@/schemas/languages.schema.ts';
import { useBranding } from '../../branding.tsx';
import { type I18n, useI18n } from '../../i18n.tsx';
import { formatDate } from '../../parts/messages/dates.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { ListLink, ListPage } from '../../ui/list-page.tsx';
import { InvoiceStateBadge } from './invoice-state.tsx';

type Status = {
  dueDate: string | null;
  daysLeft: number | null;
  isOver: boolean;
  openInvoiceId: number | null;
  isFree: boolean;
  methods: string[];
};

type InvoicesPageProps = {
  shows: 'page' | 'rows';
  page: { records: InvoiceRowView[]; hasMore: boolean };
  billing: Status;
  searchParam: string;
  isSuper: boolean;
};

export function InvoicesPage({ shows, page, billing, searchParam, isSuper }: InvoicesPageProps) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <ListPage
      shows={shows}
      name="invoice"
      title={t('billing:title')}
      text={t('billing:hint')}
      href={billingPaths.list()}
      refresh={['invoices', 'payment']}
      query={{ searchParam }}
      search={t('common:search')}
      actions={
        <>
          {isSuper ? (
            <ListLink icon="building" label={t('billing:all.title')} href={billingPaths.all()} />
          ) : null}
          <ListLink icon="wallet" label={t('billing:subscription')} href={billingPaths.subscription()} />
        </>
      }
      notice={<StatusNotice billing={billing} />}
      sorted={{ by: 'newest' }}
      columns={columnsOf(i18n, billing.methods.length > 0)}
      items={page.records}
      hasMore={page.hasMore}
      empty={{
        icon: 'receipt',
        title: t('billing:empty'),
        text: t('billing:emptyHint'),
        action: <LinkButton href={billingPaths.subscription()}>{t('billing:subscription')}</LinkButton>,
      }}
    />
  );
}

function StatusNotice({ billing }: { billing: Status }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { support } = useBranding();
  const { dueDate, isOver, openInvoiceId, isFree, methods } = billing;
  const canPay = methods.length > 0;
  if (!dueDate || (!isOver && (canPay || isFree || openInvoiceId === null))) return null;
  const date = formatDate(dueDate, i18n);
  return (
    <div role="status" className={`notice mb-4 ${isOver ? 'tone-error' : 'tone-info'}`}>
      <Icon name={isOver ? 'alert-triangle' : 'info'} size={18} />
      <div className="flex min-w-0 grow flex-wrap items-center gap-3">
        <p className="grow">
          {isOver ? t('billing:over', { date }) : null}{' '}
          {canPay ? null : `${t('billing:howToPay')} ${support}`.trim()}
        </p>
        {isOver && canPay ? (
          <Button
            variant="primary"
            icon="wallet"
            {...opensDialog(
              openInvoiceId === null ? billingPaths.now() : billingPaths.checkout(openInvoiceId),
            )}
          >
            {t('billing:payNow')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

function columnsOf(i18n: I18n, canPay: boolean): Column<InvoiceRowView>[] {
  const { t } = i18n;
  return [
    {
      key: 'detail',
      label: t('billing:detail'),
      role: 'title',
      cell: ({ id, detail, kind }) => (
        <>
          {detail} <span className="text-muted">#{id}</span>
          {kind === 'change' ? <span className="text-muted"> · {t('billing:change')}</span> : null}
        </>
      ),
    },
    {
      key: 'value',
      label: t('billing:value'),
      role: 'side',
      align: 'end',
      className: 'tabular-nums',
      cell: ({ value }) => formatReais(value, i18n),
    },
    {
      key: 'dueDate',
      label: t('billing:dueDate'),
      role: 'detail',
      cell: ({ dueDate }) => formatDate(dueDate, i18n),
    },
    {
      key: 'state',
      label: t('billing:state'),
      role: 'mark',
      cell: ({ state }) => <InvoiceStateBadge state={state} />,
    },
    {
      key: 'actions',
      label: t('common:actions'),
      role: 'actions',
      cell: (invoice) => <Action invoice={invoice} canPay={canPay} />,
    },
  ];
}

function Action({ invoice: { id, status, value }, canPay }: { invoice: InvoiceRowView; canPay: boolean }) {
  const { t } = useI18n();
  if (status === 'paid')
    return (
      <LinkButton
        id={`invoice-${id}-receipt`}
        icon="download"
        size="sm"
        href={billingPaths.receipt(id)}
        aria-label={t('billing:receiptOf', { id })}
      >
        {t('billing:receipt')}
      </LinkButton>
    );
  if (status !== 'open' || value === 0 || !canPay) return null;
  return (
    <Button
      id={`invoice-${id}-pay`}
      size="sm"
      variant="primary"
      aria-label={t('billing:payOf', { id })}
      {...opensDialog(billingPaths.checkout(id))}
    >
      {t('billing:pay')}
    </Button>
  );
}
