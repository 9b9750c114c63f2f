import { type PlanUse, percentOf, STATUS, stateOf, type Use } from '@/modules/quotas/quotas.schema.ts';
import { formatBytes } from '@/schemas/bytes.schema.ts';
import { formatCount } from '@/schemas/languages.schema.ts';
import { type I18n, useI18n } from '../../i18n.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { formatMoment } from '../messages/dates.ts';

type PlanUsePanelProps = PlanUse & {
  /** For a company other than the reader's: its database is not opened. */
  isAside?: boolean;
};

export function PlanUsePanel({ uses, countedAt, isAside = false }: PlanUsePanelProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const at = countedAt && formatMoment(countedAt, i18n);
  return (
    <section className="panel my-4 p-4" aria-labelledby="plan-use">
      <h2 id="plan-use" className="font-semibold">
        {t('quotas:title')}
      </h2>
      <p className="mb-4 text-muted text-sm">{t('quotas:text')}</p>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-3">
        {uses.map((use) => (
          <UseRow key={use.name} use={use} />
        ))}
      </ul>
      {at ? (
        <p className="mt-4 text-muted text-sm">
          {t(isAside ? 'quotas:countedAtAll' : 'quotas:countedAt', { at })}
        </p>
      ) : null}
    </section>
  );
}

const BARS: Record<Tone, string> = {
  neutral: 'progress-primary',
  primary: '',
  info: '',
  success: '',
  warning: 'progress-warning',
  error: 'progress-error',
};

function UseRow({ use }: { use: Use }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { name, limit } = use;
  const state = stateOf(use);
  const tone = toneOf(use);
  return (
    <li data-use={name} data-state={state} className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-2">
        <span className="font-medium">{t(`quotas:name.${name}`)}</span>
        {state === 'fine' ? null : <Badge tone={tone}>{t(`quotas:${state}`)}</Badge>}
      </p>
      <p className="text-sm tabular-nums">{amountOf(use, i18n)}</p>
      {limit === null ? null : (
        <progress
          className={`progress mt-1 w-full ${BARS[tone]}`}
          value={percentOf(use)}
          max={100}
          aria-label={t(`quotas:name.${name}`)}
        />
      )}
      {state === 'full' ? <p className="mt-1 text-muted text-sm">{t(`quotas:then.${name}`)}</p> : null}
    </li>
  );
}

/** `Armazenamento: 92 %`, where only tight quotas are shown. */
export function TightBadge({ use }: { use: Use }) {
  const { t, locale } = useI18n();
  const percent = new Intl.NumberFormat(locale, { style: 'percent' }).format(percentOf(use) / 100);
  return (
    <Badge tone={toneOf(use)}>{t('quotas:tight', { name: t(`quotas:short.${use.name}`), percent })}</Badge>
  );
}

/** Using all people and connections of a plan is normal; flows are refused at their limit. */
function toneOf(use: Use): Tone {
  const state = stateOf(use);
  if (state === 'fine') return 'neutral';
  return state === 'full' && !STATUS.some((name) => name === use.name) ? 'error' : 'warning';
}

function amountOf({ name, used, limit }: Use, i18n: I18n): string {
  const { t } = i18n;
  const format = (amount: number) =>
    name === 'storage' ? formatBytes(amount, i18n.locale) : formatCount(amount, i18n);
  if (used === null) return t('quotas:notCounted', { limit: format(limit ?? 0) });
  if (limit === null) return t('quotas:noLimit', { used: format(used) });
  return t('quotas:of', { used: format(used), limit: format(limit) });
}
