import { REPORT_FIGURES, SHIPPING_STATES } from '@/modules/campaigns/campaigns.schema.ts';
import type { ReportContact } from '@/modules/campaigns/report/report.schema.ts';
import { campaignPaths } from '@/paths.ts';
import { formatNumber } from '@/schemas/phone-number.schema.ts';
import { type Translate, useT } from '../../i18n.tsx';
import { formatShortMoment } from '../../parts/messages/dates.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import type { Option } from '../../ui/fields/field.tsx';

export type ContactQuery = { searchParam: string; state: string };

const TONES: Record<ReportContact['state'], Tone> = {
  waiting: 'neutral',
  asking: 'info',
  asked: 'info',
  confirmed: 'info',
  sending: 'info',
  delivered: 'success',
  failed: 'error',
  declined: 'warning',
  skipped: 'warning',
};

export function contactColumns(t: Translate, timeZone: string): Column<ReportContact>[] {
  return [
    { key: 'name', label: t('campaigns:reportPage.contact'), role: 'title', cell: ({ name }) => name },
    {
      key: 'number',
      label: t('campaigns:reportPage.number'),
      role: 'detail',
      className: 'whitespace-nowrap',
      cell: ({ number }) => formatNumber(number),
    },
    {
      key: 'state',
      label: t('campaigns:reportPage.state'),
      role: 'side',
      cell: (contact) => <State contact={contact} />,
    },
    {
      key: 'reason',
      label: t('campaigns:csv.reason'),
      cell: ({ reason }) => (reason ? reasonText(t, reason) : null),
    },
    {
      key: 'at',
      label: t('campaigns:reportPage.when'),
      role: 'mark',
      cell: ({ at }) => (at ? formatShortMoment(at, { timeZone }) : '—'),
    },
  ];
}

function State({ contact: { state, hasReplied } }: { contact: ReportContact }) {
  const t = useT();
  return (
    <span className="inline-flex flex-wrap items-center gap-1 max-[599px]:flex-col max-[599px]:items-end">
      <Badge tone={TONES[state]}>{t(`campaigns:shipping.${state}`)}</Badge>
      {hasReplied ? <Badge tone="primary">{t('campaigns:shipping.replied')}</Badge> : null}
    </span>
  );
}

function reasonText(t: Translate, reason: string): string {
  return reason.startsWith('ERR_')
    ? t(`errors:${reason}`, { context: 'plain' })
    : t(`campaigns:reason.${reason}`);
}

export function stateOptions(t: Translate): Option[] {
  const shown = [...SHIPPING_STATES, ...REPORT_FIGURES];
  return [
    { value: '', label: t('campaigns:reportPage.allStates') },
    ...shown.map((value) => ({ value, label: t(`campaigns:shipping.${value}`) })),
  ];
}

export function noContacts(t: Translate) {
  const [title, text] = [t('campaigns:reportPage.noneFound'), t('campaigns:reportPage.noneFoundText')];
  const action = <LinkButton href={campaignPaths.list()}>{t('campaigns:title')}</LinkButton>;
  return { icon: 'users', title, text, action } as const;
}
