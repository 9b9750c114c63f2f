import { type After, systemAfter, type Ticks, yieldToLoop } from './clock.ts';
import type { OwnTurns } from './db/write-queue.ts';

/** Whose work the one thread does next. A piece of work is what runs without letting the event loop go on. */
export type CompanyTurns = {
  /** Undefined when a piece of this company's work may begin now. */
  take(companyId: number): Promise<void> | undefined;
  /** For one company. It has others while people of any other are around. */
  of(companyId: number): OwnTurns;
  /** Somebody of this company waits for an answer until the returned function is called. */
  arrive(companyId: number): () => void;
  /** One of those who wait is answered beside the loop until the returned function is called: others need not let it pass. */
  elsewhere(companyId: number): () => void;
};

/** Whoever asks without saying who they are shares the turns of one company, for which nobody waits. */
export const STRANGERS = 0;

type Company = {
  /** Milliseconds of the thread, those of a second ago counted half. */
  lately: number;
  countedAt: number;
  /** Of those who wait for an answer, the last came last. */
  cameAt: number[];
  elsewhere: number;
  lastCameAt: number;
  waiting: { since: number; begin(): void }[];
};

type Surroundings = { ticks: Ticks; after?: After; nextTurn?: () => Promise<void> };

const HALF_MS = 1_000;
const AROUND_MS = 2_000;
/** What takes longer is no short answer: others need not let it pass. */
const SHORT_MS = 25;
/** Nobody waits for whoever comes and comes. */
const LONGEST_MS = 25;
const LOOK_AGAIN_MS = 5;
const COUNT_AGAIN_MS = 100;
/** So little more is not worth waiting for. */
const LITTLE_MS = 25;

const isAwaited = ({ waiting, cameAt }: Company) => waiting.length + cameAt.length > 0;

/** So little beside it has the other had that it is let pass. */
const isMuchLess = (other: number, own: number) => own > other * 2 + LITTLE_MS;

/**
 * A company that has lately had the thread for much longer than another whose people are around has one piece of work in
 * a turn of the event loop, in rotation with its like, and none while one of theirs is being answered. All others, and
 * everybody while only one company is around, go at once.
 */
export function createCompanyTurns(given: Surroundings): CompanyTurns {
  const { ticks, after = systemAfter, nextTurn = yieldToLoop } = given;
  const companies = new Map<number, Company>();
  const answered = new Set<Company>();
  /** Those with waiting pieces, in the order in which they are served. */
  const queue = new Set<Company>();
  /** Whose piece runs: the time until another begins, or the turn of the loop ends, is theirs. */
  let running: { company: Company; since: number } | undefined;
  let isTurnWatched = false;
  let isServing = false;
  let least: Company[] = [];
  let countedAt = Number.NEGATIVE_INFINITY;
  let somethingChanged = () => {};

  function companyOf(id: number): Company {
    const company = companies.get(id) ?? {
      ...{ lately: 0, countedAt: ticks(), cameAt: [], elsewhere: 0, waiting: [] },
      lastCameAt: Number.NEGATIVE_INFINITY,
    };
    companies.set(id, company);
    return company;
  }

  function latelyOf(company: Company, now: number): number {
    company.lately *= 0.5 ** ((now - company.countedAt) / HALF_MS);
    company.countedAt = now;
    return company.lately;
  }

  function charge(now: number): void {
    if (running) running.company.lately = latelyOf(running.company, now) + now - running.since;
    running = undefined;
  }

  function begins(company: Company, now: number): void {
    charge(now);
    running = { company, since: now };
    if (!isTurnWatched) void watchTurn();
  }

  async function watchTurn(): Promise<void> {
    isTurnWatched = true;
    await nextTurn();
    isTurnWatched = false;
    charge(ticks());
  }

  function hasMuchMore(company: Company, now: number): boolean {
    return leastAround(now).some((other) => other !== company && isMuchLess(other.lately, company.lately));
  }

  function hasOthers(companyId: number): boolean {
    const own = companies.get(companyId);
    return leastAround(ticks()).some((other) => other !== own);
  }

  /** Of those around the two that have had least: one of them is another. */
  function leastAround(now: number): Company[] {
    if (now - countedAt >= COUNT_AGAIN_MS) count(now);
    return least;
  }

  function count(now: number): void {
    countedAt = now;
    const around: Company[] = [];
    for (const [id, company] of companies) {
      const lately = latelyOf(company, now);
      if (now - company.lastCameAt < AROUND_MS) around.push(company);
      else if (lately < 1 && company !== running?.company && !isAwaited(company)) companies.delete(id);
    }
    least = around.sort((a, b) => a.lately - b.lately).slice(0, 2);
  }

  function mustLetPass(company: Company, now: number): boolean {
    for (const other of answered) {
      if (now - (other.cameAt.at(-1) ?? 0) > SHORT_MS || other.elsewhere >= other.cameAt.length) continue;
      if (isMuchLess(latelyOf(other, now), latelyOf(company, now))) return true;
    }
    return false;
  }

  function next(now: number): Company | undefined {
    for (const company of queue) {
      const since = company.waiting[0]?.since ?? now;
      if (now - since >= LONGEST_MS || !mustLetPass(company, now)) return company;
    }
    return undefined;
  }

  function serve(company: Company, now: number): void {
    // Behind the others.
    queue.delete(company);
    const piece = company.waiting.shift();
    if (company.waiting.length > 0) queue.add(company);
    begins(company, now);
    piece?.begin();
  }

  async function run(): Promise<void> {
    isServing = true;
    while (queue.size > 0) {
      await nextTurn();
      const now = ticks();
      const company = next(now);
      if (company) serve(company, now);
      else await changed();
    }
    isServing = false;
  }

  function changed(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = after(LOOK_AGAIN_MS, resolve);
      somethingChanged = () => {
        cancel();
        resolve();
      };
    });
  }

  function take(companyId: number): Promise<void> | undefined {
    const now = ticks();
    charge(now);
    leastAround(now);
    const company = companyOf(companyId);
    latelyOf(company, now);
    if (company.waiting.length === 0 && !hasMuchMore(company, now)) {
      begins(company, now);
      return undefined;
    }
    return new Promise((begin) => {
      company.waiting.push({ since: now, begin });
      queue.add(company);
      if (!isServing) void run();
    });
  }

  return {
    take,
    of: (companyId) => ({ take: () => take(companyId), hasOthers: () => hasOthers(companyId) }),
    arrive(companyId) {
      const now = ticks();
      const company = companyOf(companyId);
      // Whoever comes back is seen at once, not at the next count.
      if (now - company.lastCameAt >= AROUND_MS) countedAt = Number.NEGATIVE_INFINITY;
      company.lastCameAt = now;
      company.cameAt.push(now);
      answered.add(company);
      let isHere = true;
      return () => {
        if (!isHere) return;
        isHere = false;
        company.cameAt.splice(company.cameAt.indexOf(now), 1);
        if (company.cameAt.length === 0) answered.delete(company);
        somethingChanged();
      };
    },
    elsewhere(companyId) {
      const company = companyOf(companyId);
      company.elsewhere += 1;
      somethingChanged();
      return () => {
        company.elsewhere -= 1;
      };
    },
  };
}
