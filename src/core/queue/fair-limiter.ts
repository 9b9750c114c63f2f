/** Concurrent outgoing work of one sort (the first part of its queue keys). */
export type AtOnce = {
  each: number;
  together: number;
  /** Work of others that hangs may hold all slots: a company may always run this many. */
  always: number;
};

export type FairLimiter = {
  /** `peer` begins with its sort, e.g. `send:3`. Resolves when its work may begin, with the function that ends it. */
  take(companyId: number, peer: string): Promise<() => void>;
  name(sort: string, atOnce: Partial<AtOnce>): void;
  open(): void;
  readonly underWay: number;
  readonly waiting: number;
};

const USUAL: AtOnce = { each: 8, together: 64, always: 2 };

type Peer = { underWay: number; waiting: (() => void)[] };
type Company = { underWay: number; peers: Map<string, Peer> };
type Sort = AtOnce & { underWay: number; companies: Map<number, Company> };

/** A free slot goes to the company with the fewest; on a tie, to the one served least recently. */
export function createFairLimiter(): FairLimiter {
  const sorts = new Map<string, Sort>();
  let isOpen = false;

  function sortOf(name: string): Sort {
    const sort = sorts.get(name) ?? { ...USUAL, underWay: 0, companies: new Map<number, Company>() };
    sorts.set(name, sort);
    return sort;
  }

  function begin(sort: Sort, companyId: number, company: Company, name: string, peer: Peer): () => void {
    for (const one of [sort, company, peer]) one.underWay += 1;
    sort.companies.delete(companyId);
    sort.companies.set(companyId, company);
    company.peers.delete(name);
    company.peers.set(name, peer);
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      for (const one of [sort, company, peer]) one.underWay -= 1;
      if (peer.underWay + peer.waiting.length === 0) company.peers.delete(name);
      if (company.peers.size === 0) sort.companies.delete(companyId);
      startWaiting(sort);
    };
  }

  function startWaiting(sort: Sort): void {
    for (let next = nextOf(sort); next; next = nextOf(sort)) next();
  }

  function mayBegin(sort: Sort, company: Company, peer: Peer): boolean {
    if (isOpen) return true;
    return peer.underWay < sort.each && (sort.underWay < sort.together || company.underWay < sort.always);
  }

  function nextOf(sort: Sort): (() => void) | undefined {
    let fewest: { company: Company; peer: Peer } | undefined;
    for (const company of sort.companies.values()) {
      if (fewest && company.underWay >= fewest.company.underWay) continue;
      for (const peer of company.peers.values()) {
        if (peer.waiting.length === 0 || !mayBegin(sort, company, peer)) continue;
        fewest = { company, peer };
        break;
      }
    }
    return fewest?.peer.waiting.shift();
  }

  const sum = (count: (sort: Sort) => number) =>
    [...sorts.values()].reduce((all, one) => all + count(one), 0);

  return {
    take(companyId, name) {
      const sort = sortOf(name.split(':', 1)[0] ?? '');
      const company = sort.companies.get(companyId) ?? { underWay: 0, peers: new Map<string, Peer>() };
      sort.companies.set(companyId, company);
      const peer = company.peers.get(name) ?? { underWay: 0, waiting: [] };
      company.peers.set(name, peer);
      const start = () => begin(sort, companyId, company, name, peer);
      if (peer.waiting.length === 0 && mayBegin(sort, company, peer)) return Promise.resolve(start());
      const { promise, resolve } = Promise.withResolvers<() => void>();
      peer.waiting.push(() => resolve(start()));
      return promise;
    },
    name(sort, atOnce) {
      Object.assign(sortOf(sort), atOnce);
    },
    open() {
      isOpen = true;
      for (const sort of sorts.values()) startWaiting(sort);
    },
    get underWay() {
      return sum((sort) => sort.underWay);
    },
    get waiting() {
      return sum((sort) =>
        [...sort.companies.values()]
          .flatMap(({ peers }) => [...peers.values()])
          .reduce((all, { waiting }) => all + waiting.length, 0),
      );
    },
  };
}
