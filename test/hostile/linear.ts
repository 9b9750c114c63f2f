import { type HostileText, hostileTexts } from './texts.ts';

export type Subject = {
  name: string;
  run(text: string): unknown;
  /** What a text must begin with to get far. */
  begins?: readonly string[];
};

const SHORT = 4_000;
const MIDDLE = 64_000;
const LONG = 1_000_000;
/** So many of the slowest are tried in their full length. */
const SLOWEST = 3;
const TRIES = 5;

/**
 * The texts that take this reader more than their length, '' when there is none. Judged by growth alone: no speed of the machine
 * makes it fail, for a text is only named when it grew too fast in the best of several tries.
 */
export function findSlowText({ run, begins }: Subject, texts = hostileTexts(begins)): string {
  const costs = new Map<HostileText, number>();
  for (const text of texts) {
    if (growsTooFast(run, text, SHORT, MIDDLE)) return `${text.name} of ${MIDDLE}`;
    costs.set(text, costOf(run, text.of(MIDDLE)));
  }
  const slowest = [...costs].sort((a, b) => b[1] - a[1]).slice(0, SLOWEST);
  const slow = slowest.find(([text]) => growsTooFast(run, text, MIDDLE, LONG));
  return slow ? `${slow[0].name} of ${LONG}` : '';
}

/** What is done in this time is no cost, whatever it was before: milliseconds. */
const NOTHING = 100;
/** A thread's time is told in steps of some milliseconds: what is short is done so often. */
const OFTEN = 20;
/** No million letters are worth this. */
const FOREVER = 10_000;
/** A square takes as many times longer as the text is: sixteen and more. What a busy machine adds is less. */
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

/** Of our own thread: what others take of the machine does not count. */
function costOf(run: Subject['run'], text: string): number {
  const started = process.threadCpuUsage();
  run(text);
  const { user, system } = process.threadCpuUsage(started);
  return (user + system) / 1000;
}
