export type FencedWrite = {
  companyId: number;
  epoch: number;
  node: string;
  isRefused: boolean;
  beganAt: number;
  endedAt: number;
};

type Reign = { node: string; writes: number; firstEndedAt: number; lastBeganAt: number };

export type EpochLog = {
  add(write: FencedWrite): void;
  /** Writes that show two owners of a company at one time; none in a sound cluster. */
  faults(): string[];
  readonly companies: number;
  readonly epochs: number;
  readonly writes: number;
  /** Refused because their node was no longer the owner. */
  readonly refused: number;
};

/** Everything on one monotonic clock: that of the process through which all nodes reach the database. */
export function createEpochLog(): EpochLog {
  const reigns = new Map<number, Map<number, Reign>>();
  const shared: string[] = [];
  let [writes, refused] = [0, 0];
  return {
    add({ companyId, epoch, node, isRefused, beganAt, endedAt }) {
      if (isRefused) {
        refused += 1;
        return;
      }
      writes += 1;
      const ofCompany = reigns.get(companyId) ?? new Map<number, Reign>();
      reigns.set(companyId, ofCompany);
      const reign = ofCompany.get(epoch);
      if (!reign) {
        ofCompany.set(epoch, { node, writes: 1, firstEndedAt: endedAt, lastBeganAt: beganAt });
        return;
      }
      if (reign.node !== node)
        shared.push(`company ${companyId}: ${reign.node} and ${node} wrote in epoch ${epoch}`);
      reign.writes += 1;
      reign.firstEndedAt = Math.min(reign.firstEndedAt, endedAt);
      reign.lastBeganAt = Math.max(reign.lastBeganAt, beganAt);
    },
    faults() {
      const late: string[] = [];
      for (const [companyId, ofCompany] of reigns) {
        const sorted = [...ofCompany].toSorted(([one], [other]) => one - other);
        let last: [number, Reign] | undefined;
        for (const [epoch, reign] of sorted) {
          if (last && last[1].lastBeganAt > reign.firstEndedAt)
            late.push(
              `company ${companyId}: ${last[1].node} wrote in epoch ${last[0]} after ${reign.node} in ${epoch}`,
            );
          if (!last || reign.lastBeganAt > last[1].lastBeganAt) last = [epoch, reign];
        }
      }
      return [...new Set(shared), ...late];
    },
    get companies() {
      return reigns.size;
    },
    get epochs() {
      return [...reigns.values()].reduce((sum, { size }) => sum + size, 0);
    },
    get writes() {
      return writes;
    },
    get refused() {
      return refused;
    },
  };
}
