/**
 * `bun bench/cluster-calls.ts [messages]`: what a call costs at its company's node over sqld, and through another node,
 * against one process over files; and customers' messages for each second of processor time with one, two and three
 * nodes. In turns and in one run, so that other load affects all alike. Everything shares one machine.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { appProcess } from '@test/crash/app-process.ts';
import { addCompanies, type Visitor } from '@test/support/many-companies.ts';
import { until } from '@test/support/until.ts';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';
import { type BenchNode, openStand, type Stand } from './cluster/stand.ts';
import { type Firm, openFirm } from './support/firm.ts';
import { type Line, main, percentile } from './support/report.ts';
import { settled as idle } from './support/settled.ts';
import { cpuMsOf } from './support/under-load.ts';

const MESSAGES = Number(process.argv[2] ?? 300);
const COMPANIES = 6;
const ROUNDS = 40;
const CALLS = ['list', 'messages', 'send'] as const;
const TARGETS = ['files', 'owner', 'other node'] as const;

type CallName = (typeof CALLS)[number];
type Target = { url: string; visitor: Visitor; firm: Firm };
type LiveFirm = Firm & { visitor: Visitor };

export async function runClusterCalls(): Promise<Line[]> {
  installConsoleFilter();
  const stand = await openStand({ nodes: 3, companies: COMPANIES, hasWebhooks: false });
  const dataDir = join(stand.folder, 'files');
  mkdirSync(dataDir);
  const fileVisitors = await addCompanies(dataDir, COMPANIES);
  const caPath = join(stand.folder, 'ca/ca.pem');
  const alone = appProcess({ dataDir, network: stand.network, caPath });
  const [first] = stand.nodes as [BenchNode];
  for (const app of [alone, first.app]) {
    app.spawn();
    await app.answers(60_000);
  }
  const ofFiles = await openAll(stand, alone.url, fileVisitors);
  const firms = await openAll(stand, first.app.url, stand.visitors);

  const perCpu: { what: string; nodes: number; all: number }[] = [];
  const measure = async (what: string, some: LiveFirm[], pids: number[], databasePid?: number) => {
    for (const pid of pids) await idle(pid);
    await receive(some, COMPANIES);
    const used = () => pids.reduce((sum, pid) => sum + cpuMsOf(pid), 0);
    const database = () => (databasePid === undefined ? 0 : cpuMsOf(databasePid));
    const [before, databaseBefore] = [used(), database()];
    await receive(some, MESSAGES);
    const nodes = used() - before;
    const rate = (ms: number) => (MESSAGES * 1_000) / ms;
    perCpu.push({ what, nodes: rate(nodes), all: rate(nodes + database() - databaseBefore) });
  };
  await measure('one process over files', ofFiles, [alone.pid ?? 0]);
  for (const [index, node] of stand.nodes.entries()) {
    if (index > 0) {
      node.app.spawn();
      await node.app.answers(60_000);
      await shared(stand, index + 1, firms);
    }
    const pids = stand.nodes.slice(0, index + 1).map(({ app }) => app.pid ?? 0);
    await measure(`${index + 1} nodes`, firms, pids, stand.server.pid);
  }

  const owners = await stand.owners();
  const [firm] = firms as [LiveFirm];
  const isOwner = ({ id }: BenchNode) => owners.get(firm.visitor.companyId) === id();
  const owner = stand.nodes.find(isOwner) as BenchNode;
  const other = stand.nodes.find((node) => !isOwner(node)) as BenchNode;
  const [fileFirm] = ofFiles as [LiveFirm];
  const times = await callTimes({
    files: { url: alone.url, visitor: fileFirm.visitor, firm: fileFirm },
    owner: { url: owner.app.url, visitor: firm.visitor, firm },
    'other node': { url: other.app.url, visitor: firm.visitor, firm },
  });
  await alone.kill();
  await stand.end();
  return [...callLines(times), ...cpuLines(perCpu)];
}

async function openAll({ network }: Stand, url: string, visitors: Visitor[]): Promise<LiveFirm[]> {
  const firms: LiveFirm[] = [];
  for (const visitor of visitors) firms.push({ ...(await openFirm(network, url, visitor)), visitor });
  return firms;
}

/** Every node has its share, and all lines are connected. */
async function shared(stand: Stand, count: number, firms: LiveFirm[]): Promise<void> {
  let last = '';
  let since = performance.now();
  await until('the nodes share the companies', async () => {
    const owners = await stand.owners();
    const now = JSON.stringify([...owners]);
    const isUp = firms.every(({ owner }) => [...owner.devices.values()].every((one) => one.isConnected));
    if (now !== last || !isUp) since = performance.now();
    last = now;
    return performance.now() - since > 5_000;
  });
  const used = new Set((await stand.owners()).values()).size;
  process.stderr.write(`${count} nodes are up, ${used} own companies\n`);
}

async function receive(firms: LiveFirm[], count: number): Promise<void> {
  const asked = () =>
    firms.map(({ owner }) => [...owner.devices.values()].reduce((sum, one) => sum + one.backlog, 0));
  for (let n = 0; n < count; n += 1) {
    const firm = firms[n % firms.length] as LiveFirm;
    await firm.customer.send(firm.owner, { text: `mensagem ${n} de uma manhã como outra qualquer` });
  }
  await until('all is received', () => asked().every((backlog) => backlog === 0));
}

type Times = Record<CallName, Record<(typeof TARGETS)[number], number[]>>;

async function callTimes(targets: Record<(typeof TARGETS)[number], Target>): Promise<Times> {
  const none = () => ({ files: [], owner: [], 'other node': [] });
  const times: Times = { list: none(), messages: none(), send: none() };
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const call of CALLS)
      for (const target of TARGETS) {
        const ms = await timeOf(call, targets[target]);
        if (round > 0) times[call][target].push(ms);
      }
  return times;
}

async function timeOf(call: CallName, { url, visitor, firm }: Target): Promise<number> {
  const path = call === 'list' ? '/tickets?status=open&pageNumber=1' : `/messages/${firm.ticketId}`;
  const sent = call === 'send' ? { method: 'POST', body: { body: 'pois não' } } : undefined;
  const at = performance.now();
  const reply = await visitor.ask(url, path, sent);
  await reply.text();
  if (!reply.ok) throw new Error(`${call}: ${reply.status}`);
  return performance.now() - at;
}

const callLines = (times: Times): Line[] =>
  CALLS.flatMap((call) =>
    (['owner', 'other node'] as const).map((target) => {
      const [ms, bare] = [percentile(times[call][target], 0.5), percentile(times[call].files, 0.5)];
      return {
        what: `${call}, p50, ${target === 'owner' ? 'at the owner over sqld' : 'through another node'} ÷ over files`,
        measured: `${ms.toFixed(1)} ms`,
        ceiling: `${bare.toFixed(1)} ms`,
        ratio: ms / bare,
        ...{ budget: '–', isMet: null },
      };
    }),
  );

function cpuLines(rates: { what: string; nodes: number; all: number }[]): Line[] {
  const [alone] = rates;
  return rates.map(({ what, nodes, all }) => ({
    what: `messages received per second of processor time, ${what}`,
    measured: `${nodes.toFixed(0)} (${all.toFixed(0)} with sqld)`,
    ceiling: `${alone?.nodes.toFixed(0)}`,
    ratio: nodes / (alone?.nodes ?? 1),
    ...{ budget: '–', isMet: null },
  }));
}

if (import.meta.main) await main(runClusterCalls);
