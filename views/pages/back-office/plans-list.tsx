import { backOfficePaths } from '@/modules/back-office/back-office-paths.schema.ts';
import type { PlanPage, PlanRowView } from '@/modules/companies/companies.views.ts';
import { formatReais } from '@/schemas/languages.schema.ts';
import { type I18n, useI18n } from '../../i18n.tsx';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { RowActions, RowName } from '../../ui/row-actions.tsx';

type PlansListProps = { shows: 'page' | 'rows'; page: PlanPage; searchParam: string };

export function PlansList({ shows, page, searchParam }: PlansListProps) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <ListPage
      shows={shows}
      name="plan"
      level={2}
      title={t('backOffice:plans.title')}
      text={t('backOffice:plans.text')}
      href={backOfficePaths.plans()}
      refresh={['plan', 'company']}
      query={{ searchParam }}
      search={t('common:search')}
      add={{ label: t('backOffice:plans.add'), href: backOfficePaths.newPlan() }}
      sorted={{ by: 'name', column: 'name' }}
      columns={columnsOf(i18n)}
      items={page.plans}
      hasMore={page.hasMore}
      empty={{
        icon: 'credit-card',
        title: t('backOffice:plans.empty'),
        text: t('backOffice:plans.emptyHint'),
      }}
    />
  );
}

function columnsOf(i18n: I18n): Column<PlanRowView>[] {
  const { t } = i18n;
  const amount = (key: 'users' | 'connections' | 'queues'): Column<PlanRowView> => ({
    key,
    label: t(`backOffice:plan.${key}`),
    align: 'end',
    hide: 'narrow',
    cell: (plan) => plan[key],
  });
  return [
    {
      key: 'name',
      label: t('backOffice:plan.name'),
      role: 'title',
      cell: ({ id, name }) => <RowName dialog={backOfficePaths.editPlan(id)}>{name}</RowName>,
    },
    amount('users'),
    amount('connections'),
    amount('queues'),
    {
      key: 'value',
      label: t('backOffice:plan.value'),
      role: 'detail',
      align: 'end',
      className: 'whitespace-nowrap',
      cell: ({ value }) => formatReais(value, i18n),
    },
    {
      key: 'useInternal',
      label: t('backOffice:plan.kind'),
      role: 'side',
      cell: ({ useInternal }) => (
        <Badge tone={useInternal ? 'success' : 'neutral'}>
          {t(useInternal ? 'backOffice:plan.public' : 'backOffice:plan.internal')}
        </Badge>
      ),
    },
    {
      key: 'actions',
      label: t('common:actions'),
      role: 'actions',
      cell: ({ id, name }) => (
        <RowActions
          id={`plan-${id}`}
          name={name}
          edit={{ label: t('backOffice:plan.edit', { name }), href: backOfficePaths.editPlan(id) }}
          remove={{
            label: t('backOffice:plan.delete', { name }),
            href: backOfficePaths.confirmDeletePlan(id),
          }}
        />
      ),
    },
  ];
}
