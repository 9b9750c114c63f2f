/**
 * `bun bench/cluster-settle.ts [companies]`: idle companies over three nodes that start together, and after the death
 * of one: until each company is held by the node that it belongs to.
 */
import { loadavg } from 'node:os';
import type { Visitor } from '@test/support/many-companies.ts';
import { until } from '@test/support/until.ts';
import { createPlacement } from '@/core/cluster/placement.ts';
import { forkCompanies } from './cluster/fork-companies.ts';
import { type BenchNode, METRICS_TOKEN, openStand, type Stand } from './cluster/stand.ts';
import { type Line, limit, main } from './support/report.ts';

const COMPANIES = Number(process.argv[2] ?? 1_000);
const MAX_MS = 180_000;
const MAX_SECONDS = 120;

export async function runSettling(): Promise<Line[]> {
  const log = (text: string) => void process.stderr.write(`${text}, load ${loadavg()[0]?.toFixed(1)}\n`);
  const stand = await openStand({ nodes: 3, companies: 1, hasWebhooks: false });
  const [visitor] = stand.visitors as [Visitor];
  // The administrator's company is one of them, too.
  await forkCompanies(stand, visitor.companyId, COMPANIES - visitor.companyId);
  log(`${COMPANIES} companies are there`);
  const startedAt = performance.now();
  for (const { app } of stand.nodes) app.spawn();
  await Promise.all(stand.nodes.map(({ app }) => app.answers(120_000)));
  const atStart = await settled(stand, stand.nodes, startedAt);
  log(`settled after ${atStart.toFixed(1)} s`);
  const [dead, ...living] = stand.nodes as [BenchNode, ...BenchNode[]];
  const owned = await heldBy(dead);
  const killedAt = performance.now();
  await dead.app.kill();
  const afterDeath = await settled(stand, living, killedAt);
  log(`settled after the death of one with ${owned}: ${afterDeath.toFixed(1)} s`);
  await stand.end();
  return [
    limit(`${COMPANIES} companies settle after the start of three nodes`, atStart, 's', MAX_SECONDS),
    limit(`the same after the death of one with ${owned}`, afterDeath, 's', MAX_SECONDS),
  ];
}

async function settled(stand: Stand, nodes: BenchNode[], beganAt: number): Promise<number> {
  const placement = createPlacement(nodes.map(({ id }) => id()));
  let last = '';
  const isSettled = async () => {
    const held = await Promise.all(nodes.map(heldBy));
    const owners = await stand.owners();
    const misplaced = [...owners].filter(([companyId, nodeId]) => placement(companyId) !== nodeId).length;
    const sum = held.reduce((total, count) => total + count, 0);
    last = `${held.join(' + ')} held, ${misplaced} elsewhere`;
    // And the platform itself.
    return misplaced === 0 && sum === owners.size + 1;
  };
  await until('settled', isSettled, { timeoutMs: MAX_MS, stepMs: 250 }).catch(() => {
    throw new Error(`it does not settle: ${last}`);
  });
  return (performance.now() - beganAt) / 1_000;
}

async function heldBy({ app }: BenchNode): Promise<number> {
  const reply = await fetch(`${app.url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
  return Number(/^balcao_companies_owned (\d+)/m.exec(await reply.text())?.[1]);
}

if (import.meta.main) await main(runSettling);
