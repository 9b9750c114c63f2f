import type { CompanyOverviewPage, CompanyOverviewView } from '@/modules/back-office/back-office.views.ts';
import { backOfficePaths } from '@/modules/back-office/back-office-paths.schema.ts';
import type { OverviewFilter } from '@/modules/companies/companies.schema.ts';
import { companyFilePaths } from '@/modules/company-files/company-files-paths.schema.ts';
import { formatBytes } from '@/schemas/bytes.schema.ts';
import { type I18n, useI18n, useT } from '../../i18n.tsx';
import { formatMoment } from '../../parts/messages/dates.ts';
import { TightBadge } from '../../parts/quotas/use-list.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button, IconButton, IconLink, LinkButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { goesOnProven, opensDialog } from '../../ui/dialog.tsx';
import { ListLink, ListPage } from '../../ui/list-page.tsx';
import { RowMenu, RowName } from '../../ui/row-actions.tsx';
import { DueDate, dueClass } from './due-date.tsx';

type CompaniesListProps = {
  shows: 'page' | 'rows';
  page: CompanyOverviewPage;
  searchParam: string;
  order: OverviewFilter['order'];
};

const ORDERED = { '': 'name', dueDate: 'dueDate', activity: 'activity', newest: 'newest' } as const;

export function CompaniesList({ shows, page, searchParam, order }: CompaniesListProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const orders = [
    { value: '', label: t('backOffice:order.name') },
    { value: 'dueDate', label: t('backOffice:order.dueDate') },
    { value: 'activity', label: t('backOffice:order.activity') },
    { value: 'newest', label: t('backOffice:order.newest') },
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
      actions={
        <>
          <Button
            icon="list"
            hx-include="#company-filters [name=searchParam]"
            {...opensDialog(backOfficePaths.bulk())}
          >
            {t('backOffice:bulk.open')}
          </Button>
          <ListLink icon="upload" label={t('companyFiles:imports.link')} href={companyFilePaths.imports()} />
          <ListLink icon="trash" label={t('backOffice:bin.title')} href={backOfficePaths.bin()} />
        </>
      }
      sorted={{ by: ORDERED[order] }}
      columns={columnsOf(i18n, order)}
      rowClass={dueClass}
      items={page.companies}
      hasMore={page.hasMore}
      empty={{
        icon: 'building',
        title: t('backOffice:companies.empty'),
        text: t('backOffice:companies.emptyHint'),
        action: <LinkButton href={backOfficePaths.newCompany()}>{t('common:begin')}</LinkButton>,
      }}
    />
  );
}

function columnsOf(i18n: I18n, order: OverviewFilter['order']): Column<CompanyOverviewView>[] {
  const { t } = i18n;
  return [
    {
      key: 'name',
      label: t('backOffice:company.name'),
      role: 'title',
      className: 'min-w-44',
      cell: ({ id, name, planName }) => (
        <>
          <RowName page={backOfficePaths.company(id)}>{name}</RowName>
          <span className="block font-normal text-muted text-xs max-[599px]:hidden">
            {planName ?? t('backOffice:company.noPlan')}
          </span>
        </>
      ),
    },
    {
      key: 'status',
      label: t('backOffice:companies.state'),
      role: 'side',
      cell: (company) => (
        <>
          <State company={company} />
          {company.tight[0] ? (
            <span className="mt-1 block max-[599px]:hidden min-[1100px]:hidden">
              <TightBadge use={company.tight[0]} />
            </span>
          ) : null}
        </>
      ),
    },
    {
      key: 'tight',
      label: t('quotas:title'),
      role: 'mark',
      className: 'min-[600px]:hidden',
      cell: ({ tight: [first] }) => (first ? <TightBadge use={first} /> : null),
    },
    {
      key: 'due',
      label: t('backOffice:company.dueDate'),
      role: 'detail',
      cell: (company) => (
        <>
          <DueDate {...company} />
          {company.openInvoices > 0 ? (
            <span className="block text-muted text-xs max-[599px]:hidden">
              {t('backOffice:companies.openInvoices', { count: company.openInvoices })}
            </span>
          ) : null}
        </>
      ),
    },
    {
      key: 'usage',
      label: t('backOffice:companies.usage'),
      hide: order === 'activity' ? 'wide' : 'medium',
      className: 'whitespace-nowrap',
      cell: (company) => <Usage {...company} />,
    },
    {
      key: 'activity',
      label: t('backOffice:companies.activityAndStorage'),
      hide: order === 'activity' ? 'medium' : 'wide',
      className: 'whitespace-nowrap',
      cell: (company) => <Activity {...company} />,
    },
    {
      key: 'actions',
      label: t('common:actions'),
      role: 'actions',
      cell: (company) => <Actions company={company} />,
    },
  ];
}

function Usage({ figures }: Pick<CompanyOverviewView, 'figures'>) {
  const t = useT();
  if (!figures) return '–';
  const counted = (key: 'users' | 'connections' | 'messagesToday') =>
    t(`backOffice:companies.counted.${key}`, { count: figures[key] });
  return (
    <>
      {counted('messagesToday')}
      <span className="block text-muted text-xs">
        {counted('users')} · {counted('connections')}
      </span>
    </>
  );
}

function Activity({ figures, tight: [first] }: Pick<CompanyOverviewView, 'figures' | 'tight'>) {
  const i18n = useI18n();
  if (!figures) return first ? <TightBadge use={first} /> : '–';
  const { lastActivityAt: at, storageBytes } = figures;
  return (
    <>
      {at ? <time dateTime={at}>{formatMoment(at, i18n)}</time> : '–'}
      <span className="block text-muted text-xs">{formatBytes(storageBytes, i18n.locale)}</span>
      {first ? <TightBadge use={first} /> : null}
    </>
  );
}

function State({ company }: { company: CompanyOverviewView }) {
  const { t } = useI18n();
  const [tone, key] = stateOf(company);
  return <Badge tone={tone}>{t(`backOffice:state.${key}`)}</Badge>;
}

function stateOf({ status, isStopped, daysLeft, isOnTrial }: CompanyOverviewView): [Tone, string] {
  if (isStopped) return ['error', 'stopped'];
  if (!status) return ['error', 'blocked'];
  if (daysLeft !== null && daysLeft < 0) return ['warning', 'expired'];
  return isOnTrial ? ['info', 'trial'] : ['success', 'active'];
}

function Actions({ company: { id, name, isOwn, status } }: { company: CompanyOverviewView }) {
  const { t } = useI18n();
  const row = `company-${id}`;
  const block = status ? 'block' : 'unblock';
  return (
    <RowMenu id={row} name={name}>
      <IconLink
        icon="pencil"
        label={t('backOffice:company.edit', { name })}
        href={backOfficePaths.company(id)}
      />
      {isOwn ? (
        <span className="inline-block w-30 max-[599px]:hidden" />
      ) : (
        <>
          <IconButton
            {...goesOnProven(`${row}-enter`, 'click')}
            icon="eye"
            label={t('backOffice:company.enter', { name })}
            hx-post={backOfficePaths.enterCompany(id)}
            hx-swap="none"
          />
          <IconButton
            id={`${row}-block`}
            icon={status ? 'ban' : 'circle-check'}
            label={t(`backOffice:company.${block}`, { name })}
            {...opensDialog(backOfficePaths.bulkOfOne(id, block))}
          />
          <IconButton
            id={`${row}-delete`}
            icon="trash"
            label={t('backOffice:company.delete', { name })}
            {...opensDialog(backOfficePaths.confirmDeleteCompany(id))}
          />
        </>
      )}
    </RowMenu>
  );
}
