/** A page of one conversation as JSON, against the same rows from prepared SQL. */
import { sameRowsBare } from './support/bare-sql.ts';
import { inTurns, type Line, main, share } from './support/report.ts';
import { SMALL, seededDesk } from './support/seeded.ts';

export async function runMessages(): Promise<Line[]> {
  const seeded = await seededDesk(SMALL);
  const ask = async () => (await seeded.ask('/messages/10?peek=true')).text();
  const [desk, bare] = await inTurns(ask, await sameRowsBare(seeded.file, ask));
  await seeded.end();
  return [share('GET /messages/:ticket, 20', desk, bare, 'req/s', 0.6)];
}

if (import.meta.main) await main(runMessages);
