import { backOfficePaths } from '@/modules/back-office/back-office-paths.schema.ts';
import { countedText } from '@/modules/erasures/counted.schema.ts';
import { erasurePaths } from '@/modules/erasures/erasure-paths.schema.ts';
import type { CompanyErasurePage, CompanyErasureView } from '@/modules/erasures/erasures.views.ts';
import { formatBytes } from '@/schemas/bytes.schema.ts';
import { type I18n, useI18n } from '../../i18n.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { ListLink, ListPage } from '../../ui/list-page.tsx';
import { erasureColumns } from './erasure-columns.tsx';

type CompanyErasuresListProps = { shows: 'page' | 'rows'; page: CompanyErasurePage };

export function CompanyErasuresList({ shows, page }: CompanyErasuresListProps) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <ListPage
      shows={shows}
      name="company-erasure"
      level={2}
      title={t('erasures:company.list.title')}
      text={t('erasures:company.list.text')}
      href={erasurePaths.companyErasures()}
      refresh="company"
      actions={
        <>
          <ListLink icon="trash" label={t('backOffice:bin.title')} href={backOfficePaths.bin()} />
          <ListLink
            icon="arrow-left"
            label={t('backOffice:companies.title')}
            href={backOfficePaths.companies()}
          />
        </>
      }
      sorted={{ by: 'newest', column: 'askedAt' }}
      columns={erasureColumns<CompanyErasureView>(i18n, {
        href: erasurePaths.companyCertificate,
        counted: ({ counts }) => countsOf(counts, i18n),
        about: [
          {
            key: 'company',
            label: t('erasures:company.number'),
            role: 'mark',
            cell: ({ companyId }) => t('erasures:company.short', { id: companyId }),
          },
        ],
      })}
      items={page.records}
      hasMore={page.hasMore}
      empty={{
        icon: 'shield',
        title: t('erasures:company.list.empty'),
        text: t('erasures:company.list.emptyHint'),
        action: <LinkButton href={backOfficePaths.companies()}>{t('backOffice:companies.title')}</LinkButton>,
      }}
    />
  );
}

const countsOf = ({ people, files, bytes }: CompanyErasureView['counts'], i18n: I18n): string =>
  [
    countedText(i18n, 'people', people),
    countedText(i18n, 'files', files),
    formatBytes(bytes, i18n.locale),
  ].join(', ');
