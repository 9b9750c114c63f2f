import type { Evidence, TrustView } from '@/modules/trust/trust.views.ts';
import { type I18n, useI18n } from '../../i18n.tsx';
import { formatMoment } from '../../parts/messages/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { Icon } from '../../ui/icons/icon.tsx';

type TrustPageProps = { trust: TrustView; isPublic: boolean };

export function TrustPage({ trust: { testedAt, promises, restore }, isPublic }: TrustPageProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const proven = promises.filter(({ proof }) => proof).length;
  return (
    <>
      {isPublic ? null : (
        <div role="status" className="notice tone-info mb-4">
          <Icon name="info" size={18} />
          <p>{t('trust:onlyYou')}</p>
        </div>
      )}
      <h1 className="text-balance font-bold text-2xl tracking-tight">{t('trust:title')}</h1>
      <p className="mt-2 max-w-prose text-pretty text-muted">{t('trust:intro')}</p>
      <section className="panel mt-6 p-4" aria-labelledby="restore">
        <Header id="restore" level={2} title={t('trust:restore.title')} isProven={restore !== null} />
        <p className="mt-1 text-pretty">
          {restore
            ? t('trust:restore.proven', {
                at: formatMoment(restore.at, i18n),
                messages: restore.messages.toLocaleString(i18n.locale),
                differences: restore.differences,
              })
            : t('trust:restore.missing')}
        </p>
      </section>
      <h2 className="mt-8 font-semibold text-lg">
        {testedAt
          ? t('trust:counted', { proven, all: promises.length })
          : t('trust:promises', { all: promises.length })}
      </h2>
      {testedAt === 'here' ? null : (
        <p className="mt-1 max-w-prose text-pretty text-muted">
          {t(testedAt === 'release' ? 'trust:shipped' : 'trust:untested')}
        </p>
      )}
      <ul className="mt-3 flex flex-col gap-3">
        {promises.map(({ key, tests, proof }) => (
          <li key={key} className="panel p-4">
            <Header
              id={key}
              level={3}
              title={t(`trust:promise.${key}`)}
              isProven={testedAt ? proof !== null : undefined}
            />
            {testedAt ? (
              <p className="mt-1 text-muted text-sm">{proof ? proofText(proof, i18n) : t('trust:missing')}</p>
            ) : null}
            <details className="mt-2 text-sm">
              <summary className="w-fit cursor-pointer py-1 text-muted">{t('trust:by')}</summary>
              <ul className="mt-1 flex flex-col gap-0.5">
                {tests.map((path) => (
                  <li key={path} className="wrap-anywhere font-mono text-xs">
                    {path}
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
      <p className="mt-6 text-pretty text-muted text-sm">{t('trust:made')}</p>
    </>
  );
}

type HeaderProps = { id: string; level: 2 | 3; title: string; isProven: boolean | undefined };

function Header({ id, level, title, isProven }: HeaderProps) {
  const { t } = useI18n();
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
      <Title id={id} className="min-w-0 flex-1 basis-64 text-pretty font-semibold">
        {title}
      </Title>
      {isProven === undefined ? null : (
        <Badge tone={isProven ? 'success' : 'warning'}>
          {t(isProven ? 'trust:proven' : 'trust:notProven')}
        </Badge>
      )}
    </div>
  );
}

function proofText({ passed, skipped, files, at, commit }: Evidence, i18n: I18n): string {
  const { t, locale } = i18n;
  return [
    t('trust:tests', { count: passed, shown: passed.toLocaleString(locale) }),
    t('trust:files', { count: files }),
    ...(skipped > 0 ? [t('trust:skipped', { count: skipped })] : []),
    formatMoment(at, i18n),
    ...(commit ? [t('trust:version', { commit: commit.slice(0, 12) })] : []),
  ].join(' · ');
}
