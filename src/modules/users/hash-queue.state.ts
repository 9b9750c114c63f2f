import pLimit from 'p-limit';
import { AppError } from '@/core/errors.ts';

/** 'known': an account on a device or at an address where it has signed in before. 'user': signed in. */
export type HashCaller = 'stranger' | 'known' | 'user';

export type HashQueue = {
  /** Throws ERR_SIGN_IN_BUSY when too many wait. */
  run<T>(caller: HashCaller, work: () => Promise<T>): Promise<T>;
};

/** Each hash takes 19 MiB and some 50 ms: twenty unauthenticated clients wait about a second. */
const WAITING: Record<HashCaller, number> = { stranger: 20, known: 100, user: 100 };
const RETRY_SECONDS = 5;

/** One slot for each kind of caller, so that unauthenticated clients delay each other only. */
export function createHashQueue(waiting = WAITING): HashQueue {
  const slots = { stranger: pLimit(1), known: pLimit(1), user: pLimit(1) };
  return {
    async run(caller, work) {
      const slot = slots[caller];
      if (slot.activeCount + slot.pendingCount > waiting[caller])
        throw new AppError('ERR_SIGN_IN_BUSY', { seconds: RETRY_SECONDS });
      return slot(work);
    },
  };
}
