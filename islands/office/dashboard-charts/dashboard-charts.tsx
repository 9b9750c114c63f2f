import { useT } from '@views/i18n.tsx';
import { Button } from '@views/ui/button.tsx';
import type { TicketsOfDays, TicketsOfUsers } from '@/modules/dashboard/dashboard.views.ts';
import { api } from '../../http/api.ts';
import { BarChart, type Bars } from './bar-chart.tsx';
import { useChart } from './use-chart.ts';

export type ChartDates = { initialDate: string; finalDate: string };

/** `users` and `days` are those of `dates`. */
export type ChartProps = { dates: ChartDates; users: TicketsOfUsers; days: TicketsOfDays };

export function DashboardCharts({ dates, users, days }: ChartProps) {
  return (
    <>
      <ChartPanel name="users" dates={dates} first={barsOfUsers(users)} load={loadUsers} />
      <ChartPanel name="days" dates={dates} first={barsOfDays(days)} load={loadDays} />
    </>
  );
}

type PanelProps = {
  name: 'users' | 'days';
  dates: ChartDates;
  first: Bars;
  load: (dates: ChartDates) => Promise<Bars>;
};

function ChartPanel({ name, dates, first, load }: PanelProps) {
  const t = useT();
  const failed = t(`dashboard:chart.${name}Failed`);
  const { bars, chosen, choose, apply, isLoading } = useChart({ dates, first, load, failed });
  const total = bars.values.reduce((sum, value) => sum + value, 0);
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
      <BarChart bars={bars} title={t(`dashboard:chart.${name}`)} series={t('dashboard:chart.series')} />
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
        {bars.labels.map((label, at) => (
          <li key={label}>
            <span className="min-w-0 truncate">{label}</span>
            <b>{bars.values[at]}</b>
          </li>
        ))}
      </ul>
    </details>
  );
}

async function loadUsers(query: ChartDates): Promise<Bars> {
  return barsOfUsers(await api.get<TicketsOfUsers>('/dashboard/ticketsUsers', { query }));
}

async function loadDays(query: ChartDates): Promise<Bars> {
  return barsOfDays(await api.get<TicketsOfDays>('/dashboard/ticketsDay', { query }));
}

function barsOfUsers({ data }: TicketsOfUsers): Bars {
  return { labels: data.map(({ nome }) => nome), values: data.map(({ quantidade }) => quantidade) };
}

function barsOfDays({ data }: TicketsOfDays): Bars {
  return {
    labels: data.map((point) =>
      'horario' in point ? `${String(point.horario).padStart(2, '0')}h` : point.data,
    ),
    values: data.map(({ total }) => total),
  };
}
