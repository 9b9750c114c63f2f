import { placeOf } from '@/kernel/address.ts';
import type { Ticks } from '@/kernel/clock.ts';
import { createRecent } from '@/kernel/recent.ts';
import { createThrottle } from '@/kernel/throttle.ts';

export type LoginThrottle = {
  /** Counts a try, before anything is looked up. Throws ERR_RATE_LIMITED with the seconds to wait. */
  take(email: string, address: string): void;
  /** The password was right: the tries come back, and this account is at home at this address from now on. */
  succeed(email: string, address: string): void;
};

/** One account from one place: whoever forgot a password has these. */
const PAIR = { tries: 10, perSeconds: 300 };
/** One place, whatever accounts it tries. */
const PLACE = { tries: 30, perSeconds: 300 };
/** One account from all places where it has never signed in: a thousand machines guess no faster than one. */
const ACCOUNT = { tries: 100, perSeconds: 3600 };

const MAX_KNOWN = 20_000;

/**
 * Neither can a stranger lock somebody out, nor many strangers guess together: where an account has signed in since
 * the desk started, only that place's own tries count for it (docs/decisions/0009).
 */
export function createLoginThrottle(ticks: Ticks): LoginThrottle {
  const pairs = createThrottle(ticks, PAIR);
  const places = createThrottle(ticks, PLACE);
  const accounts = createThrottle(ticks, ACCOUNT);
  const known = createRecent<true>(MAX_KNOWN);

  return {
    take(email, address) {
      const place = placeOf(address);
      const pair = `${email} ${place}`;
      pairs.take(pair);
      if (known.has(pair)) return;
      places.take(place);
      accounts.take(email);
    },
    succeed(email, address) {
      const place = placeOf(address);
      const pair = `${email} ${place}`;
      pairs.forget(pair);
      if (!known.has(pair)) {
        // A whole office behind one address signs in at nine.
        places.giveBack(place);
        accounts.giveBack(email);
      }
      known.set(pair, true);
    },
  };
}
