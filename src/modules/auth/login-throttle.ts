import { placeOf } from '@/kernel/address.ts';
import type { Ticks } from '@/kernel/clock.ts';
import { createRecent } from '@/kernel/recent.ts';
import { createThrottle, type Limit } from '@/kernel/throttle.ts';

/** `device` is one in which this account has signed in before. */
export type TriedFrom = { address: string; device?: number };

export type LoginThrottle = {
  /** Throws ERR_RATE_LIMITED with the seconds to wait. */
  take(email: string, from: TriedFrom): void;
  succeed(email: string, from: TriedFrom): void;
};

const PASSWORD_LIMITS = {
  pair: { tries: 10, perSeconds: 300 },
  place: { tries: 30, perSeconds: 300 },
  /** Limits guessing from many addresses at which the account has never signed in. */
  account: { tries: 100, perSeconds: 3600 },
};

/** Of a million codes three are right at a time: within a day one guesser in two hundred finds one, who knows the password. */
export const CODE_LIMITS: Limits = {
  pair: { tries: 10, perSeconds: 600 },
  place: { tries: 30, perSeconds: 600 },
  account: { tries: 30, perSeconds: 3600 },
};

type Limits = Record<'pair' | 'place' | 'account', Limit>;

const MAX_KNOWN = 20_000;

/**
 * Strangers' tries lock nobody out of a device or an address where they have signed in before
 * (docs/decisions/0009).
 */
export function createLoginThrottle(ticks: Ticks, limits: Limits = PASSWORD_LIMITS): LoginThrottle {
  const pairs = createThrottle(ticks, limits.pair);
  const places = createThrottle(ticks, limits.place);
  const accounts = createThrottle(ticks, limits.account);
  const known = createRecent<true>(MAX_KNOWN);

  return {
    take(email, { address, device }) {
      if (device !== undefined) return pairs.take(`${email} device ${device}`);
      const place = placeOf(address);
      const pair = `${email} ${place}`;
      pairs.take(pair);
      if (known.has(pair)) return;
      places.take(place);
      accounts.take(email);
    },
    succeed(email, { address, device }) {
      if (device !== undefined) pairs.forget(`${email} device ${device}`);
      const place = placeOf(address);
      const pair = `${email} ${place}`;
      pairs.forget(pair);
      // From a known device neither was taken.
      if (device === undefined && !known.has(pair)) {
        // Many people of one office sign in from one address.
        places.giveBack(place);
        accounts.giveBack(email);
      }
      known.set(pair, true);
    },
  };
}
