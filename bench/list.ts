/** The ticket list as JSON: a page of 40, against the same rows from prepared SQL; and at ten times the tickets. */
import { sameRowsBare } from './support/bare-sql.ts';
import { inTurns, type Line, main, share } from './support/report.ts';
import { SMALL, seededDesk } from './support/seeded.ts';

const PATH = '/tickets?status=open&showAll=true';

export async function runList(): Promise<Line[]> {
  const small = await seededDesk(SMALL);
  const big = await seededDesk({ ...SMALL, contacts: 100_000, tickets: 50_000 });
  const ask = async () => (await small.ask(PATH)).text();
  const bareAsk = await sameRowsBare(small.file, ask);
  const [desk, bare, slow] = await inTurns(ask, bareAsk, async () => (await big.ask(PATH)).text());
  await small.end();
  await big.end();
  const growth = desk / slow;
  return [
    share('GET /tickets as JSON, page of 40', desk, bare, 'req/s', 0.6),
    {
      what: 'list at 50,000 tickets ÷ at 5,000 (time)',
      measured: `${(1_000 / slow).toFixed(2)} ms`,
      ceiling: `${(1_000 / desk).toFixed(2)} ms`,
      ratio: growth,
      budget: '≤ 1.3',
      isMet: growth <= 1.3,
    },
  ];
}

if (import.meta.main) await main(runList);
