import { PRICE_CURRENCY } from '@/modules/prompts/prompts.schema.ts';
import type { UsageRow, UsageView } from '@/modules/prompts/prompts.views.ts';
import { CHOICES } from '@/modules/settings/settings.schema.ts';
import { promptPaths } from '@/paths.ts';
import { useI18n, useT } from '../../i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/fields/field.tsx';
import { PageHeader, Panel } from '../../ui/page-header.tsx';
import { PromptTabs } from './prompt-tabs.tsx';

export function UsagePage({ usage }: { usage: UsageView }) {
  const t = useT();
  const named = (rows: UsageRow[]) => rows.map((row) => ({ ...row, key: t(`prompts:purpose.${row.key}`) }));
  const prompts = usage.prompts.map((row) => ({ ...row, key: row.key || t('prompts:usage.without') }));
  return (
    <>
      <PromptTabs active="usage" />
      <PageHeader title={t('prompts:usage.title')} text={t('prompts:usage.hint')} />
      <Budget {...usage} />
      <Sums title={t('prompts:usage.days')} rows={usage.days} isDays />
      <Sums title={t('prompts:usage.prompts')} rows={prompts} />
      <Sums title={t('prompts:usage.purposes')} rows={named(usage.purposes)} />
      <Sums title={t('prompts:usage.assistant')} rows={named(usage.assistant)} />
    </>
  );
}

function Budget({ used, budget }: UsageView) {
  const { t, locale } = useI18n();
  const number = new Intl.NumberFormat(locale);
  const percent = budget > 0 ? Math.min(100, Math.round((used / budget) * 100)) : 0;
  const options = CHOICES.aiMonthlyTokens.map((value) => ({
    value,
    label: value === '0' ? t('prompts:usage.noBudget') : number.format(Number(value)),
  }));
  return (
    <Panel className="mb-4 p-4">
      <p className="mb-2 text-sm">
        {t('prompts:usage.used', { count: used, amount: number.format(used) })}
        {budget > 0 ? ` · ${percent} %` : ''}
      </p>
      {budget > 0 ? (
        <progress
          className="progress progress-primary mb-3 w-full"
          value={percent}
          max={100}
          aria-label={t('prompts:usage.budget')}
        />
      ) : null}
      {percent >= 80 ? (
        <p className="mb-3 text-error text-sm" role="alert">
          {t(percent >= 100 ? 'prompts:usage.spent' : 'prompts:usage.near')}
        </p>
      ) : null}
      <form
        hx-post={promptPaths.budget()}
        hx-swap="none"
        hx-sync="this:drop"
        className="flex flex-wrap items-end gap-3"
      >
        <Select
          name="budget"
          label={t('prompts:usage.budget')}
          hint={t('prompts:usage.budgetHint')}
          options={options}
          defaultValue={String(budget)}
        />
        <Button type="submit">{t('common:save')}</Button>
      </form>
    </Panel>
  );
}

function Sums({ title, rows, isDays = false }: { title: string; rows: UsageRow[]; isDays?: boolean }) {
  const { t, locale } = useI18n();
  const number = new Intl.NumberFormat(locale);
  const money = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: PRICE_CURRENCY,
    maximumFractionDigits: 4,
  });
  const most = Math.max(1, ...rows.map(({ tokens }) => tokens));
  const dayOf = (key: string) => (isDays ? key.split('-').reverse().join('/') : key);
  if (rows.length === 0 && !isDays) return null;
  return (
    <Panel className="mb-4 p-4">
      <h2 className="mb-2 font-semibold">{title}</h2>
      {rows.length === 0 ? <p className="text-muted text-sm">{t('prompts:usage.nothing')}</p> : null}
      <ul className="flex flex-col gap-2 text-sm">
        {rows.map(({ key, calls, tokens, cost }) => (
          <li key={key}>
            <div className="flex flex-wrap gap-x-3">
              <span className="mr-auto min-w-0 truncate">{dayOf(key)}</span>
              <span className="text-muted tabular-nums">
                {t('prompts:usage.calls', { count: calls })} · {t('prompts:trial.tokens', { count: tokens })}
                {cost > 0 ? ` · ${money.format(cost)}` : ''}
              </span>
            </div>
            <progress
              className="progress progress-primary w-full"
              value={tokens}
              max={most}
              aria-label={`${dayOf(key)}: ${number.format(tokens)}`}
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
