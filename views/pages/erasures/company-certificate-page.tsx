import type { CompanyErasureView } from '@/modules/erasures/erasures.views.ts';
import { useI18n } from '../../i18n.tsx';
import { formatDate } from '../../parts/messages/dates.ts';
import { Fact, when } from './certificate-page.tsx';

export function CompanyCertificatePage({ erasure }: { erasure: CompanyErasureView }) {
  const i18n = useI18n();
  const { t, locale } = i18n;
  const { uuid, companyId, counts, askedAt, userName, endedAt, backupsUntil, trouble, seal } = erasure;
  const { people, files, bytes, objects } = counts;
  const size = (bytes / 1_000_000).toLocaleString(locale, { maximumFractionDigits: 1 });
  const waits = t(trouble ? `erasures:trouble.${trouble}` : 'erasures:company.running');
  return (
    <article className="panel p-6">
      <h1 className="text-balance font-bold text-2xl tracking-tight">{t('erasures:certificate.title')}</h1>
      <p className="mt-2 text-pretty">{t('erasures:company.certificate')}</p>
      <dl className="mt-6 flex flex-col gap-3">
        <Fact name={t('erasures:certificate.id')} isCode>
          {uuid}
        </Fact>
        <Fact name={t('erasures:company.number')}>{companyId}</Fact>
        <Fact name={t('erasures:certificate.asked')}>
          {t('erasures:certificate.by', { at: when(askedAt, i18n), name: userName })}
        </Fact>
        <Fact name={t('erasures:certificate.ended')}>{endedAt ? when(endedAt, i18n) : waits}</Fact>
        <Fact name={t('erasures:certificate.erased')}>
          {t('erasures:company.counts', { people, files, size, objects })}
        </Fact>
        <Fact name={t('erasures:certificate.backups')}>
          {backupsUntil
            ? t('erasures:certificate.until', { date: formatDate(backupsUntil, i18n) })
            : t(endedAt ? 'erasures:certificate.noBackups' : 'erasures:certificate.underWay')}
        </Fact>
        {seal ? (
          <Fact name={t('erasures:certificate.seal')} isCode>
            {seal}
          </Fact>
        ) : null}
      </dl>
    </article>
  );
}
