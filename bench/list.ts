import { alternate, growth, type Line, main } from './support/report.ts';
import { type SeededApp, SMALL, seededApp } from './support/seeded.ts';

const PATH = '/tickets?status=open&showAll=true';
const BIG = { ...SMALL, contacts: 100_000, tickets: 50_000 };
const AGENT = 5;

type Ask = () => Promise<string>;

async function listsOf(seeded: SeededApp): Promise<Record<string, Ask>> {
  const agent = await seeded.askAs(AGENT);
  const whole = (ask: SeededApp['ask'], path: string) => async () => {
    const reply = await ask(path);
    const text = await reply.text();
    if (!reply.ok || text.includes('"tickets":[]')) throw new Error(`${path}: ${text.slice(0, 200)}`);
    return text;
  };
  return {
    'closed tickets': whole(seeded.ask, '/tickets?status=closed'),
    'one queue': whole(seeded.ask, `${PATH}&queueIds=[3]`),
    'far down': whole(seeded.ask, `${PATH}&after=${await halfway(seeded)}`),
    'an agent’s own': whole(agent, '/tickets?status=open'),
    'what waits for an agent': whole(agent, '/tickets?status=pending'),
    'closed, for an agent': whole(agent, '/tickets?status=closed'),
  };
}

async function halfway({ dependencies }: SeededApp): Promise<string> {
  const { client } = await dependencies.kernel.tenants.open(1);
  const { rows } = await client.execute(
    `SELECT updated_at, id FROM tickets WHERE status = 'open' ORDER BY updated_at DESC, id DESC
     LIMIT 1 OFFSET (SELECT count(*) / 2 FROM tickets WHERE status = 'open')`,
  );
  return `${rows[0]?.updated_at},${rows[0]?.id}`;
}

export async function runList(): Promise<Line[]> {
  const small = await seededApp(SMALL);
  const big = await seededApp(BIG);
  const [few, many] = await alternate(
    async () => (await small.ask(PATH)).text(),
    async () => (await big.ask(PATH)).text(),
  );
  const lines = [growth('list at 50,000 tickets ÷ at 5,000', 1_000 / many, 1_000 / few)];
  const onBig = await listsOf(big);
  for (const [what, onSmall] of Object.entries(await listsOf(small))) {
    const [few, many] = await alternate(onSmall, onBig[what] ?? onSmall);
    lines.push(growth(`${what}, at 50,000 tickets ÷ at 5,000`, 1_000 / many, 1_000 / few));
  }
  await small.end();
  await big.end();
  return lines;
}

if (import.meta.main) await main(runList);
