import type { CampaignFilter } from '@/modules/dashboard/dashboard.schema.ts';
import type { CampaignSums } from '@/modules/dashboard/dashboard.views.ts';
import { campaignPaths, paths } from '@/paths.ts';
import { formatCount } from '@/schemas/languages.schema.ts';
import { useI18n } from '../../i18n.tsx';
import { LinkButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { RowName } from '../../ui/row-actions.tsx';
import { periodText } from './figure-page.tsx';

type CampaignSumsProps = { shows: 'page' | 'rows'; filter: CampaignFilter; page: CampaignSums };

export function CampaignSumsPage({ shows, filter, page }: CampaignSumsProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const { days, date_from, date_to } = filter;
  const sum = (key: 'sends' | 'replies'): Column<CampaignSums['campaigns'][number]> => ({
    key,
    label: t(`dashboard:campaign.${key}`),
    align: 'end',
    role: key === 'replies' ? 'side' : undefined,
    cell: (campaign) => <data value={campaign[key]}>{formatCount(campaign[key], i18n)}</data>,
  });
  return (
    <ListPage
      shows={shows}
      isLong
      name="campaign-sum"
      title={t('dashboard:campaign.title')}
      text={periodText(t, filter)}
      href={paths.dashboardCampaigns()}
      refresh="undone"
      fixed={{ days: days?.toString(), date_from, date_to }}
      sorted={{ by: 'created' }}
      columns={[
        {
          key: 'name',
          label: t('common:name'),
          role: 'title',
          cell: ({ id, name }) => <RowName page={campaignPaths.report(id)}>{name}</RowName>,
        },
        sum('sends'),
        sum('replies'),
      ]}
      items={page.campaigns}
      hasMore={page.hasMore}
      empty={{
        icon: 'send',
        title: t('dashboard:nothing'),
        text: t('dashboard:nothingHint'),
        action: <LinkButton href={paths.home()}>{t('dashboard:title')}</LinkButton>,
      }}
    />
  );
}
