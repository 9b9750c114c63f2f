/** One measured thing beside its bare ceiling of the same run, and the budget it has. */
export type Line = {
  what: string;
  measured: string;
  ceiling: string;
  /** Measured ÷ ceiling; null where the budget is a plain figure. */
  ratio: number | null;
  budget: string;
  isMet: boolean;
};

/** A line whose budget is a share of the ceiling; both in the same unit, more is better. */
export function share(what: string, measured: number, ceiling: number, unit: string, atLeast: number): Line {
  const ratio = measured / ceiling;
  const show = (value: number) => `${value >= 100 ? Math.round(value) : value.toFixed(1)} ${unit}`;
  return {
    what,
    measured: show(measured),
    ceiling: show(ceiling),
    ratio,
    budget: `≥ ${atLeast}`,
    isMet: ratio >= atLeast,
  };
}

/** A line whose budget is a plain limit; less is better. */
export function limit(what: string, measured: number, unit: string, atMost: number): Line {
  const shown = measured >= 100 ? String(Math.round(measured)) : measured.toFixed(1);
  return {
    what,
    measured: `${shown} ${unit}`,
    ceiling: '–',
    ratio: null,
    budget: `≤ ${atMost} ${unit}`,
    isMet: measured <= atMost,
  };
}

/** As Markdown, for people and for docs/performance.md. */
export function table(lines: Line[]): string {
  const rows = lines.map(
    ({ what, measured, ceiling, ratio, budget, isMet }) =>
      `| ${what} | ${measured} | ${ceiling} | ${ratio === null ? '–' : ratio.toFixed(2)} | ${budget} | ${isMet ? 'yes' : '**no**'} |`,
  );
  return [
    '| what | measured | bare ceiling | ratio | budget | met |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

/** Runs one benchmark file by itself: a table for people, JSON for `scripts/bench.ts`. */
export async function main(run: () => Promise<Line[]>): Promise<void> {
  const lines = await run();
  process.stdout.write(process.env.BENCH_JSON ? `\n${JSON.stringify(lines)}\n` : `${table(lines)}\n`);
  process.exit(0);
}

export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Calls `work` for `ms` milliseconds after a short warm-up; returns calls per second. */
export async function perSecond(work: () => unknown, ms = 2_000): Promise<number> {
  const warm = performance.now() + ms / 5;
  while (performance.now() < warm) await work();
  const startedAt = performance.now();
  let calls = 0;
  while (performance.now() - startedAt < ms) {
    await work();
    calls += 1;
  }
  return (calls * 1_000) / (performance.now() - startedAt);
}
