import { useEffect, useRef, useState } from 'react';
import { showToast } from '../../page/toast.ts';
import type { Bars } from './bar-chart.tsx';
import type { ChartDates } from './dashboard-charts.tsx';

export function useChart(dates: ChartDates, load: (dates: ChartDates) => Promise<Bars>, failed: string) {
  const [chosen, choose] = useState(dates);
  const [bars, setBars] = useState<Bars | null>(null);
  const [isLoading, setLoading] = useState(false);
  const newest = useRef(0);

  async function apply(): Promise<void> {
    newest.current += 1;
    const turn = newest.current;
    setLoading(true);
    try {
      const found = await load(chosen);
      if (turn === newest.current) setBars(found);
    } catch {
      if (turn === newest.current) showToast({ level: 'error', text: failed });
    } finally {
      if (turn === newest.current) setLoading(false);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the dates of the page
  useEffect(() => void apply(), []);
  return { bars, chosen, choose, apply: () => void apply(), isLoading };
}
