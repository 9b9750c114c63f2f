import { networkKey } from '../security/network-address.ts';

export type Slots = {
  take(who: SlotRequest): Slot | Full;
  takenBy(companyId: number): number;
  readonly taken: number;
};
/** `companyMost`: overrides the default limit. `address`: undefined where many share one unknowingly. */
export type SlotRequest = {
  companyId: number;
  userId: number;
  address: string | undefined;
  companyMost?: number | undefined;
};
export type Slot = { leave(): void };
export type Full = 'person' | 'company' | 'address' | 'all';

export function createSlots(most: Record<Full, number>): Slots {
  const counts = new Map<string, number>();
  let taken = 0;
  const add = (key: string, by: number) => {
    const count = (counts.get(key) ?? 0) + by;
    if (count > 0) counts.set(key, count);
    else counts.delete(key);
  };

  return {
    take({ companyId, userId, address, companyMost = most.company }) {
      const keys: Partial<Record<Full, string>> = {
        person: `${companyId}/${userId}`,
        company: `${companyId}`,
        ...(address !== undefined && { address: `at ${networkKey(address)}` }),
      };
      if (taken >= most.all) return 'all';
      const limits = { ...most, company: companyMost };
      for (const share of ['person', 'company', 'address'] as const) {
        const key = keys[share];
        if (key !== undefined && (counts.get(key) ?? 0) >= limits[share]) return share;
      }
      taken += 1;
      for (const key of Object.values(keys)) add(key, 1);
      let isTaken = true;
      return {
        leave() {
          if (!isTaken) return;
          isTaken = false;
          taken -= 1;
          for (const key of Object.values(keys)) add(key, -1);
        },
      };
    },
    takenBy: (companyId) => counts.get(`${companyId}`) ?? 0,
    get taken() {
      return taken;
    },
  };
}
