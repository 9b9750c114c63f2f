import { useEffect, useRef } from 'react';

const NEAR = '200px';

export type Bars = { labels: string[]; values: number[] };

/** A canvas ignores style sheets: it is redrawn when the theme changes. The library loads when the chart is near the screen. */
export function BarChart({ bars, title, series }: { bars: Bars; title: string; series: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    const element = canvas.current;
    if (!element) return;
    const render = async () => {
      const { renderBars } = await import('./render-bars.ts');
      if (signal.aborted) return;
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
    };
    const near = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        near.disconnect();
        void render();
      },
      { rootMargin: NEAR },
    );
    near.observe(element);
    signal.addEventListener('abort', () => near.disconnect());
    return () => gone.abort();
  }, [bars, series]);

  return (
    <div className="dash-canvas">
      <canvas ref={canvas} role="img" aria-label={title} />
    </div>
  );
}
