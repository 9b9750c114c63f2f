import type { Ticks } from '../clock.ts';
import { createBucket, createThrottle, type Limit } from '../security/throttle.ts';

/** Decided before a frame is parsed, so that a flood costs no parsing. */
export type Verdict = 'pass' | 'drop' | 'close';
export type FrameGate = { admit(frames?: number): Verdict };

/** Clients send only ids, values of a closed set, and a handshake with its token. */
export const MAX_FRAME_BYTES = 4_096;
export const FLOOD = 'too many messages';

/** A page sends about a dozen frames when it opens, then one every few seconds. */
const PER_SOCKET: Limit = { tries: 60, perSeconds: 6 };
const PER_PERSON: Limit = { tries: 150, perSeconds: 6 };
const PER_COMPANY: Limit = { tries: 6_000, perSeconds: 6 };
const DROPPED: Limit = { tries: 300, perSeconds: 60 };

export function createFrameGates(ticks: Ticks): (person: { companyId: number; id: number }) => FrameGate {
  const people = createThrottle(ticks, PER_PERSON);
  const companies = createThrottle(ticks, PER_COMPANY);
  return ({ companyId, id }) => {
    const own = createBucket(ticks, PER_SOCKET);
    const dropped = createBucket(ticks, DROPPED);
    let isClosed = false;
    return {
      admit(frames = 1) {
        if (isClosed) return 'drop';
        if (own.tryTake(frames) && people.tryTake(`${companyId}/${id}`, frames))
          // Other sockets used up the company's limit, so this one is not closed.
          return companies.tryTake(`${companyId}`, frames) ? 'pass' : 'drop';
        isClosed = !dropped.tryTake(frames);
        return isClosed ? 'close' : 'drop';
      },
    };
  };
}
