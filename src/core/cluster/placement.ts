/** The node that a company belongs to; undefined without nodes. The same everywhere for the same nodes. */
export type Placement = (companyId: number) => string | undefined;

/**
 * Rendezvous hashing (Thaler and Ravishankar 1998): each company goes to the node with the highest mark for it, so a
 * node that comes or goes moves only its own share.
 */
export function createPlacement(nodeIds: string[]): Placement {
  const nodes = nodeIds.toSorted().map((id) => ({ id, seed: Number(Bun.hash(id) & 0xff_ff_ff_ffn) }));
  return (companyId) => {
    let best: string | undefined;
    let highest = -1;
    for (const { id, seed } of nodes) {
      const mark = mix(seed ^ mix(companyId));
      if (mark <= highest) continue;
      highest = mark;
      best = id;
    }
    return best;
  };
}

/** The finalizer of MurmurHash3: each bit of the number changes half the bits of the result. */
function mix(number: number): number {
  let bits = Math.imul(number ^ (number >>> 16), 0x85_eb_ca_6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2_b2_ae_35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
