import { type After, systemAfter, type Ticks, yieldToLoop } from '../clock.ts';
import type { CompanyScheduler } from '../db/write-queue.ts';

/** Decides whose work the one thread does next. A piece of work runs without yielding to the event loop. */
export type FairScheduler = {
  /** Undefined when a piece of this company's work may begin now. */
  take(companyId: number): Promise<void> | undefined;
  of(companyId: number): CompanyScheduler;
  /** Marks a request of this company as pending until the returned function is called. */
  arrive(companyId: number): () => void;
  /** Marks a request as answered off the loop until the returned function is called: none yields to it. */
  elsewhere(companyId: number): () => void;
};

/** Unauthenticated requests share the slots of one pseudo-company that nobody yields to. */
export const UNAUTHENTICATED = 0;

type Company = {
  /** Milliseconds of thread time, halved for each second that passes. */
  recentMs: number;
  countedAt: number;
  /** Start times of pending requests, newest last. */
  pendingSince: number[];
  elsewhere: number;
  lastArrivedAt: number;
  waiting: { since: number; begin(): void }[];
};

type Surroundings = { ticks: Ticks; after?: After; nextTurn?: () => Promise<void> };

const HALF_MS = 1_000;
const ACTIVE_WITHIN_MS = 2_000;
const YIELD_TO_PENDING_MS = 25;
/** Longest yield of one piece of work, however often others arrive. */
const MAX_WAIT_MS = 25;
const CHECK_AGAIN_MS = 5;
const COUNT_AGAIN_MS = 100;
const MIN_DIFFERENCE_MS = 25;

const isAwaited = ({ waiting, pendingSince }: Company) => waiting.length + pendingSince.length > 0;

const isMuchLess = (other: number, own: number) => own > other * 2 + MIN_DIFFERENCE_MS;

/**
 * A company that has recently used the thread for much longer than another active company gets one piece of work per
 * turn of the event loop, in rotation with others like it, and none while a request of the lesser user is pending.
 * All others, and everybody while only one company is active, run at once.
 */
export function createFairScheduler(options: Surroundings): FairScheduler {
  const { ticks, after = systemAfter, nextTurn = yieldToLoop } = options;
  const companies = new Map<number, Company>();
  const answered = new Set<Company>();
  const queue = new Set<Company>();
  let running: { company: Company; since: number } | undefined;
  let isTickWatched = false;
  let isServing = false;
  let least: Company[] = [];
  let countedAt = Number.NEGATIVE_INFINITY;
  let somethingChanged = () => {};

  function companyOf(id: number): Company {
    const company = companies.get(id) ?? {
      ...{ recentMs: 0, countedAt: ticks(), pendingSince: [], elsewhere: 0, waiting: [] },
      lastArrivedAt: Number.NEGATIVE_INFINITY,
    };
    companies.set(id, company);
    return company;
  }

  function recentMsOf(company: Company, now: number): number {
    company.recentMs *= 0.5 ** ((now - company.countedAt) / HALF_MS);
    company.countedAt = now;
    return company.recentMs;
  }

  function charge(now: number): void {
    if (running) running.company.recentMs = recentMsOf(running.company, now) + now - running.since;
    running = undefined;
  }

  function begins(company: Company, now: number): void {
    charge(now);
    running = { company, since: now };
    if (!isTickWatched) void watchTick();
  }

  async function watchTick(): Promise<void> {
    isTickWatched = true;
    await nextTurn();
    isTickWatched = false;
    charge(ticks());
  }

  function hasMuchMore(company: Company, now: number): boolean {
    return leastAround(now).some(
      (other) => other !== company && isMuchLess(other.recentMs, company.recentMs),
    );
  }

  function hasOthers(companyId: number): boolean {
    const own = companies.get(companyId);
    return leastAround(ticks()).some((other) => other !== own);
  }

  /** The two active companies with the least time: at least one of them is not the caller. */
  function leastAround(now: number): Company[] {
    if (now - countedAt >= COUNT_AGAIN_MS) count(now);
    return least;
  }

  function count(now: number): void {
    countedAt = now;
    const around: Company[] = [];
    for (const [id, company] of companies) {
      const recentMs = recentMsOf(company, now);
      if (now - company.lastArrivedAt < ACTIVE_WITHIN_MS) around.push(company);
      else if (recentMs < 1 && company !== running?.company && !isAwaited(company)) companies.delete(id);
    }
    least = around.sort((a, b) => a.recentMs - b.recentMs).slice(0, 2);
  }

  function mustYield(company: Company, now: number): boolean {
    for (const other of answered) {
      if (
        now - (other.pendingSince.at(-1) ?? 0) > YIELD_TO_PENDING_MS ||
        other.elsewhere >= other.pendingSince.length
      )
        continue;
      if (isMuchLess(recentMsOf(other, now), recentMsOf(company, now))) return true;
    }
    return false;
  }

  function next(now: number): Company | undefined {
    for (const company of queue) {
      const since = company.waiting[0]?.since ?? now;
      if (now - since >= MAX_WAIT_MS || !mustYield(company, now)) return company;
    }
    return undefined;
  }

  function serve(company: Company, now: number): void {
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
      const cancel = after(CHECK_AGAIN_MS, resolve);
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
    recentMsOf(company, now);
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
      if (now - company.lastArrivedAt >= ACTIVE_WITHIN_MS) countedAt = Number.NEGATIVE_INFINITY;
      company.lastArrivedAt = now;
      company.pendingSince.push(now);
      answered.add(company);
      let isHere = true;
      return () => {
        if (!isHere) return;
        isHere = false;
        company.pendingSince.splice(company.pendingSince.indexOf(now), 1);
        if (company.pendingSince.length === 0) answered.delete(company);
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
