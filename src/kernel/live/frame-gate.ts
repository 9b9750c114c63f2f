import type { Ticks } from '../clock.ts';
import { createBucket, createThrottle, type Limit } from '../throttle.ts';

/** What becomes of a frame, decided before it is parsed. */
export type Verdict = 'pass' | 'drop' | 'close';
export type FrameGate = { admit(frames?: number): Verdict };

/** The largest frame a client may send: ids, words of a closed set, a handshake with its token. */
export const MAX_FRAME_BYTES = 4_096;
export const FLOOD = 'too many messages';

/** A page that opens joins a dozen things at once; then it says something every few seconds. */
const PER_SOCKET: Limit = { tries: 60, perSeconds: 6 };
const PER_PERSON: Limit = { tries: 150, perSeconds: 6 };
/** Frames that are dropped before the line is closed: a page of ours never sends so many. */
const DROPPED: Limit = { tries: 300, perSeconds: 60 };

/** Counts what sockets say, each for itself and all of a person's together. */
export function createFrameGates(ticks: Ticks): (person: { companyId: number; id: number }) => FrameGate {
  const people = createThrottle(ticks, PER_PERSON);
  return ({ companyId, id }) => {
    const own = createBucket(ticks, PER_SOCKET);
    const dropped = createBucket(ticks, DROPPED);
    let isClosed = false;
    return {
      admit(frames = 1) {
        if (isClosed) return 'drop';
        if (own.tryTake(frames) && people.tryTake(`${companyId}/${id}`, frames)) return 'pass';
        isClosed = !dropped.tryTake(frames);
        return isClosed ? 'close' : 'drop';
      },
    };
  };
}
