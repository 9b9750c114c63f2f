import { growth, type Line, main, percentile, timesOf } from './support/report.ts';
import { LONG_TICKET, type SeededApp, type Size, SMALL, seededApp, TIMES_TEN } from './support/seeded.ts';

const PAGES: Record<string, (id: number) => string> = {
  'its newest page': () => '?peek=true',
  'a page 5,000 messages back': (id) => `?peek=true&before=${id}`,
  'a page around a hit': (id) => `?peek=true&around=${id}`,
  'what was missed since': (id) => `?peek=true&after=${id}`,
};

/** Median milliseconds of each page. */
async function measure(size: Size): Promise<Map<string, number>> {
  const seeded = await seededApp(size);
  const id = await fiveThousandBack(seeded);
  const found = new Map<string, number>();
  for (const [what, queryOf] of Object.entries(PAGES)) {
    const path = `/messages/${LONG_TICKET}${queryOf(id)}`;
    const times = await timesOf(async () => {
      const reply = await seeded.ask(path);
      const { messages } = (await reply.json()) as { messages: unknown[] };
      if (messages.length < 20) throw new Error(`${what}: a page of ${messages.length}`);
    }, 300);
    found.set(what, percentile(times, 0.5));
  }
  await seeded.end();
  return found;
}

async function fiveThousandBack({ dependencies }: SeededApp): Promise<number> {
  const { client } = await dependencies.kernel.tenants.open(1);
  const sql = `SELECT id FROM messages WHERE ticket_id = ${LONG_TICKET} ORDER BY id DESC LIMIT 1 OFFSET 5000`;
  return Number((await client.execute(sql)).rows[0]?.id);
}

export async function runConversation(): Promise<Line[]> {
  const small = await measure(SMALL);
  const big = await measure(TIMES_TEN);
  return [...big].map(([what, ms]) =>
    growth(`conversation of 20,000, ${what}: among 1,000,000 ÷ among 100,000`, ms, small.get(what) ?? 0),
  );
}

if (import.meta.main) await main(runConversation);
