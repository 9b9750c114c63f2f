import type { CampaignPage, CampaignView } from '@/modules/campaigns/campaigns.views.ts';
import { campaignPaths } from '@/paths.ts';
import { type Translate, useI18n, useT } from '../../i18n.tsx';
import { formatShortMoment } from '../../parts/messages/dates.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { IconButton, IconLink } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { RowMenu, RowName } from '../../ui/row-actions.tsx';

type CampaignsPageProps = {
  shows: 'page' | 'rows';
  page: CampaignPage;
  searchParam: string;
  hasDefaultLine: boolean;
};

export function CampaignsPage({ shows, page, searchParam, hasDefaultLine }: CampaignsPageProps) {
  const { t, timeZone } = useI18n();
  return (
    <ListPage
      shows={shows}
      name="campaign"
      title={t('campaigns:title')}
      text={t('campaigns:text')}
      href={campaignPaths.list()}
      refresh="campaign"
      query={{ searchParam }}
      search={t('common:search')}
      add={{ label: t('campaigns:add'), href: campaignPaths.add() }}
      sorted={{ by: 'name', column: 'name' }}
      columns={columnsOf(t, (at) => formatShortMoment(at, { timeZone }), hasDefaultLine)}
      items={page.records}
      hasMore={page.hasMore}
      empty={{ icon: 'megaphone', title: t('campaigns:empty.title'), text: t('campaigns:empty.text') }}
    />
  );
}

export const TONES: Record<CampaignView['status'], Tone> = {
  INATIVA: 'neutral',
  PROGRAMADA: 'info',
  EM_ANDAMENTO: 'success',
  CANCELADA: 'error',
  FINALIZADA: 'neutral',
};

function columnsOf(
  t: Translate,
  at: (moment: string) => string,
  hasDefaultLine: boolean,
): Column<CampaignView>[] {
  const none = t('campaigns:none');
  return [
    {
      key: 'name',
      label: t('campaigns:name'),
      role: 'title',
      cell: ({ id, name }) => <RowName page={campaignPaths.report(id)}>{name}</RowName>,
    },
    {
      key: 'status',
      label: t('campaigns:status'),
      role: 'side',
      align: 'center',
      cell: (campaign) => <Status campaign={campaign} />,
    },
    {
      key: 'list',
      label: t('campaigns:contactList'),
      role: 'detail',
      cell: ({ contactList }) => contactList?.name ?? none,
    },
    {
      key: 'connection',
      label: t('campaigns:connection'),
      hide: 'medium',
      cell: ({ whatsapp }) => whatsapp?.name ?? none,
    },
    {
      key: 'scheduledAt',
      label: t('campaigns:scheduledAt'),
      hide: 'narrow',
      className: 'whitespace-nowrap',
      cell: ({ scheduledAt }) => (scheduledAt ? at(scheduledAt) : t('campaigns:notScheduled')),
    },
    {
      key: 'completedAt',
      label: t('campaigns:completedAt'),
      hide: 'medium',
      className: 'whitespace-nowrap',
      cell: ({ completedAt }) => (completedAt ? at(completedAt) : t('campaigns:notCompleted')),
    },
    {
      key: 'actions',
      label: t('common:actions'),
      role: 'actions',
      cell: (campaign) => <Actions campaign={campaign} hasDefaultLine={hasDefaultLine} />,
    },
  ];
}

function Status({ campaign: { status, stoppedFor } }: { campaign: CampaignView }) {
  const t = useT();
  return (
    <span title={stoppedFor ? t(`campaigns:stopped.${stoppedFor}`) : undefined}>
      <Badge tone={TONES[status]}>{t(`campaigns:states.${status}`)}</Badge>
    </span>
  );
}

type ActionsProps = { campaign: CampaignView; hasDefaultLine: boolean };

function Actions({ campaign, hasDefaultLine }: ActionsProps) {
  const { id, name, status, contactListId, whatsappId } = campaign;
  const canStart = contactListId !== null && (whatsappId !== null || hasDefaultLine);
  const t = useT();
  const posts = (href: string) => ({ 'hx-post': href, 'hx-swap': 'none' });
  return (
    <RowMenu id={`campaign-${id}`} name={name}>
      {status === 'EM_ANDAMENTO' || status === 'PROGRAMADA' ? (
        <IconButton
          id={`campaign-${id}-stop`}
          icon="pause"
          label={t('campaigns:stopNamed', { name })}
          {...opensDialog(campaignPaths.confirmStop(id))}
        />
      ) : null}
      {status === 'CANCELADA' ? (
        <IconButton
          id={`campaign-${id}-restart`}
          icon="play"
          label={t('campaigns:restartNamed', { name })}
          {...posts(campaignPaths.restart(id))}
        />
      ) : null}
      <IconLink
        id={`campaign-${id}-report`}
        icon="chart"
        label={t('campaigns:report', { name })}
        href={campaignPaths.report(id)}
      />
      <IconButton
        id={`campaign-${id}-edit`}
        icon="pencil"
        label={t('campaigns:edit', { name })}
        {...opensDialog(campaignPaths.edit(id))}
      />
      <Menu id={`campaign-${id}-more`} label={t('campaigns:more', { name })} isRow>
        {(status === 'INATIVA' || status === 'PROGRAMADA') && canStart ? (
          <MenuItem icon="play" {...opensDialog(campaignPaths.confirmStart(id))}>
            {t('campaigns:startNow')}
          </MenuItem>
        ) : null}
        <MenuItem icon="copy" {...posts(campaignPaths.duplicate(id))}>
          {t('campaigns:duplicate')}
        </MenuItem>
        {status === 'EM_ANDAMENTO' ? null : (
          <MenuItem icon="trash" danger {...opensDialog(campaignPaths.confirmDelete(id))}>
            {t('common:delete')}
          </MenuItem>
        )}
      </Menu>
    </RowMenu>
  );
}
