import { useT } from '@views/i18n.tsx';
import { Button } from '@views/ui/button.tsx';
import { useMemo } from 'react';
import type { Whose } from '@/modules/dashboard/dashboard.schema.ts';
import type { ChartBars } from '@/modules/dashboard/dashboard.views.ts';
import { api } from '../../http/api.ts';
import { BarChart } from './bar-chart.tsx';
import { useChart } from './use-chart.ts';

export type ChartDates = { initialDate: string; finalDate: string };
export type Bars = ChartBars['bars'];

/** `users` and `days` are those of `dates`. */
export type ChartProps = { dates: ChartDates; whose: Whose; users: Bars; days: Bars };

export function DashboardCharts({ dates, whose, users, days }: ChartProps) {
  return (
    <>
      <ChartPanel name="users" dates={dates} whose={whose} first={users} />
      <ChartPanel name="days" dates={dates} whose={whose} first={days} />
    </>
  );
}

type PanelProps = { name: 'users' | 'days'; dates: ChartDates; whose: Whose; first: Bars };

function ChartPanel({ name, dates, whose, first }: PanelProps) {
  const t = useT();
  const failed = t(`dashboard:chart.${name}Failed`);
  const load = async (chosen: ChartDates) =>
    (await api.get<ChartBars>('/dashboard/bars', { query: { of: name, ...whose, ...chosen } })).bars;
  const { bars, chosen, choose, apply, isLoading } = useChart({ dates, first, load, failed });
  const total = bars.reduce((sum, { count }) => sum + count, 0);
  const shown = useMemo(
    () => ({ labels: bars.map(({ label }) => label), values: bars.map(({ count }) => count) }),
    [bars],
  );
  const field = (key: keyof ChartDates) => (
    <label className="field">
      <span className="field-label">{t(`dashboard:chart.${key}`)}</span>
      <input
        type="date"
        className="input w-full"
        value={chosen[key]}
        required
        onChange={(event) => choose({ ...chosen, [key]: event.currentTarget.value })}
      />
    </label>
  );
  return (
    <section className="panel dash-chart" aria-labelledby={`chart-${name}`} data-chart={name}>
      <h2 id={`chart-${name}`} className="dash-title">
        {t(`dashboard:chart.${name}`)}
        <small data-total="">{t('dashboard:chart.total', { count: total })}</small>
      </h2>
      <form
        className="dash-chart-form"
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        {field('initialDate')}
        {field('finalDate')}
        <Button
          type="submit"
          icon="filter"
          aria-label={`${t('dashboard:filter.apply')}: ${t(`dashboard:chart.${name}`)}`}
          aria-busy={isLoading}
        >
          {t('dashboard:filter.apply')}
        </Button>
      </form>
      <BarChart bars={shown} title={t(`dashboard:chart.${name}`)} series={t('dashboard:chart.series')} />
      <Values bars={bars} />
    </section>
  );
}

function Values({ bars }: { bars: Bars }) {
  const t = useT();
  return (
    <details className="dash-values">
      <summary>{t('dashboard:chart.values')}</summary>
      <ul>
        {bars.map(({ label, count, href }) => (
          <li key={href}>
            <span className="min-w-0 truncate">{label}</span>
            <a href={href} className="dash-figure font-bold">
              {count}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
