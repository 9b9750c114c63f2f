import type { ReactNode } from 'react';
import { erasurePaths } from '@/modules/erasures/erasure-paths.schema.ts';
import { ERASURE_COUNTS } from '@/modules/erasures/erasures.schema.ts';
import type { ErasureView } from '@/modules/erasures/erasures.views.ts';
import { type I18n, useI18n } from '../../i18n.tsx';
import { formatDate, formatTime } from '../../parts/messages/dates.ts';
import { Icon } from '../../ui/icon.tsx';

/** For paper, too: it says all without a script. */
export function CertificatePage({ erasure }: { erasure: ErasureView }) {
  const i18n = useI18n();
  const { t, locale } = i18n;
  const { id, uuid, step, counts, askedAt, userName, endedAt, backupsUntil, trouble, seal } = erasure;
  const isDone = step === 'done';
  return (
    <>
      {isDone ? null : (
        <div
          role="status"
          className={`notice mb-4 ${trouble ? 'tone-warning' : 'tone-info'}`}
          hx-get={erasurePaths.certificate(id)}
          hx-trigger="every 2s"
          hx-target="#content"
          hx-select="#content"
          hx-swap="outerHTML"
        >
          <Icon name="info" size={18} />
          <p>{t(trouble ? `erasures:trouble.${trouble}` : `erasures:step.${step}`)}</p>
        </div>
      )}
      <article className="panel p-6">
        <h1 className="text-balance font-bold text-2xl tracking-tight">{t('erasures:certificate.title')}</h1>
        <p className="mt-2 text-pretty">{t('erasures:certificate.text')}</p>
        <dl className="mt-6 flex flex-col gap-3">
          <Fact name={t('erasures:certificate.id')} isCode>
            {uuid}
          </Fact>
          <Fact name={t('erasures:certificate.asked')}>
            {t('erasures:certificate.by', { at: when(askedAt, i18n), name: userName })}
          </Fact>
          <Fact name={t('erasures:certificate.ended')}>
            {endedAt ? when(endedAt, i18n) : t('erasures:certificate.underWay')}
          </Fact>
          <Fact name={t('erasures:certificate.erased')}>
            <ul>
              {ERASURE_COUNTS.map((what) => (
                <li key={what}>
                  {counts[what].toLocaleString(locale)}{' '}
                  {t(`erasures:counted.${what}`, { count: counts[what] })}
                </li>
              ))}
            </ul>
          </Fact>
          <Fact name={t('erasures:certificate.backups')}>
            {backupsUntil
              ? t('erasures:certificate.until', { date: formatDate(backupsUntil, i18n) })
              : t(isDone ? 'erasures:certificate.noBackups' : 'erasures:certificate.underWay')}
          </Fact>
          {seal ? (
            <Fact name={t('erasures:certificate.seal')} isCode>
              {seal}
            </Fact>
          ) : null}
        </dl>
        <p className="mt-6 text-pretty text-muted text-sm">{t('erasures:certificate.stays')}</p>
      </article>
      <p className="mt-4 text-muted text-sm print:hidden">{t('erasures:certificate.print')}</p>
    </>
  );
}

export function Fact({ name, isCode, children }: { name: string; isCode?: true; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted text-sm">{name}</dt>
      <dd className={isCode ? 'wrap-anywhere font-mono text-sm' : ''}>{children}</dd>
    </div>
  );
}

export const when = (at: string, i18n: I18n) => `${formatDate(at, i18n)} ${formatTime(at, i18n)}`;
