import type { ExportPage, ExportView } from '@/modules/company-files/company-files.views.ts';
import { companyFilePaths } from '@/modules/company-files/company-files-paths.schema.ts';
import { formatBytes } from '@/schemas/bytes.schema.ts';
import { type I18n, useI18n } from '../../i18n.tsx';
import { formatMoment } from '../../parts/messages/dates.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { IconButton, LinkButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { ListPage } from '../../ui/list-page.tsx';

export function ExportsTab({ shows, page }: { shows: 'page' | 'rows'; page: ExportPage }) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <ListPage
      shows={shows}
      name="export"
      level={2}
      title={t('companyFiles:exports.title')}
      href={companyFilePaths.exports()}
      refresh="companyExport"
      swap="innerMorph"
      add={{ label: t('companyFiles:exports.add'), href: companyFilePaths.newExport() }}
      notice={<p className="mb-4 max-w-prose text-pretty text-muted">{t('companyFiles:exports.text')}</p>}
      sorted={{ by: 'newest', column: 'startedAt' }}
      columns={columnsOf(i18n)}
      items={page.records}
      hasMore={page.hasMore}
      empty={{
        icon: 'archive',
        title: t('companyFiles:exports.empty'),
        text: t('companyFiles:exports.emptyHint'),
      }}
    />
  );
}

function columnsOf(i18n: I18n): Column<ExportView>[] {
  const { t } = i18n;
  return [
    {
      key: 'startedAt',
      label: t('companyFiles:exports.at'),
      role: 'title',
      className: 'whitespace-nowrap',
      cell: ({ startedAt }) => <Moment at={startedAt} />,
    },
    {
      key: 'status',
      label: t('companyFiles:exports.status'),
      role: 'side',
      cell: (made) => {
        const [tone, key] = stateOf(made);
        return <Badge tone={tone}>{t(`companyFiles:is.${key}`)}</Badge>;
      },
    },
    {
      key: 'holds',
      label: t('companyFiles:exports.holds'),
      role: 'detail',
      cell: (made) => <Holdings made={made} />,
    },
    {
      key: 'madeBy',
      label: t('companyFiles:exports.madeBy'),
      hide: 'narrow',
      cell: ({ madeBy }) => madeBy,
    },
    {
      key: 'actions',
      label: t('common:actions'),
      role: 'actions',
      cell: (made) => <Actions made={made} />,
    },
  ];
}

function stateOf({ status, isExpired }: ExportView): [Tone, string] {
  if (isExpired) return ['neutral', 'expired'];
  if (status === 'running') return ['info', 'running'];
  return status === 'ready' ? ['success', 'ready'] : ['error', 'failed'];
}

function Moment({ at }: { at: string }) {
  const i18n = useI18n();
  return <time dateTime={at}>{formatMoment(at, i18n)}</time>;
}

function Holdings({ made }: { made: ExportView }) {
  const i18n = useI18n();
  const { t, locale } = i18n;
  const { status, reason, progress, bytes, messages, files, withSecrets, isEncrypted, expiresAt } = made;
  if (status === 'failed') return t(`companyFiles:reason.${reason ?? 'broken'}`);
  if (status === 'running') return <Progress progress={progress} />;
  const keys = withSecrets ? 'withKeys' : isEncrypted ? 'encrypted' : 'open';
  return (
    <>
      {t('companyFiles:exports.figures', {
        size: formatBytes(bytes, locale),
        messages: messages.toLocaleString(locale),
        files: files.toLocaleString(locale),
      })}
      <span className="block text-muted text-xs max-[599px]:hidden">
        {t(`companyFiles:exports.${keys}`)}
        {expiresAt && !made.isExpired
          ? ` · ${t('companyFiles:exports.until', { at: formatMoment(expiresAt, i18n) })}`
          : ''}
      </span>
    </>
  );
}

function Progress({ progress }: Pick<ExportView, 'progress'>) {
  const { t, locale } = useI18n();
  if (!progress) return t('companyFiles:exports.waits');
  if (progress.of === 0) return t('companyFiles:exports.database');
  const content = t('companyFiles:exports.media', {
    done: progress.done.toLocaleString(locale),
    of: progress.of.toLocaleString(locale),
  });
  return (
    <span className="flex items-center gap-2">
      <progress className="progress w-24" value={progress.done} max={progress.of} aria-label={content} />
      {content}
    </span>
  );
}

function Actions({ made }: { made: ExportView }) {
  const { t } = useI18n();
  const { id, status, isExpired } = made;
  return (
    <>
      {status === 'ready' && !isExpired ? (
        <LinkButton id={`export-${id}-file`} size="sm" icon="download" href={companyFilePaths.exportFile(id)}>
          {t('companyFiles:exports.fetch')}
        </LinkButton>
      ) : null}
      <IconButton
        id={`export-${id}-delete`}
        icon={status === 'running' ? 'x' : 'trash'}
        label={t(status === 'running' ? 'companyFiles:exports.stop' : 'companyFiles:exports.delete')}
        {...opensDialog(companyFilePaths.confirmDeleteExport(id))}
      />
    </>
  );
}
