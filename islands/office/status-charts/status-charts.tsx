import { BarChart, type Bars } from '../dashboard-charts/bar-chart.tsx';

export type StatusChart = { key: string; title: string; series: string; bars: Bars };

export function StatusCharts({ charts }: { charts: StatusChart[] }) {
  return charts.map(({ key, title, series, bars }) => (
    <section key={key} className="panel dash-chart" aria-labelledby={`chart-${key}`} data-chart={key}>
      <h3 id={`chart-${key}`} className="dash-title">
        {title}
      </h3>
      <BarChart bars={bars} title={title} series={series} />
    </section>
  ));
}
