import { until } from '@test/support/until.ts';
import type { BenchFirm } from './people.ts';
import type { BenchNode, Stand } from './stand.ts';
import type { CutKind } from './tap.ts';

export type FaultName = 'kill' | 'kill and start' | 'freeze' | 'drop' | 'mute' | 'restart of sqld';

/** Seconds until the companies that the fault touched were answered for again, each one's. */
export type Seen = { fault: FaultName; seconds: number[]; unserved: number[] };

export type FaultTimes = { frozenMs: number; cutMs: number };

const MAX_MS = 90_000;
const LIVE_MS = 180_000;

export function createFaults(stand: Stand, firms: BenchFirm[], { frozenMs, cutMs }: FaultTimes) {
  const { nodes, server } = stand;

  async function firmsOf({ id }: BenchNode): Promise<BenchFirm[]> {
    const owners = await stand.owners();
    return firms.filter(({ companyId }) => owners.get(companyId) === id());
  }

  /** A busy node, each in its turn. */
  async function choose(round: number): Promise<{ node: BenchNode; owned: BenchFirm[] }> {
    for (let at = round; at < round + nodes.length; at += 1) {
      const node = nodes[at % nodes.length] as BenchNode;
      const owned = await firmsOf(node);
      if (owned.length > 0) return { node, owned };
    }
    throw new Error('no node owns a company');
  }

  async function answeredAgain(fault: FaultName, touched: BenchFirm[], beganAt: number): Promise<Seen> {
    const seen: Seen = { fault, seconds: [], unserved: [] };
    await Promise.all(
      touched.map(async ({ client, companyId }) => {
        const find = () => client.answered.find((one) => one.beganAt >= beganAt);
        const found = await until('an answer', find, { timeoutMs: MAX_MS, stepMs: 20 }).catch(
          () => undefined,
        );
        if (found) seen.seconds.push((found.endedAt - beganAt) / 1_000);
        else seen.unserved.push(companyId);
      }),
    );
    return seen;
  }

  async function start(node: BenchNode): Promise<void> {
    node.app.spawn();
    await node.app.answers(60_000);
    node.isServing = true;
  }

  const faults = {
    async kill(round: number): Promise<Seen> {
      const { node, owned } = await choose(round);
      const beganAt = performance.now();
      node.isServing = false;
      await node.app.kill();
      const seen = await answeredAgain('kill', owned, beganAt);
      await start(node);
      return seen;
    },
    async killAndStart(round: number): Promise<Seen> {
      const { node, owned } = await choose(round);
      const beganAt = performance.now();
      node.isServing = false;
      await node.app.kill();
      const started = start(node);
      const seen = await answeredAgain('kill and start', owned, beganAt);
      await started;
      return seen;
    },
    async freeze(round: number): Promise<Seen> {
      const { node, owned } = await choose(round);
      const beganAt = performance.now();
      node.isServing = false;
      const pid = node.app.pid ?? 0;
      process.kill(pid, 'SIGSTOP');
      const [seen] = await Promise.all([answeredAgain('freeze', owned, beganAt), Bun.sleep(frozenMs)]);
      process.kill(pid, 'SIGCONT');
      node.isServing = true;
      return seen;
    },
    async cut(round: number, kind: CutKind): Promise<Seen> {
      const { node, owned } = await choose(round);
      const beganAt = performance.now();
      for (const tap of node.taps) tap.cut(kind);
      node.isServing = false;
      const [seen] = await Promise.all([answeredAgain(kind, owned, beganAt), Bun.sleep(cutMs)]);
      for (const tap of node.taps) tap.restore();
      node.isServing = true;
      return seen;
    },
    async restart(): Promise<Seen> {
      const beganAt = performance.now();
      await server.kill();
      await Bun.sleep(Math.random() * 4_000);
      await server.start();
      return answeredAgain('restart of sqld', firms, beganAt);
    },
    /** Every company has an owner that is up, and its line is connected. */
    async settled(): Promise<void> {
      let last = '';
      await until(
        'all companies are served, and all lines connected',
        async () => {
          const owners = await stand.owners().catch(() => new Map<number, string>());
          const ids = nodes.map(({ id }) => id());
          const unowned = firms.filter(({ companyId }) => !ids.includes(owners.get(companyId) ?? ''));
          const off = firms.filter(
            ({ owner }) => ![...owner.devices.values()].every((one) => one.isConnected),
          );
          const numbers = (some: BenchFirm[]) => some.map(({ companyId }) => companyId).join(' ');
          last = `without owner: ${numbers(unowned)}; lines off: ${numbers(off)}`;
          return unowned.length + off.length === 0;
        },
        { timeoutMs: LIVE_MS, stepMs: 200 },
      ).catch(() => {
        throw new Error(`it does not settle: ${last}`);
      });
    },
  };
  return faults;
}
