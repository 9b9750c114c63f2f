import { openFile } from '@/core/db/open-file.ts';
import type { Firm } from './firm.ts';
import { contactName, writer } from './texts.ts';

const CONTACTS = 100_000;
const CARDS = 10_000;
const MESSAGES = 150_000;
const COLUMNS = 8;

export function makeLarge(file: string, { connectionId }: Firm): void {
  using database = openFile(file);
  const insert = (sql: string, rows: unknown[]) =>
    database.prepare(sql).run(JSON.stringify(rows), connectionId);
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
  const write = writer();
  database.transaction(() => {
    insert(
      `INSERT INTO contacts (name, number) SELECT value, '55218' || (10000001 + key) FROM json_each(?1) WHERE ?2`,
      numbers(CONTACTS).map((n) => (n % 3 === 0 ? `Cliente ${contactName(n)}` : contactName(n))),
    );
    insert(
      `INSERT INTO tags (name, search_name, color, kanban) SELECT 'Etapa ' || value, 'etapa ' || value, '#336699', 1 FROM json_each(?1) WHERE ?2`,
      numbers(COLUMNS),
    );
    insert(
      `INSERT INTO tickets (uuid, status, contact_id, connection_id, last_message, updated_at)
       SELECT 'large-' || value, iif(value % 3, 'open', 'pending'), (SELECT max(id) FROM contacts) - value, ?2, 'Bom dia', 1760000000000 + value * 1000 FROM json_each(?1)`,
      numbers(CARDS),
    );
    insert(
      `INSERT INTO ticket_tags (ticket_id, tag_id) SELECT id, (SELECT max(id) FROM tags) - id % ${COLUMNS} FROM tickets WHERE ?1 IS NOT NULL AND ?2 AND uuid LIKE 'large-%' AND id % 4`,
      [],
    );
    insert(
      `INSERT INTO messages (wid, ticket_id, connection_id, chat_id, author, from_me, origin, body, media_type, remote_jid, sent_at)
       SELECT 'L' || key, (SELECT max(id) FROM tickets) - key % ${CARDS}, ?2, (SELECT max(contact_id) FROM tickets) - key % ${CARDS}, 'me', 1, 'agent', value, 'conversation', 'x', 1 FROM json_each(?1)`,
      numbers(MESSAGES).map(write),
    );
  })();
}
