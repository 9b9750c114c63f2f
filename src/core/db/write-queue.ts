import { type Ticks, yieldToLoop } from '../clock.ts';
import type { TransactionPart } from './driver/transaction-part.ts';
import type { Member } from './group-commit.ts';

export type WriteQueue = {
  run<T>(work: () => Promise<T>): Promise<T>;
  join<T>(work: (part: TransactionPart) => Promise<T>): Promise<T>;
  idle(): Promise<void>;
  readonly pending: number;
};

export type CompanyScheduler = {
  take(): Promise<void> | undefined;
  hasOthers(): boolean;
};

export const AMONG_OTHERS: CompanyScheduler = { take: () => undefined, hasOthers: () => true };

type Waiting = { alone(): Promise<unknown> } | Member;
type Commit = (first: Member, next: () => Member | undefined) => Promise<void>;

export function createWriteQueue(ticks: Ticks, commit: Commit, scheduler = AMONG_OTHERS): WriteQueue {
  const waiting: Waiting[] = [];
  let pending = 0;
  let isRunning = false;

  async function drain(): Promise<void> {
    isRunning = true;
    // Work that arrives in this turn of the event loop shares the commit.
    await yieldToLoop();
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await scheduler.take();
      const done = 'alone' in next ? next.alone() : commit(next, nextMember);
      // The callers already got the error; the queue must go on.
      await done.catch(() => undefined);
      // Other companies must run, too: a commit does not take its own turn of the event loop.
      if (waiting.length > 0) await yieldToLoop();
    }
    isRunning = false;
  }

  function nextMember(): Member | undefined {
    const [next] = waiting;
    if (!next || 'alone' in next) return undefined;
    waiting.shift();
    return next;
  }

  function wait<T>(entry: Waiting, answer: Promise<T>): Promise<T> {
    pending += 1;
    waiting.push(entry);
    if (!isRunning) void drain();
    return answer.finally(() => {
      pending -= 1;
    });
  }

  const run = <T>(work: () => Promise<T>) => {
    const { begin, result } = later<void, T>(work);
    return wait<T>({ alone: begin }, result);
  };
  return {
    run,
    join<T>(work: (part: TransactionPart) => Promise<T>) {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const { begin } = later(work);
      return wait<T>({ since: ticks(), work: begin, resolve, reject }, promise as Promise<T>);
    },
    idle: () => run(async () => undefined),
    get pending() {
      return pending;
    },
  };
}

/** Runs with the asynchronous context of the caller, although another one starts it. */
function later<A, T>(work: (input: A) => Promise<T>): { begin(input: A): Promise<T>; result: Promise<T> } {
  const { promise, resolve } = Promise.withResolvers<A>();
  const result = promise.then(work);
  return {
    result,
    begin(input) {
      resolve(input);
      return result;
    },
  };
}
