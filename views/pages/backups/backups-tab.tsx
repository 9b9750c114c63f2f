import { backOfficePaths } from '@/modules/back-office/back-office-paths.schema.ts';
import type { BackupPage, BackupState, BackupView } from '@/modules/backups/backups.views.ts';
import { backupsPaths } from '@/modules/backups/backups-paths.schema.ts';
import { formatBytes } from '@/schemas/bytes.schema.ts';
import { type I18n, useI18n } from '../../i18n.tsx';
import { formatMoment } from '../../parts/messages/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ListAction, ListPage } from '../../ui/list-page.tsx';
import { LivePart } from '../../ui/live-part.tsx';

type BackupsTabProps = { shows: 'page' | 'rows'; state: BackupState; page: BackupPage };

const TONES = { running: 'info', proven: 'success', failed: 'error' } as const;

export function BackupsTab({ shows, state, page }: BackupsTabProps) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <ListPage
      shows={shows}
      name="backup"
      level={2}
      title={t('backups:title')}
      text={t('settings:about.backups')}
      href={backupsPaths.list()}
      refresh="backups"
      actions={
        <ListAction
          id="back-up-now"
          icon="archive"
          label={t('backups:now')}
          hx-post={backupsPaths.list()}
          hx-swap="none"
          hx-disable="this"
        />
      }
      notice={<State state={state} />}
      sorted={{ by: 'newest', column: 'startedAt' }}
      columns={columnsOf(i18n)}
      items={page.records}
      hasMore={page.hasMore}
      empty={{
        icon: 'history',
        title: t('backups:empty'),
        text: t('backups:emptyHint'),
        action: (
          <Button id="back-up-first" hx-post={backupsPaths.list()} hx-swap="none" hx-disable="this">
            {t('common:begin')}
          </Button>
        ),
      }}
    />
  );
}

function State({ state }: { state: BackupState }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { lastProven, isMissed, hasFailed, damage, isEncrypted, isElsewhere, folder, bucket } = state;
  const advice = [
    ...(isEncrypted ? [] : [{ risk: t('backups:plain'), remedy: t('backups:plainHow') }]),
    ...(isElsewhere ? [] : [{ risk: t('backups:beside'), remedy: t('backups:besideHow') }]),
  ];
  return (
    <LivePart
      id="backup-state"
      className="panel mb-4 flex flex-col gap-2 p-4"
      href={backupsPaths.list()}
      refreshOn="backups"
    >
      <p className="font-semibold">
        {lastProven ? t('backups:lastProven', verifiedText(lastProven, i18n)) : t('backups:never')}
      </p>
      {isMissed ? <p className="text-error">{t('backups:missed')}</p> : null}
      {hasFailed && !isMissed ? <p className="text-error">{t('backups:lastFailed')}</p> : null}
      {damage.length > 0 ? (
        <div className="text-error">
          <p>{t('backups:damage')}</p>
          <ul className="list-inside list-disc text-sm wrap-anywhere" lang="en">
            {damage.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {advice.map(({ risk, remedy }) => (
        <div key={risk} className="text-muted text-sm">
          <p>{risk}</p>
          <details>
            <summary className="w-fit cursor-pointer py-1">{t('backups:how')}</summary>
            <p>{remedy}</p>
          </details>
        </div>
      ))}
      <p className="text-muted text-sm wrap-anywhere">
        {bucket ? t('backups:bucket', { bucket }) : t('backups:folder', { folder: folder ?? '' })}
      </p>
      {lastProven ? (
        <p className="text-sm">
          <a className="link" href={backOfficePaths.companies()}>
            {t('backups:restore.where')}
          </a>
        </p>
      ) : null}
    </LivePart>
  );
}

function verifiedText({ startedAt, messages, differences }: BackupView, i18n: I18n) {
  return {
    at: formatMoment(startedAt, i18n),
    messages: messages.toLocaleString(i18n.locale),
    differences,
  };
}

function columnsOf(i18n: I18n): Column<BackupView>[] {
  const { t } = i18n;
  return [
    {
      key: 'startedAt',
      label: t('backups:at'),
      role: 'title',
      className: 'whitespace-nowrap',
      cell: ({ startedAt }) => <time dateTime={startedAt}>{formatMoment(startedAt, i18n)}</time>,
    },
    {
      key: 'status',
      label: t('backups:status'),
      role: 'side',
      cell: ({ status }) => <Badge tone={TONES[status]}>{t(`backups:is.${status}`)}</Badge>,
    },
    {
      key: 'holds',
      label: t('backups:holds'),
      role: 'detail',
      cell: (backup) => holdings(backup, i18n),
    },
    {
      key: 'added',
      label: t('backups:added'),
      hide: 'narrow',
      className: 'whitespace-nowrap',
      cell: ({ status, addedBytes }) => (status === 'proven' ? formatBytes(addedBytes, i18n.locale) : ''),
    },
  ];
}

function holdings({ status, reason, details, companies, messages, files }: BackupView, { t, locale }: I18n) {
  if (status === 'running') return '';
  if (status === 'proven') {
    const figures = t('backups:figures', {
      companies: companies.toLocaleString(locale),
      messages: messages.toLocaleString(locale),
      files: files.toLocaleString(locale),
    });
    return reason ? `${figures}. ${t(`backups:reason.${reason}`)}` : figures;
  }
  return (
    <span title={details} className="wrap-anywhere">
      {t(`backups:reason.${reason ?? 'broken'}`)}
    </span>
  );
}
