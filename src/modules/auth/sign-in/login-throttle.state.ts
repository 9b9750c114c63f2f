import { createRecent } from '@/core/bounded-cache.ts';
import type { Ticks } from '@/core/clock.ts';
import { networkKey, networkOf } from '@/core/security/network-address.ts';
import { createThrottle, type Limit } from '@/core/security/throttle.ts';
import type { HashCaller } from '@/modules/users/hash-queue.state.ts';

export type TriedFrom = { address: string; device?: number };

export type LoginThrottle = {
  /** Returns the queue for hashing the password. Throws ERR_RATE_LIMITED with the seconds to wait. */
  take(email: string, from: TriedFrom): HashCaller;
  succeed(email: string, from: TriedFrom): void;
};

const PASSWORD_LIMITS = {
  pair: { tries: 10, perSeconds: 300 },
  place: { tries: 30, perSeconds: 300 },
  network: { tries: 100, perSeconds: 300 },
  /** All unknown clients together: a quarter of what one core hashes. */
  all: { tries: 300, perSeconds: 60 },
  /** Limits guessing from many addresses at which the account has never signed in. */
  account: { tries: 100, perSeconds: 3600 },
};

/** Three of a million codes are valid at a time: within a day one in 200 guessers who know the password finds one. */
export const CODE_LIMITS: Limits = {
  pair: { tries: 10, perSeconds: 600 },
  place: { tries: 30, perSeconds: 600 },
  network: { tries: 100, perSeconds: 600 },
  all: { tries: 300, perSeconds: 60 },
  account: { tries: 30, perSeconds: 3600 },
};

type Limits = Record<'pair' | 'place' | 'network' | 'account' | 'all', Limit>;

const EVERYBODY = 'all';

const MAX_KNOWN = 20_000;

/** Attackers lock nobody out of a device or address used before (docs/decisions/0009). */
export function createLoginThrottle(ticks: Ticks, limits: Limits = PASSWORD_LIMITS): LoginThrottle {
  const pairs = createThrottle(ticks, limits.pair);
  const byNetwork = createThrottle(ticks, limits.place);
  const networks = createThrottle(ticks, limits.network);
  const accounts = createThrottle(ticks, limits.account);
  const all = createThrottle(ticks, limits.all);
  const known = createRecent<true>(MAX_KNOWN);

  return {
    take(email, { address, device }) {
      if (device !== undefined) {
        pairs.take(`${email} device ${device}`);
        return 'known';
      }
      const network = networkKey(address);
      const pair = `${email} ${network}`;
      pairs.take(pair);
      if (known.has(pair)) return 'known';
      byNetwork.take(network);
      networks.take(networkOf(address));
      accounts.take(email);
      // Last, so that tries refused by the other limits use none of it.
      all.take(EVERYBODY);
      return 'stranger';
    },
    succeed(email, { address, device }) {
      if (device !== undefined) pairs.forget(`${email} device ${device}`);
      const network = networkKey(address);
      const pair = `${email} ${network}`;
      pairs.forget(pair);
      if (device === undefined && !known.has(pair)) {
        // Many people of one office sign in from one address.
        byNetwork.refund(network);
        networks.refund(networkOf(address));
        accounts.refund(email);
        all.refund(EVERYBODY);
      }
      known.set(pair, true);
    },
  };
}
