import type { AttentionView, PlatformView, Trouble } from '@/modules/back-office/back-office.views.ts';
import { backOfficePaths } from '@/modules/back-office/back-office-paths.schema.ts';
import { billingPaths } from '@/modules/billing/billing-paths.schema.ts';
import { statusPaths } from '@/modules/status/status-paths.schema.ts';
import { withQuery } from '@/paths.ts';
import { formatCount, formatMonth, formatReais } from '@/schemas/languages.schema.ts';
import { type I18n, useI18n } from '../../i18n.tsx';
import { TightBadge } from '../../parts/quotas/use-list.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icons/icon.tsx';

export function PlatformPage({ platform }: { platform: PlatformView }) {
  const { t } = useI18n();
  return (
    <div id="overview" className="flex flex-col gap-6">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold text-lg">{t('backOffice:platform.overview')}</h2>
        <LinkButton variant="primary" icon="plus" href={backOfficePaths.newCompany()}>
          {t('backOffice:company.register')}
        </LinkButton>
      </header>
      <Cards platform={platform} />
      <Attention list={platform.attention} unlisted={platform.unlisted} />
      <Received months={platform.received} />
    </div>
  );
}

type Card = {
  key: string;
  icon: IconName;
  value: string;
  hint: string;
  href: string;
  isBad?: boolean;
};

function Cards({ platform }: { platform: PlatformView }) {
  const i18n = useI18n();
  return (
    <ul className="dash-cards platform-cards">
      {cardsOf(platform, i18n).map(({ key, icon, value, hint, href, isBad }) => (
        <li key={key} className="panel dash-card" data-card={key}>
          <a href={href} className="card-link">
            <span className="card-label">
              <Icon name={icon} size={18} className="text-muted" />
              {i18n.t(`backOffice:platform.${key}`)}
            </span>
            <span className={`card-value ${isBad ? 'text-error' : ''}`}>{value}</span>
            <span className="text-muted text-xs">{hint}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function cardsOf({ monthly, overdue, companies, lines, capacity }: PlatformView, i18n: I18n): Card[] {
  const { t } = i18n;
  const reais = (cents: number) => formatReais(cents / 100, i18n);
  const { active, trial, expired, blocked, joined, left } = companies;
  return [
    {
      key: 'monthly',
      icon: 'receipt',
      value: reais(monthly.cents),
      hint: t('backOffice:platform.paying', { count: monthly.companies }),
      href: backOfficePaths.companies(),
    },
    {
      key: 'overdue',
      icon: 'clock',
      value: reais(overdue.cents),
      hint: t('backOffice:platform.invoices', { count: overdue.count }),
      href: `${billingPaths.all()}?status=overdue`,
      isBad: overdue.count > 0,
    },
    {
      key: 'companies',
      icon: 'building',
      value: formatCount(active + trial + expired + blocked, i18n),
      hint: t('backOffice:platform.ofThese', { trial, expired, blocked }),
      href: backOfficePaths.companies(),
    },
    {
      key: 'turnover',
      icon: 'user-plus',
      value: `+${joined} / −${left}`,
      hint: t('backOffice:platform.inThirtyDays'),
      href: joined > 0 ? withQuery(backOfficePaths.companies(), { order: 'newest' }) : backOfficePaths.bin(),
    },
    {
      key: 'lines',
      icon: 'smartphone',
      value: formatCount(lines.connected, i18n),
      hint:
        lines.down === 0
          ? t('backOffice:platform.noneDown')
          : t('backOffice:platform.down', { count: lines.down }),
      href: statusPaths.page(),
      isBad: lines.down > 0,
    },
    {
      key: 'capacity',
      icon: 'chart',
      value: t(`backOffice:platform.capacityLevel.${capacity.level}`),
      hint: t('backOffice:platform.fit', {
        used: formatCount(capacity.companies.used, i18n),
        most: formatCount(capacity.companies.most, i18n),
      }),
      href: statusPaths.page(),
      isBad: capacity.level === 'full',
    },
  ];
}

function Attention({ list, unlisted }: { list: AttentionView[]; unlisted: number }) {
  const { t } = useI18n();
  return (
    <section aria-labelledby="attention" className="panel p-4">
      <h2 id="attention" className="font-semibold">
        {t('backOffice:platform.attention')}
      </h2>
      {list.length === 0 ? (
        <p className="mt-2 text-muted">{t('backOffice:platform.allWell')}</p>
      ) : (
        <ul className="attention-list">
          {list.map(({ id, name, troubles }) => (
            <li key={id} data-company={id}>
              <a href={backOfficePaths.company(id)} className="link-hover min-w-0 truncate font-medium">
                {name}
              </a>
              <span className="flex flex-wrap gap-1">
                {troubles.map((trouble) => (
                  <TroubleBadge key={trouble.kind} trouble={trouble} />
                ))}
              </span>
            </li>
          ))}
        </ul>
      )}
      {unlisted > 0 ? (
        <p className="mt-2 text-muted text-sm">{t('backOffice:platform.unlisted', { count: unlisted })}</p>
      ) : null}
    </section>
  );
}

const TONES: Record<Exclude<Trouble['kind'], 'quota'>, Tone> = {
  stopped: 'error',
  line: 'error',
  overdue: 'error',
  unbilled: 'warning',
  quiet: 'neutral',
};

function TroubleBadge({ trouble }: { trouble: Trouble }) {
  const { t } = useI18n();
  if (trouble.kind === 'quota') return <TightBadge use={trouble.use} />;
  const count = 'count' in trouble ? trouble.count : 1;
  return <Badge tone={TONES[trouble.kind]}>{t(`backOffice:trouble.${trouble.kind}`, { count })}</Badge>;
}

function Received({ months }: { months: PlatformView['received'] }) {
  const i18n = useI18n();
  const { t } = i18n;
  const most = Math.max(1, ...months.map(({ cents }) => cents));
  return (
    <section aria-labelledby="received" className="panel p-4">
      <h2 id="received" className="font-semibold">
        {t('backOffice:platform.byMonth')}
      </h2>
      <ul className="received-list">
        {months.map(({ month, cents }) => (
          <li key={month}>
            {cents > 0 ? (
              <a className="link" href={withQuery(billingPaths.all(), { paid: month })}>
                {formatMonth(month, i18n)}
              </a>
            ) : (
              <span>{formatMonth(month, i18n)}</span>
            )}
            <progress
              className="progress progress-primary"
              value={cents}
              max={most}
              aria-label={formatMonth(month, i18n)}
            />
            <span className="text-end tabular-nums">{formatReais(cents / 100, i18n)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
