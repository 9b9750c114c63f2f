import { useEffect, useRef } from 'react';

export type Bars = { labels: string[]; values: number[] };

/** A canvas ignores style sheets: it is redrawn when the theme changes. The library loads on the first draw. */
export function BarChart({ bars, title, series }: { bars: Bars; title: string; series: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    void import('./render-bars.ts').then(({ renderBars }) => {
      const element = canvas.current;
      if (!element || signal.aborted) return;
      let chart = renderBars(element, bars, series);
      const redraw = () => {
        chart.destroy();
        chart = renderBars(element, bars, series);
      };
      const theme = new MutationObserver(redraw);
      theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
      matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw, { signal });
      signal.addEventListener('abort', () => {
        theme.disconnect();
        chart.destroy();
      });
    });
    return () => gone.abort();
  }, [bars, series]);

  return (
    <div className="dash-canvas">
      <canvas ref={canvas} role="img" aria-label={title} />
    </div>
  );
}
