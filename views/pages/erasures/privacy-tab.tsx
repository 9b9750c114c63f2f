import { erasurePaths } from '@/modules/erasures/erasure-paths.schema.ts';
import type { ErasurePage, ErasureView } from '@/modules/erasures/erasures.views.ts';
import { type I18n, useI18n } from '../../i18n.tsx';
import { formatDate, formatTime } from '../../parts/messages/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { Retention } from './retention.tsx';

type PrivacyTabProps = {
  shows: 'page' | 'rows';
  page: ErasurePage;
  kept: { messages: number; media: number };
};

/** How long things are kept, and certificates of what was erased. */
export function PrivacyTab({ shows, page, kept }: PrivacyTabProps) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <ListPage
      shows={shows}
      name="erasure"
      level={2}
      title={t('erasures:list.title')}
      text={t('erasures:list.text')}
      href={erasurePaths.privacy()}
      refresh="erasure"
      notice={<Retention kept={kept} />}
      columns={columnsOf(i18n)}
      items={page.records}
      hasMore={page.hasMore}
      empty={{ icon: 'shield', title: t('erasures:list.empty'), text: t('erasures:list.emptyHint') }}
    />
  );
}

function columnsOf(i18n: I18n): Column<ErasureView>[] {
  const { t } = i18n;
  return [
    {
      key: 'askedAt',
      label: t('erasures:certificate.asked'),
      place: 'title',
      className: 'whitespace-nowrap',
      cell: ({ id, askedAt }) => (
        <a className="link" href={erasurePaths.certificate(id)}>
          {formatDate(askedAt, i18n)} {formatTime(askedAt, i18n)}
        </a>
      ),
    },
    {
      key: 'step',
      label: t('erasures:list.status'),
      place: 'side',
      cell: ({ step, trouble }) => (
        <Badge tone={step === 'done' ? 'success' : trouble ? 'warning' : 'info'}>
          {t(step === 'done' ? 'erasures:list.done' : trouble ? 'erasures:list.waits' : 'erasures:list.runs')}
        </Badge>
      ),
    },
    {
      key: 'counts',
      label: t('erasures:certificate.erased'),
      place: 'detail',
      cell: ({ counts }) => t('erasures:list.counts', counts),
    },
    { key: 'who', label: t('erasures:list.who'), hide: 'narrow', cell: ({ userName }) => userName },
  ];
}
