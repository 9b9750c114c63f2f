import { type Ticks, yieldToLoop } from '../clock.ts';
import type { Member } from './commit-together.ts';
import type { TransactionPart } from './transaction-part.ts';

export type WriteQueue = {
  /** Between two transactions. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** In one transaction with others that wait; answered after its commit. */
  join<T>(work: (part: TransactionPart) => Promise<T>): Promise<T>;
  idle(): Promise<void>;
  readonly pending: number;
};

/** The thread is others', too. */
export type OwnTurns = {
  /** Undefined when a piece of work may begin now. */
  take(): Promise<void> | undefined;
  /** Whether anybody else would have to wait for this one's disk. */
  hasOthers(): boolean;
};

export const AMONG_OTHERS: OwnTurns = { take: () => undefined, hasOthers: () => true };

type Waiting = { alone(): Promise<unknown> } | Member;
type Commit = (first: Member, next: () => Member | undefined) => Promise<void>;

/** One after the other, in the order in which they came. */
export function createWriteQueue(ticks: Ticks, commit: Commit, turns = AMONG_OTHERS): WriteQueue {
  const waiting: Waiting[] = [];
  let pending = 0;
  let isRunning = false;

  async function drain(): Promise<void> {
    isRunning = true;
    // Whoever comes in this turn of the event loop shares the commit.
    await yieldToLoop();
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await turns.take();
      const done = 'alone' in next ? next.alone() : commit(next, nextMember);
      // Those concerned have their answer; those behind them must not wait for ever.
      await done.catch(() => undefined);
      // Nor must other companies: the work of a commit is no turn of the loop of its own.
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

/** Begun by somebody else, it runs with the asynchronous context of whoever asked for it. */
function later<A, T>(work: (given: A) => Promise<T>): { begin(given: A): Promise<T>; result: Promise<T> } {
  const { promise, resolve } = Promise.withResolvers<A>();
  const result = promise.then(work);
  return {
    result,
    begin(given) {
      resolve(given);
      return result;
    },
  };
}
