import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from 'chart.js';
import type { Bars } from './bar-chart.tsx';

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

export function renderBars(canvas: HTMLCanvasElement, { labels, values }: Bars, series: string): Chart {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string) => style.getPropertyValue(name).trim();
  const [text, line] = [color('--muted'), color('--color-base-300')];
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const bars = { backgroundColor: color('--color-accent'), borderRadius: 4, maxBarThickness: 48 };
  return new Chart(canvas, {
    type: 'bar',
    data: { labels, datasets: [{ label: series, data: values, ...bars }] },
    options: {
      maintainAspectRatio: false,
      animation: isStill ? false : { duration: 300 },
      scales: {
        x: { ticks: { color: text, maxRotation: 60 }, grid: { display: false }, border: { color: line } },
        y: {
          beginAtZero: true,
          ticks: { color: text, precision: 0 },
          grid: { color: line },
          border: { display: false },
        },
      },
    },
  });
}
