import Native from 'libsql';
import { MAX_ENTRIES } from '@/modules/schedules/schedules.schema.ts';
import { recordReads } from './support/bare-sql.ts';
import { alternate, type Line, main, share } from './support/report.ts';
import { seededApp } from './support/seeded.ts';

const MONTH = MAX_ENTRIES;
const OTHER_MONTHS = 30;
const FROM = '2026-03-01T00:00:00Z';
const PATH = `/schedules/calendar?from=${FROM}&to=2026-04-05T00:00:00Z`;

/** A month of the calendar out of two and a half years. `bare` runs the same statements and JSON only. */
export async function runCalendar(): Promise<Line[]> {
  const seeded = await seededApp({ contacts: 10_000, tickets: 5_000, messages: 0, longest: 0 });
  const { client } = await seeded.dependencies.kernel.tenants.open(1);
  await client.execute({
    sql: `WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < ${MONTH * OTHER_MONTHS - 1})
      INSERT INTO schedules (body, send_at, sent_at, status, contact_id, user_id)
      SELECT 'Seu pedido ' || i || ' chega amanhã entre nove e doze horas', ?1 + i * ${Math.floor((30 * 86_400_000) / MONTH)}, NULL, 'PENDENTE', 1 + i % 10000, 1 FROM n`,
    args: [Date.parse(FROM)],
  });
  const ask = async () => (await seeded.ask(PATH)).text();
  const entries = (JSON.parse(await ask()) as { entries: unknown[] }).entries.length;
  if (entries < MONTH) throw new Error(`only ${entries} entries`);
  const reads = await recordReads(ask);
  const bare = reads.map(({ file, sql, args }) => ({ of: new Native(file).prepare(sql), args }));
  const [ours, theirs] = await alternate(ask, async () =>
    JSON.stringify(bare.map(({ of, args }) => of.all(args))),
  );
  await seeded.end();
  const what = `calendar, a month with ${entries} entries of ${MONTH * OTHER_MONTHS}`;
  return [share(what, ours, theirs, 'req/s', 0.3)];
}

if (import.meta.main) await main(runCalendar);
