/**
 * `bun run bench:cluster [kills] [freezes] [cuts] [restarts]`: three nodes over a real sqld and an S3 server, with
 * customers, agents, campaigns, schedules and a webhook receiver, while nodes are killed, frozen and cut off and sqld
 * is killed. COMPANIES, PEOPLE (of each campaign), FROZEN_MS and CUT_MS change its size, KEEP keeps the files. All
 * processes share one machine, so no network is measured.
 */
import { loadavg } from 'node:os';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';
import { type ClusterVerdict, describe, judge, rest } from './cluster/account.ts';
import { createFaults, type Seen } from './cluster/faults.ts';
import { openFirms, startCampaign, startTraffic } from './cluster/people.ts';
import { openStand } from './cluster/stand.ts';
import { type Line, limit, main, none, percentile } from './support/report.ts';

const [KILLS = 2, FREEZES = 1, CUTS = 1, RESTARTS = 1] = process.argv.slice(2).map(Number);
const COMPANIES = Number(process.env.COMPANIES ?? 6);
const PEOPLE = Number(process.env.PEOPLE ?? 300);
const FROZEN_MS = Number(process.env.FROZEN_MS ?? 25_000);
const CUT_MS = Number(process.env.CUT_MS ?? 25_000);
const CAMPAIGNS = 2;
const TAKEOVERS = ['kill', 'freeze', 'drop', 'mute'];

export async function runCluster(): Promise<Line[]> {
  installConsoleFilter();
  const log = (text: string) => void process.stderr.write(`${text}\n`);
  const stand = await openStand({ nodes: 3, companies: COMPANIES, hasWebhooks: true });
  log(`files: ${stand.folder}; sqld ${stand.server.pid}`);
  for (const { app } of stand.nodes) app.spawn();
  for (const { app } of stand.nodes) await app.answers(60_000);
  const firms = await openFirms(stand);
  for (const firm of firms.slice(0, CAMPAIGNS)) await startCampaign(stand, firm, PEOPLE);
  const faults = createFaults(stand, firms, { frozenMs: FROZEN_MS, cutMs: CUT_MS });
  const traffic = startTraffic(firms);
  const seen: Seen[] = [];
  const work = alternately([
    repeat(KILLS, (round) => (round % 3 === 2 ? faults.killAndStart(round) : faults.kill(round))),
    repeat(FREEZES, (round) => faults.freeze(round)),
    repeat(CUTS, (round) => faults.cut(round, round % 2 === 0 ? 'drop' : 'mute')),
    repeat(RESTARTS, () => faults.restart()),
  ]);
  for (const [index, happen] of work.entries()) {
    await faults.settled();
    await Bun.sleep(1_000 + Math.random() * 4_000);
    const one = await happen();
    seen.push(one);
    const seconds = one.seconds.map((value) => value.toFixed(1)).join(' ');
    log(
      `${index + 1}/${work.length} ${one.fault}: ${seconds} s; unserved: ${one.unserved.join(' ') || 'none'}; load ${loadavg()[0]?.toFixed(1)}`,
    );
  }
  await faults.settled();
  await traffic.stop();
  await rest(stand, firms);
  const verdict = await judge(stand, firms);
  const { epochs } = stand;
  log(describe(verdict));
  log(
    `${epochs.writes} writes in ${epochs.epochs} epochs of ${epochs.companies} companies, ${epochs.refused} refused`,
  );
  for (const fault of epochs.faults()) log(fault);
  const lines = linesOf(verdict, seen, epochs);
  await stand.end(Boolean(process.env.KEEP));
  return lines;
}

const repeat = <T>(count: number, work: (round: number) => T) =>
  Array.from({ length: count }, (_, round) => () => work(round));

/** Evenly mixed, so that each sort of fault meets the others' traces. */
function alternately<T>(sorts: T[][]): T[] {
  const spread = sorts.flatMap((sort) =>
    sort.map((one, index) => ({ one, at: (index + 0.5) / sort.length })),
  );
  return spread.toSorted((one, other) => one.at - other.at).map(({ one }) => one);
}

function linesOf(
  verdict: ClusterVerdict,
  seen: Seen[],
  epochs: { faults(): string[]; writes: number },
): Line[] {
  const { inbound, outbound, campaign, schedules, webhooks } = verdict;
  const after = `after ${seen.length} faults`;
  const ofSort = (...sorts: string[]) =>
    seen.filter(({ fault }) => sorts.includes(fault)).flatMap(({ seconds }) => seconds);
  const all = {
    "customers' messages": inbound,
    answers: outbound,
    'campaign messages': campaign,
    'scheduled messages': schedules,
  };
  const takeovers = ofSort(...TAKEOVERS);
  return [
    ...Object.entries(all).flatMap(([what, account]) => [
      none(`${what} lost ${after}`, account.lost.length, account.expected),
      none(`${what} doubled ${after}`, account.doubled.length, account.expected),
      none(`${what} out of order ${after}`, account.disordered.length, account.expected),
    ]),
    none(`messages without a webhook ${after}`, webhooks.lost.length, webhooks.expected),
    none(`texts of failed requests shown twice ${after}`, verdict.unsureDoubled.length, outbound.expected),
    none(`messages shown as failed ${after}`, verdict.failed.length, outbound.expected),
    none(`media missing ${after}`, verdict.mediaMissing.length, inbound.expected),
    none(`refusals without a reason ${after}`, verdict.refusals.length, outbound.expected),
    none('writes that show two owners at one time', epochs.faults().length, epochs.writes),
    none(
      'companies not served within 90 s',
      seen.flatMap(({ unserved }) => unserved).length,
      takeovers.length,
    ),
    {
      ...limit(`takeover, p50 of ${takeovers.length}`, percentile(takeovers, 0.5), 's', 20),
      budget: '–',
      isMet: null,
    },
    limit(`takeover, p95 of ${takeovers.length}`, percentile(takeovers, 0.95), 's', 20),
    ...back('a kill with a start at once', ofSort('kill and start')),
    ...back('a restart of sqld', ofSort('restart of sqld')),
  ];
}

const back = (after: string, seconds: number[]) =>
  seconds.length > 0 ? [limit(`back after ${after}, p95`, percentile(seconds, 0.95), 's', 20)] : [];

if (import.meta.main) await main(runCluster);
