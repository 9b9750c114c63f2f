import { backOfficePaths } from '@/modules/back-office/back-office-paths.schema.ts';
import { backupsPaths } from '@/modules/backups/backups-paths.schema.ts';
import type { RestoreView } from '@/modules/backups/restores/restores.queries.ts';
import { useI18n } from '../../i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { formatMoment } from '../messages/dates.ts';

export function RestorePanel({ restore }: { restore: RestoreView }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { companyId, provenAt, isStopped, state } = restore;
  const at = provenAt ? formatMoment(provenAt, i18n) : null;
  const isBusy = state.at === 'waiting' || state.at === 'fetching' || state.at === 'replacing';
  return (
    <section
      id="company-restore-state"
      className="panel my-4 flex flex-col gap-3 p-4"
      aria-labelledby="company-restore-title"
      hx-get={backOfficePaths.company(companyId)}
      hx-trigger="refresh:backups from:document"
      hx-select="#company-restore-state > *"
      hx-sync="this:replace"
    >
      <h2 id="company-restore-title" className="font-semibold">
        {t('backups:restore.title')}
      </h2>
      {isStopped ? (
        <p className="notice tone-error">
          <Icon name="alert-triangle" size={18} />
          <span>{t('backups:restore.stopped')}</span>
        </p>
      ) : null}
      <p className="text-muted text-sm">
        {at ? t('backups:restore.last', { at }) : t('backups:restore.none')}
      </p>
      <div aria-live="polite">
        <Course restore={restore} />
      </div>
      {at && !isBusy ? (
        <div>
          <Button icon="history" {...opensDialog(backupsPaths.restore(companyId))}>
            {t('backups:restore.open')}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function Course({ restore: { companyId, state } }: { restore: RestoreView }) {
  const i18n = useI18n();
  const { t, locale } = i18n;
  if (state.at === 'nothing') return null;
  if (state.companyId !== companyId)
    return state.at === 'failed' || state.at === 'done' ? null : (
      <p className="text-sm">{t('backups:restore.another', { name: state.name })}</p>
    );
  if (state.at === 'failed')
    return (
      <div className="notice tone-error">
        <Icon name="alert-triangle" size={18} />
        <div>
          <p>{t(`backups:restore.failed.${state.reason}`, { why: state.why })}</p>
          {state.reason === 'unusable' ? (
            <p className="wrap-anywhere text-sm" lang="en">
              {state.why}
            </p>
          ) : null}
        </div>
      </div>
    );
  if (state.at === 'done') return <Done state={state} />;
  const { files, of } = state.at === 'fetching' ? state : { files: 0, of: 0 };
  const figures = { files: files.toLocaleString(locale), of: of.toLocaleString(locale) };
  return (
    <p className="flex items-center gap-2">
      <Spinner />
      <span>
        {t(`backups:restore.at.${state.at === 'fetching' && of === 0 ? 'looking' : state.at}`, figures)}
      </span>
    </p>
  );
}

type DoneState = Extract<RestoreView['state'], { at: 'done' }>;

function Done({ state: { madeAt, damage, damaged, report, aside } }: { state: DoneState }) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <div className="flex flex-col gap-2">
      <p className="flex items-center gap-2 font-semibold text-success">
        <Icon name="check" size={18} />
        {t('backups:restore.done', { at: formatMoment(madeAt, i18n) })}
      </p>
      {damaged > 0 ? (
        <div className="text-error">
          <p>{t('backups:restore.damage', { count: damaged, report })}</p>
          <ul className="list-inside list-disc text-sm wrap-anywhere" lang="en">
            {damage.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      ) : null}
      <p className="text-pretty text-sm">{t('backups:restore.next')}</p>
      {aside.map((path) => (
        <p key={path} className="wrap-anywhere text-muted text-sm">
          {t('backups:restore.aside', { path })}
        </p>
      ))}
    </div>
  );
}
