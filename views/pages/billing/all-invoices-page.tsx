import { backOfficePaths } from '@/modules/back-office/back-office-paths.schema.ts';
import { INVOICE_STATES } from '@/modules/billing/billing.schema.ts';
import type { InvoiceRowView } from '@/modules/billing/billing.views.ts';
import { billingPaths } from '@/modules/billing/billing-paths.schema.ts';
import { formatMonth, formatReais } from '@/schemas/languages.schema.ts';
import { type I18n, useI18n } from '../../i18n.tsx';
import { formatDate } from '../../parts/messages/dates.ts';
import { IconButton, LinkButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { DialogForm, opensDialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/fields/field.tsx';
import type { IconName } from '../../ui/icons/icon.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { RowMenu, RowName } from '../../ui/row-actions.tsx';
import { InvoiceStateBadge } from './invoice-state.tsx';

type AllInvoicesPageProps = {
  shows: 'page' | 'rows';
  page: { records: InvoiceRowView[]; hasMore: boolean };
  months: string[];
  searchParam: string;
  status: string;
  paid: string;
};

export function AllInvoicesPage({ shows, page, months, searchParam, status, paid }: AllInvoicesPageProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const options = [
    { value: '', label: t('billing:all.any') },
    ...INVOICE_STATES.map((value) => ({ value, label: t(`billing:states.${value}`) })),
  ];
  const shown = paid && !months.includes(paid) ? [paid, ...months] : months;
  const paidOptions = [
    { value: '', label: t('billing:all.anyMonth') },
    ...shown.toReversed().map((value) => ({ value, label: formatMonth(value, i18n) })),
  ];
  return (
    <ListPage
      shows={shows}
      name="all-invoices"
      level={2}
      title={t('billing:all.title')}
      text={t('billing:all.hint')}
      href={billingPaths.all()}
      refresh="allInvoices"
      query={{ searchParam, status, paid }}
      search={t('common:search')}
      filters={[
        { name: 'status', label: t('billing:state'), options },
        { name: 'paid', label: t('billing:all.paidIn'), options: paidOptions },
      ]}
      sorted={{ by: 'newest' }}
      columns={columnsOf(i18n)}
      items={page.records}
      hasMore={page.hasMore}
      empty={{
        icon: 'receipt',
        title: t('billing:all.empty'),
        text: t('billing:emptyHint'),
        action: <LinkButton href={backOfficePaths.companies()}>{t('backOffice:companies.title')}</LinkButton>,
      }}
    />
  );
}

function columnsOf(i18n: I18n): Column<InvoiceRowView>[] {
  const { t } = i18n;
  return [
    {
      key: 'company',
      label: t('billing:company'),
      role: 'title',
      cell: ({ companyName, id }) => (
        <RowName dialog={billingPaths.anyInvoice(id)}>
          {companyName} <span className="text-muted">#{id}</span>
        </RowName>
      ),
    },
    { key: 'detail', label: t('billing:detail'), hide: 'medium', cell: ({ detail }) => detail },
    {
      key: 'value',
      label: t('billing:value'),
      role: 'side',
      align: 'end',
      className: 'whitespace-nowrap tabular-nums',
      cell: ({ value }) => formatReais(value, i18n),
    },
    {
      key: 'dueDate',
      label: t('billing:dueDate'),
      role: 'detail',
      cell: ({ dueDate, timeZone }) => formatDate(dueDate, { timeZone }),
    },
    {
      key: 'state',
      label: t('billing:state'),
      role: 'mark',
      cell: ({ state, note }) => (
        <span title={note || undefined}>
          <InvoiceStateBadge state={state} />
        </span>
      ),
    },
    {
      key: 'actions',
      label: t('common:actions'),
      role: 'actions',
      cell: (invoice) => <Actions invoice={invoice} />,
    },
  ];
}

function Actions({ invoice: { id, status, isReversible, companyName } }: { invoice: InvoiceRowView }) {
  const { t } = useI18n();
  const row = `all-invoices-${id}`;
  const action = (name: string, icon: IconName, href: string) => (
    <IconButton
      id={`${row}-${name}`}
      icon={icon}
      label={t(`billing:correct.${name}Of`, { id })}
      {...opensDialog(href)}
    />
  );
  return (
    <RowMenu id={row} name={`${companyName} #${id}`}>
      {action('view', 'eye', billingPaths.anyInvoice(id))}
      {status === 'open' ? (
        <>
          {action('paid', 'check', billingPaths.confirmPaid(id))}
          {action('credit', 'tag', billingPaths.giveCredit(id))}
          {action('cancel', 'ban', billingPaths.confirmCancel(id))}
        </>
      ) : null}
      {status === 'paid' ? action('credit', 'tag', billingPaths.giveCredit(id)) : null}
      {isReversible ? action('undo', 'undo', billingPaths.confirmUndo(id)) : null}
    </RowMenu>
  );
}

type PaidByHandProps = { invoice: InvoiceRowView; note: string; errors?: Record<string, string> };

export function PaidByHandDialog({ invoice, note, errors = {} }: PaidByHandProps) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <DialogForm
      id="paid-by-hand"
      title={t('billing:all.markTitle', { id: invoice.id, company: invoice.companyName })}
      action={billingPaths.confirmPaid(invoice.id)}
      submitLabel={t('billing:all.mark')}
      size="sm"
      errors={errors}
    >
      <p>
        {invoice.detail} · {formatReais(invoice.value, i18n)} · {formatDate(invoice.dueDate, invoice)}
      </p>
      <TextArea
        name="note"
        label={t('billing:note')}
        hint={t('billing:all.noteHint')}
        defaultValue={note}
        rows={3}
        maxLength={500}
        required
        autoFocus
      />
    </DialogForm>
  );
}
