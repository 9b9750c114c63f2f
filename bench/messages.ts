/** A page of one conversation, against the same rows from prepared SQL. */
import { Database } from 'bun:sqlite';
import { inTurns, type Line, main, share } from './support/report.ts';
import { SMALL, seededDesk } from './support/seeded.ts';

const ROWS = `SELECT m.*, c.name AS c_name, c.number, q.name AS q_name, u.name AS u_name FROM messages m
  LEFT JOIN contacts c ON c.id = m.contact_id LEFT JOIN queues q ON q.id = m.queue_id LEFT JOIN users u ON u.id = m.user_id
  WHERE m.ticket_id = 10 ORDER BY m.id DESC LIMIT 21`;
const TICKET = `SELECT t.*, c.name AS c_name, c.number FROM tickets t JOIN contacts c ON c.id = t.contact_id WHERE t.id = 10`;
const COUNT = 'SELECT count(*) AS n FROM messages WHERE ticket_id = 10';

export async function runMessages(): Promise<Line[]> {
  const seeded = await seededDesk(SMALL);
  const database = new Database(seeded.file, { readonly: true });
  const [rows, ticket, count] = [ROWS, TICKET, COUNT].map((sql) => database.query(sql));
  const [desk, bare] = await inTurns(
    async () => (await seeded.ask('/messages/10?peek=true')).text(),
    () =>
      new Response(
        JSON.stringify({ messages: rows?.all(), ticket: ticket?.get(), count: count?.get() }),
      ).text(),
  );
  await seeded.desk.stop();
  return [share('GET /messages/:ticket, 20', desk, bare, 'req/s', 0.6)];
}

if (import.meta.main) await main(runMessages);
