import { readRows } from '../../../core/db/open-file.ts';

export type NamedFile = { name: string | null; conversation: string | null };

export function describeFile(database: string, path: string): NamedFile | null {
  try {
    const [row] = readRows<{ name: string | null; ticket: number; contact: string }>(
      database,
      `select m.media_name as name, m.ticket_id as ticket, c.name as contact
       from messages m join contacts c on c.id = m.chat_id where m.media_path = ? limit 1`,
      path,
    );
    return row
      ? { name: row.name, conversation: `conversation ${row.contact} (ticket ${row.ticket})` }
      : null;
  } catch {
    return null;
  }
}
