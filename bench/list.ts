/** The ticket list as JSON: a page of 40, against the same rows from prepared SQL; and at ten times the tickets. */
import { Database } from 'bun:sqlite';
import { inTurns, type Line, main, share } from './support/report.ts';
import { SMALL, seededDesk } from './support/seeded.ts';

const PATH = '/tickets?status=open&showAll=true';
const ROWS = `SELECT t.*, c.id AS c_id, c.name AS c_name, c.number, c.email, q.name AS q_name, q.color, u.name AS u_name, k.name AS k_name, m.media_type, m.ack
  FROM tickets t JOIN contacts c ON c.id = t.contact_id LEFT JOIN queues q ON q.id = t.queue_id LEFT JOIN users u ON u.id = t.user_id
  LEFT JOIN connections k ON k.id = t.connection_id LEFT JOIN messages m ON m.id = t.last_message_id
  WHERE t.status = 'open' ORDER BY t.updated_at DESC, t.id DESC LIMIT 41`;
const COUNT = `SELECT count(*) AS n FROM tickets WHERE status = 'open'`;
const TAGS =
  'SELECT * FROM ticket_tags JOIN tags ON tags.id = tag_id WHERE ticket_id IN (SELECT value FROM json_each(?))';

export async function runList(): Promise<Line[]> {
  const small = await seededDesk(SMALL);
  const big = await seededDesk({ ...SMALL, contacts: 100_000, tickets: 50_000 });
  const [desk, bare, slow] = await inTurns(
    async () => (await small.ask(PATH)).text(),
    bareList(small.file),
    async () => (await big.ask(PATH)).text(),
  );
  await small.desk.stop();
  await big.desk.stop();
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

function bareList(file: string): () => Promise<string> {
  const database = new Database(file, { readonly: true });
  const [rows, count, tags] = [ROWS, COUNT, TAGS].map((sql) => database.query(sql));
  return async () => {
    const tickets = rows?.all() as { id: number }[];
    const ids = JSON.stringify(tickets.map(({ id }) => id));
    return new Response(JSON.stringify({ tickets, tags: tags?.all(ids), count: count?.get() })).text();
  };
}

if (import.meta.main) await main(runList);
