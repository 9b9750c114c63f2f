import type { DeletedCompanyView } from '@/modules/back-office/back-office.views.ts';
import { backOfficePaths } from '@/modules/back-office/back-office-paths.schema.ts';
import { erasurePaths } from '@/modules/erasures/erasure-paths.schema.ts';
import { type I18n, useI18n } from '../../i18n.tsx';
import { formatDate } from '../../parts/messages/dates.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { ListLink, ListPage } from '../../ui/list-page.tsx';
import { RowMenu } from '../../ui/row-actions.tsx';

export function BinList({ shows, companies }: { shows: 'page' | 'rows'; companies: DeletedCompanyView[] }) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <ListPage
      shows={shows}
      name="bin"
      level={2}
      title={t('backOffice:bin.title')}
      text={t('backOffice:bin.text')}
      href={backOfficePaths.bin()}
      refresh="company"
      actions={
        <>
          <ListLink
            icon="shield"
            label={t('erasures:company.list.title')}
            href={erasurePaths.companyErasures()}
          />
          <ListLink
            icon="arrow-left"
            label={t('backOffice:companies.title')}
            href={backOfficePaths.companies()}
          />
        </>
      }
      sorted={{ by: 'newest', column: 'deletedAt' }}
      columns={columnsOf(i18n)}
      items={companies}
      empty={{
        icon: 'trash',
        title: t('backOffice:bin.empty'),
        text: t('backOffice:bin.emptyHint'),
        action: <LinkButton href={backOfficePaths.companies()}>{t('backOffice:companies.title')}</LinkButton>,
      }}
    />
  );
}

function columnsOf(i18n: I18n): Column<DeletedCompanyView>[] {
  const { t } = i18n;
  return [
    { key: 'name', label: t('backOffice:company.name'), role: 'title', cell: ({ name }) => name },
    {
      key: 'deletedAt',
      label: t('backOffice:bin.deletedAt'),
      hide: 'narrow',
      cell: ({ deletedAt }) => <time dateTime={deletedAt}>{formatDate(deletedAt, i18n)}</time>,
    },
    {
      key: 'keptUntil',
      label: t('backOffice:bin.retainedUntil'),
      role: 'detail',
      isLabelled: true,
      cell: ({ retainedUntil }) => <time dateTime={retainedUntil}>{formatDate(retainedUntil, i18n)}</time>,
    },
    {
      key: 'actions',
      label: t('common:actions'),
      role: 'actions',
      cell: ({ id, name }) => (
        <RowMenu id={`bin-${id}`} name={name}>
          <Button
            size="sm"
            icon="rotate-ccw"
            aria-label={t('backOffice:bin.bringBackNamed', { name })}
            hx-post={backOfficePaths.bringBack(id)}
            hx-swap="none"
          >
            {t('backOffice:bin.bringBack')}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            icon="trash"
            aria-label={t('erasures:company.eraseNamed', { name })}
            {...opensDialog(erasurePaths.eraseCompany(id))}
          >
            {t('erasures:company.erase')}
          </Button>
        </RowMenu>
      ),
    },
  ];
}
