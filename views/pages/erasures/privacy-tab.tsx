import { countedText } from '@/modules/erasures/counted.schema.ts';
import { erasurePaths } from '@/modules/erasures/erasure-paths.schema.ts';
import type { ErasurePage, ErasureView } from '@/modules/erasures/erasures.views.ts';
import { paths } from '@/paths.ts';
import { useI18n } from '../../i18n.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { erasureColumns } from './erasure-columns.tsx';
import { Retention } from './retention.tsx';

type PrivacyTabProps = {
  shows: 'page' | 'rows';
  page: ErasurePage;
  retention: { messages: number; media: number };
};

const LISTED = ['tickets', 'messages', 'files'] as const;

export function PrivacyTab({ shows, page, retention }: PrivacyTabProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const list = (
    <ListPage
      shows={shows}
      name="erasure"
      level={2}
      title={t('erasures:list.title')}
      text={t('erasures:list.text')}
      href={erasurePaths.privacy()}
      refresh="erasure"
      sorted={{ by: 'newest', column: 'askedAt' }}
      columns={erasureColumns<ErasureView>(i18n, {
        href: erasurePaths.certificate,
        counted: ({ counts }) => LISTED.map((what) => countedText(i18n, what, counts[what])).join(', '),
      })}
      items={page.records}
      hasMore={page.hasMore}
      empty={{
        icon: 'shield',
        title: t('erasures:list.empty'),
        text: t('erasures:list.emptyHint'),
        action: <LinkButton href={paths.contacts()}>{t('contacts:title')}</LinkButton>,
      }}
    />
  );
  if (shows === 'rows') return list;
  return (
    <>
      <Retention months={retention} />
      {list}
    </>
  );
}
