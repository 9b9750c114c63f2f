import { useRef, useState } from 'react';
import { showToast } from '../../page/toast.ts';
import type { Bars, ChartDates } from './dashboard-charts.tsx';

type Start = {
  dates: ChartDates;
  first: Bars;
  load: (dates: ChartDates) => Promise<Bars>;
  failed: string;
};

export function useChart({ dates, first, load, failed }: Start) {
  const [chosen, choose] = useState(dates);
  const [bars, setBars] = useState(first);
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

  return { bars, chosen, choose, apply: () => void apply(), isLoading };
}
