import type { CompanyOverviewPage, CompanyOverviewView } from '@/modules/back-office/back-office.views.ts';
import { backOfficePaths } from '@/modules/back-office/back-office-paths.schema.ts';
import { type I18n, useI18n } from '../../i18n.tsx';
import { formatDate, formatTime } from '../../parts/messages/dates.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { IconButton, IconLink } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { ListLink, ListPage } from '../../ui/list-page.tsx';
import { formatBytes } from './bytes.ts';
import { DueDate, dueClass } from './due-date.tsx';

type CompaniesListProps = {
  shows: 'page' | 'rows';
  page: CompanyOverviewPage;
  searchParam: string;
  order: string;
};

export function CompaniesList({ shows, page, searchParam, order }: CompaniesListProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const orders = [
    { value: '', label: t('backOffice:order.name') },
    { value: 'dueDate', label: t('backOffice:order.dueDate') },
    { value: 'activity', label: t('backOffice:order.activity') },
  ];
  return (
    <ListPage
      shows={shows}
      name="company"
      level={2}
      title={t('backOffice:companies.title')}
      text={t('backOffice:companies.text')}
      href={backOfficePaths.companies()}
      refresh="company"
      query={{ searchParam, order }}
      search={t('common:search')}
      filters={[{ name: 'order', label: t('backOffice:order.label'), options: orders }]}
      actions={<ListLink icon="trash" label={t('backOffice:bin.title')} href={backOfficePaths.bin()} />}
      columns={columnsOf(i18n)}
      rowClass={dueClass}
      items={page.companies}
      hasMore={page.hasMore}
      empty={{
        icon: 'building',
        title: t('backOffice:companies.empty'),
        text: t('backOffice:companies.emptyHint'),
      }}
    />
  );
}

function columnsOf(i18n: I18n): Column<CompanyOverviewView>[] {
  const { t, locale } = i18n;
  const number = new Intl.NumberFormat(locale);
  const counted = (key: 'users' | 'connections' | 'messagesToday'): Column<CompanyOverviewView> => ({
    key,
    label: t(`backOffice:companies.${key}`),
    align: 'end',
    hide: 'medium',
    cell: ({ figures }) => (figures ? number.format(figures[key]) : '–'),
  });
  return [
    {
      key: 'name',
      label: t('backOffice:company.name'),
      place: 'title',
      cell: ({ id, name }) => (
        <a href={backOfficePaths.company(id)} className="link-hover">
          {name}
        </a>
      ),
    },
    {
      key: 'status',
      label: t('backOffice:companies.state'),
      place: 'side',
      cell: (company) => <State company={company} />,
    },
    {
      key: 'plan',
      label: t('backOffice:company.plan'),
      hide: 'narrow',
      cell: ({ planName }) =>
        planName ?? <span className="text-muted">{t('backOffice:company.noPlan')}</span>,
    },
    {
      key: 'due',
      label: t('backOffice:company.dueDate'),
      place: 'detail',
      cell: (company) => <DueDate {...company} />,
    },
    counted('users'),
    counted('connections'),
    counted('messagesToday'),
    {
      key: 'storage',
      label: t('backOffice:companies.storage'),
      align: 'end',
      hide: 'medium',
      cell: ({ figures }) => (figures ? formatBytes(figures.storageBytes, locale) : '–'),
    },
    {
      key: 'activity',
      label: t('backOffice:companies.lastActivity'),
      hide: 'medium',
      className: 'whitespace-nowrap',
      cell: ({ figures }) =>
        figures?.lastActivityAt ? (
          <time dateTime={figures.lastActivityAt}>
            {formatDate(figures.lastActivityAt, i18n)} {formatTime(figures.lastActivityAt, i18n)}
          </time>
        ) : (
          '–'
        ),
    },
    {
      key: 'invoices',
      label: t('backOffice:companies.openInvoices'),
      align: 'end',
      hide: 'narrow',
      cell: ({ openInvoices }) => number.format(openInvoices),
    },
    {
      key: 'actions',
      label: t('common:actions'),
      place: 'actions',
      cell: (company) => <Actions company={company} />,
    },
  ];
}

function State({ company }: { company: CompanyOverviewView }) {
  const { t } = useI18n();
  const [tone, key] = stateOf(company);
  return <Badge tone={tone}>{t(`backOffice:state.${key}`)}</Badge>;
}

function stateOf({ status, daysLeft, isOnTrial }: CompanyOverviewView): [Tone, string] {
  if (!status) return ['error', 'blocked'];
  if (daysLeft !== null && daysLeft < 0) return ['warning', 'expired'];
  return isOnTrial ? ['info', 'trial'] : ['success', 'active'];
}

function Actions({ company: { id, name, isOwn } }: { company: CompanyOverviewView }) {
  const { t } = useI18n();
  const row = `company-${id}`;
  return (
    <>
      <IconLink
        icon="pencil"
        label={t('backOffice:company.edit', { name })}
        href={backOfficePaths.company(id)}
      />
      {isOwn ? null : (
        <IconButton
          id={`${row}-delete`}
          icon="trash"
          label={t('backOffice:company.delete', { name })}
          {...opensDialog(backOfficePaths.confirmDeleteCompany(id))}
        />
      )}
    </>
  );
}
