import type { Client } from '@libsql/client';
import { recordReads } from './support/bare-sql.ts';
import { alternate, type Line, limit, main, percentile, share, timesOf } from './support/report.ts';
import { type SeededApp, SMALL, seededApp } from './support/seeded.ts';
import { serveBare } from './support/under-load.ts';

const ATTENDANCES = 50_000;
const DAYS = 90;
const DAY_MS = 86_400_000;
/** Only our page has these filters. */
const WHOSE = [
  ['everybody', ''],
  ['a queue', '&queueId=3'],
  ['a person', '&userId=4'],
  ['a queue and a person', '&queueId=3&userId=4'],
] as const;

async function attend(client: Client, now: number): Promise<void> {
  const came = `${now} - (i * 7919 % ${ATTENDANCES}) * ${Math.floor((DAYS * DAY_MS) / ATTENDANCES)}`;
  await client.execute(`INSERT INTO connections (name) VALUES ('Segunda'), ('Terceira')`);
  await client.execute(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ATTENDANCES})
    INSERT INTO ticket_trackings (ticket_id, connection_id, user_id, queue_id, created_at, queued_at, started_at, finished_at, rating_at, rate, answer_seconds, resolution_seconds)
    SELECT 1 + i % 5000, 1 + i % 3, 1 + i % 13, 1 + i % 8, came, came, came + i % 7200 * 1000, came + 7200000 + i % 90000 * 1000,
      CASE WHEN i % 3 = 0 THEN came + 7200000 END, CASE WHEN i % 3 = 0 THEN 1 + i % 7 % 3 END, i % 7200, 7200 + i % 90000
    FROM (SELECT i, ${came} AS came FROM n)`);
}

export async function runDashboard(): Promise<Line[]> {
  const seeded = await seededApp(SMALL);
  const { client } = await seeded.dependencies.kernel.tenants.open(1);
  await attend(client, Date.now());
  const asked = async (path: string, accept?: string) => {
    const reply = await seeded.ask(path, accept);
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${path}: ${text.slice(0, 200)}`);
    return text;
  };
  const lines: Line[] = [];
  const today = new Date().toISOString().slice(0, 10);
  const first = new Date(Date.now() - (DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  const dates = `initialDate=${first}&finalDate=${today}`;
  for (const [what, path] of [
    ['counters and people', `/dashboard?days=${DAYS}`],
    ['times and arrivals', `/dashboard/reports?days=${DAYS}`],
    ['chart by person', `/dashboard/ticketsUsers?${dates}`],
    ['chart by day', `/dashboard/ticketsDay?${dates}`],
  ] as const) {
    const text = await asked(path);
    if (!text.includes('"tickets":') && !text.includes('data'))
      throw new Error(`${path}: ${text.slice(0, 200)}`);
    const [ours, theirs] = await besideBare(seeded, () => asked(path));
    lines.push(
      limit(
        `${what}, ${DAYS} days of ${ATTENDANCES}, median`,
        percentile(await timesOf(() => asked(path)), 0.5),
        'ms',
        50,
      ),
    );
    lines.push(share(`${what} ÷ its bare statements`, ours, theirs, 'per s', 0.6));
  }
  for (const [whose, filter] of WHOSE) {
    const [ours, theirs] = await besideBare(seeded, () => asked(`/?days=${DAYS}${filter}`, 'text/html'));
    lines.push(share(`page of ${whose} ÷ its bare statements`, ours, theirs, 'per s', 0.6));
  }
  await seeded.end();
  return lines;
}

async function besideBare({ dataDir }: SeededApp, ask: () => Promise<unknown>): Promise<[number, number]> {
  const reads = await recordReads(ask);
  const bare = await serveBare(dataDir, { file: reads[0]?.file ?? '', reads: [reads] });
  const rates = await alternate(ask, async () => (await fetch(`http://127.0.0.1:${bare.port}/0`)).text());
  await bare.stop();
  return rates;
}

if (import.meta.main) await main(runDashboard);
