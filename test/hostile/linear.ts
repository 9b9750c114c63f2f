import { type HostileText, hostileTexts } from './texts.ts';

export type Subject = {
  name: string;
  run(text: string): unknown;
  begins?: readonly string[];
  /** Length of the longest text tried. */
  longest?: number;
};

export const repeated = (piece: string): HostileText => ({
  name: piece,
  of: (length) => piece.repeat(Math.ceil(length / piece.length)),
});

const SHORT = 4_000;
const MIDDLE = 64_000;
const LONG = 1_000_000;
const SLOWEST = 3;
const TRIES = 5;

/** '' when there is none. Judged by growth alone: a slow machine must not fail it. */
export function findSlowText({ run, begins, longest = LONG }: Subject, texts = hostileTexts(begins)): string {
  const costs = new Map<HostileText, number>();
  for (const text of texts) {
    const cost = costOf(run, text.of(MIDDLE));
    costs.set(text, cost);
    if (cost >= NOTHING && growsTooFast(run, text, SHORT, MIDDLE)) return `${text.name} of ${MIDDLE}`;
  }
  const slowest = [...costs].sort((a, b) => b[1] - a[1]).slice(0, SLOWEST);
  const slow = slowest.find(([text]) => growsTooFast(run, text, MIDDLE, longest));
  return slow ? `${slow[0].name} of ${longest}` : '';
}

/** Milliseconds; below this growth is not measured. */
const NOTHING = 100;
/** Thread time has a resolution of milliseconds: short work is repeated. */
const OFTEN = 20;
/** Milliseconds. */
const FOREVER = 10_000;
/** Quadratic growth is at least sixteenfold; a busy machine adds less than this. */
const STEEP = 5;

function growsTooFast(run: Subject['run'], text: HostileText, less: number, more: number): boolean {
  const [short, long] = [text.of(less), text.of(more)];
  let before = Number.POSITIVE_INFINITY;
  let cost = Number.POSITIVE_INFINITY;
  for (let tried = 0; tried < TRIES; tried += 1) {
    cost = Math.min(cost, costOf(run, long));
    if (cost < NOTHING) return false;
    if (cost > FOREVER) return true;
    before = Math.min(before, Math.max(costOf(manyTimes(run), short) / OFTEN, 0.05));
    if (cost / before < (STEEP * more) / less) return false;
  }
  return true;
}

function manyTimes(run: Subject['run']): Subject['run'] {
  return (text) => {
    for (let n = 0; n < OFTEN; n += 1) run(text);
  };
}

function costOf(run: Subject['run'], text: string): number {
  const started = process.threadCpuUsage();
  run(text);
  const { user, system } = process.threadCpuUsage(started);
  return (user + system) / 1000;
}
