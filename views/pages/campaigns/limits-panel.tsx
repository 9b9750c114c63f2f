import type { ConnectionLimit } from '@/modules/campaigns/settings/sending-limits.queries.ts';
import { FIRST_DAY_CAP } from '@/modules/campaigns/settings/sending-limits.schema.ts';
import { campaignPaths, paths } from '@/paths.ts';
import { type Translate, useT } from '../../i18n.tsx';
import { Badge } from '../../ui/badge.tsx';
import { IconButton, LinkButton } from '../../ui/button.tsx';
import { type Column, DataRows, DataTable } from '../../ui/data-table.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { RowName } from '../../ui/row-actions.tsx';
import { RenderedState } from '../../ui/state-markup.tsx';

export function LimitsPanel({ limits }: { limits: ConnectionLimit[] }) {
  const t = useT();
  return (
    <section aria-labelledby="sending-limits-title">
      <h2 id="sending-limits-title" className="font-semibold">
        {t('campaignSettings:limits.title')}
      </h2>
      <p className="mb-3 text-muted text-sm">{t('campaignSettings:limits.text', { count: FIRST_DAY_CAP })}</p>
      <DataTable
        id="sending-limit-rows"
        caption={t('campaignSettings:limits.title')}
        href={campaignPaths.limits()}
        sorted={{ by: 'name', column: 'name' }}
        refresh={['sendingLimit', 'whatsapp']}
        {...rowsOf(t, limits)}
      />
    </section>
  );
}

export function LimitRows({ limits }: { limits: ConnectionLimit[] }) {
  return <DataRows {...rowsOf(useT(), limits)} />;
}

function rowsOf(t: Translate, limits: ConnectionLimit[]) {
  return {
    columns: columnsOf(t),
    items: limits,
    keyOf: ({ id }: ConnectionLimit) => id,
    next: null,
    empty: (
      <RenderedState
        icon="smartphone"
        title={t('campaignSettings:limits.empty.title')}
        text={t('campaignSettings:limits.empty.text')}
        action={<LinkButton href={paths.connections()}>{t('connections:title')}</LinkButton>}
      />
    ),
  };
}

function columnsOf(t: Translate): Column<ConnectionLimit>[] {
  return [
    {
      key: 'name',
      label: t('campaignSettings:limits.connection'),
      role: 'title',
      cell: ({ id, name }) => <RowName dialog={campaignPaths.editLimit(id)}>{name}</RowName>,
    },
    {
      key: 'cap',
      label: t('campaignSettings:limits.dailyCap'),
      role: 'detail',
      cell: ({ dailyCap }) => t('campaignSettings:limits.perDay', { count: dailyCap }),
    },
    {
      key: 'warmUp',
      label: t('campaignSettings:limits.warmUp'),
      role: 'side',
      cell: ({ warmsUp }) => (
        <Badge tone={warmsUp ? 'success' : 'neutral'}>
          {t(warmsUp ? 'campaignSettings:limits.warms' : 'campaignSettings:limits.atOnce')}
        </Badge>
      ),
    },
    {
      key: 'quiet',
      label: t('campaignSettings:limits.quiet'),
      role: 'mark',
      cell: ({ quietFrom, quietTo }) => (quietFrom === '' ? '—' : `${quietFrom} – ${quietTo}`),
    },
    {
      key: 'actions',
      label: t('common:actions'),
      role: 'actions',
      cell: ({ id, name }) => (
        <IconButton
          id={`sending-limit-${id}-edit`}
          icon="pencil"
          label={t('campaignSettings:limits.edit', { name })}
          {...opensDialog(campaignPaths.editLimit(id))}
        />
      ),
    },
  ];
}
