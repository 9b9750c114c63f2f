import { backOfficePaths } from '@/modules/back-office/back-office-paths.schema.ts';
import type { ImportView, IncomingView } from '@/modules/company-files/company-files.views.ts';
import { companyFilePaths } from '@/modules/company-files/company-files-paths.schema.ts';
import { formatBytes } from '@/schemas/bytes.schema.ts';
import { type I18n, useI18n } from '../../i18n.tsx';
import { formatMoment } from '../../parts/messages/dates.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { ListLink, ListPage } from '../../ui/list-page.tsx';
import { ImportPanel } from './import-panel.tsx';

type ImportPageProps = { shows: 'page' | 'rows'; state: ImportView; files: IncomingView[] };

export function ImportPage({ shows, state, files }: ImportPageProps) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <ListPage
      shows={shows}
      name="incoming"
      level={2}
      title={t('companyFiles:imports.title')}
      href={companyFilePaths.imports()}
      refresh="companyImport"
      swap="innerMorph"
      add={{ label: t('companyFiles:imports.add'), href: companyFilePaths.upload() }}
      actions={
        <ListLink
          icon="arrow-left"
          label={t('backOffice:companies.title')}
          href={backOfficePaths.companies()}
        />
      }
      notice={
        <>
          <p className="mb-4 max-w-prose text-pretty text-muted">{t('companyFiles:imports.text')}</p>
          <ImportPanel state={state} />
        </>
      }
      sorted={{ by: 'name', column: 'name' }}
      columns={columnsOf(i18n)}
      items={files}
      empty={{
        icon: 'folder',
        title: t('companyFiles:imports.empty'),
        text: t('companyFiles:imports.emptyHint'),
      }}
    />
  );
}

function columnsOf(i18n: I18n): Column<IncomingView>[] {
  const { t, locale } = i18n;
  return [
    {
      key: 'name',
      label: t('companyFiles:imports.file'),
      role: 'title',
      className: 'wrap-anywhere',
      cell: ({ name }) => name,
    },
    {
      key: 'bytes',
      label: t('companyFiles:imports.size'),
      role: 'side',
      className: 'whitespace-nowrap',
      cell: ({ bytes }) => formatBytes(bytes, locale),
    },
    {
      key: 'at',
      label: t('companyFiles:imports.at'),
      role: 'detail',
      cell: ({ at, isUploaded }) => (
        <>
          <time dateTime={at}>{formatMoment(at, i18n)}</time>
          {' · '}
          {t(isUploaded ? 'companyFiles:imports.uploaded' : 'companyFiles:imports.dropped')}
        </>
      ),
    },
    {
      key: 'actions',
      label: t('common:actions'),
      role: 'actions',
      cell: ({ id, file, name }) => (
        <>
          <Button
            id={`incoming-${id}-check`}
            size="sm"
            aria-label={t('companyFiles:imports.checkNamed', { name })}
            {...opensDialog(companyFilePaths.check(file))}
          >
            {t('companyFiles:imports.check')}
          </Button>
          <IconButton
            id={`incoming-${id}-remove`}
            icon="trash"
            label={t('companyFiles:imports.removeNamed', { name })}
            {...opensDialog(companyFilePaths.confirmRemoveFile(file))}
          />
        </>
      ),
    },
  ];
}
