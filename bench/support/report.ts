export type Line = {
  what: string;
  measured: string;
  ceiling: string;
  /** Measured ÷ ceiling; null where the budget is a plain figure. */
  ratio: number | null;
  budget: string;
  /** Null where a figure has no budget. */
  isMet: boolean | null;
  /** The benchmark's file and the machine's load before it; added by `bun run bench`. */
  bench?: string;
  load?: string | undefined;
};

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

const MET = new Map([
  [true, 'yes'],
  [false, '**no**'],
  [null, '–'],
]);

export function table(lines: Line[]): string {
  const rows = lines.map(({ what, measured, ceiling, ratio, budget, isMet, bench = '', load = '' }) =>
    [what, measured, ceiling, ratio?.toFixed(2) ?? '–', budget, MET.get(isMet), bench, load].join(' | '),
  );
  return [
    '| what | measured | bare ceiling | ratio | budget | met | bench | load |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n');
}

/** For what must not happen at all. */
export const none = (what: string, found: number, of: number): Line => ({
  ...{ what, measured: `${found} of ${of}`, ceiling: '–', ratio: null },
  ...{ budget: '0', isMet: found === 0 },
});

export async function main(run: () => Promise<Line[]>): Promise<void> {
  const lines = await run();
  process.stdout.write(process.env.BENCH_JSON ? `\n${JSON.stringify(lines)}\n` : `${table(lines)}\n`);
  process.exit(0);
}

export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const ROUNDS = 8;
const ROUND_MS = 300;

/** Calls per second, in short turns, so that other load on the machine affects all alike. */
export async function alternate<W extends (() => unknown)[]>(
  ...works: W
): Promise<{ [K in keyof W]: number }> {
  const calls = works.map(() => 0);
  const spent = works.map(() => 0);
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, work] of works.entries()) {
      const startedAt = performance.now();
      let count = 0;
      while (performance.now() - startedAt < ROUND_MS) {
        await work();
        count += 1;
      }
      if (round === 0) continue;
      calls[index] = (calls[index] ?? 0) + count;
      spent[index] = (spent[index] ?? 0) + performance.now() - startedAt;
    }
  }
  return calls.map((count, index) => (count * 1_000) / (spent[index] ?? 1)) as { [K in keyof W]: number };
}

/** Milliseconds of each call: at most `atMost` calls, none begun after `forMs`. */
export async function timesOf(work: () => Promise<unknown>, atMost = 60, forMs = 3_000): Promise<number[]> {
  await work();
  const times: number[] = [];
  const end = performance.now() + forMs;
  while (times.length < atMost && (times.length < 5 || performance.now() < end)) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return times;
}

export function growth(what: string, big: number, small: number, atMost = 1.3): Line {
  return {
    what,
    measured: `${big.toFixed(2)} ms`,
    ceiling: `${small.toFixed(2)} ms`,
    ratio: big / small,
    budget: `≤ ${atMost}`,
    isMet: big / small <= atMost,
  };
}
