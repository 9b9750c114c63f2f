import { placeOf } from '../address.ts';

/** Open lines, by whom and from where; a line takes its seat before it is opened and gives it back when it closes. */
export type Seats = {
  /** The seat, or whose share is full. */
  take(who: Sitter): Seat | Full;
  readonly taken: number;
};
export type Sitter = { companyId: number; userId: number; address: string };
export type Seat = { leave(): void };
export type Full = 'person' | 'company' | 'address' | 'all';

/** A tab has one line. An office may sit behind one address, or a whole desk behind a proxy nobody named. */
const MOST: Record<Full, number> = { person: 20, company: 1_000, address: 1_500, all: 3_000 };

export function createSeats(most: Record<Full, number> = MOST): Seats {
  const counts = new Map<string, number>();
  let taken = 0;
  const add = (key: string, by: number) => {
    const count = (counts.get(key) ?? 0) + by;
    if (count > 0) counts.set(key, count);
    else counts.delete(key);
  };

  return {
    take({ companyId, userId, address }) {
      const keys = {
        person: `${companyId}/${userId}`,
        company: `${companyId}`,
        address: `at ${placeOf(address)}`,
      };
      if (taken >= most.all) return 'all';
      for (const share of ['person', 'company', 'address'] as const)
        if ((counts.get(keys[share]) ?? 0) >= most[share]) return share;
      taken += 1;
      for (const key of Object.values(keys)) add(key, 1);
      let isSeated = true;
      return {
        leave() {
          if (!isSeated) return;
          isSeated = false;
          taken -= 1;
          for (const key of Object.values(keys)) add(key, -1);
        },
      };
    },
    get taken() {
      return taken;
    },
  };
}
