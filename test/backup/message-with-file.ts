import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withDatabase } from '@/core/db/open-file.ts';
import { companyIn } from './filled.ts';

export function addMessageWithFile(dataDir: string, companyId: number, name = 'foto'): string {
  const path = `202603/${name}.jpg`;
  const file = join(dirname(companyIn(dataDir, companyId)), 'media', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${name} da Maria`);
  withDatabase(companyIn(dataDir, companyId), (database) => {
    const insert = (sql: string, ...args: unknown[]) => database.prepare(sql).run(...args).lastInsertRowid;
    const chat = insert("insert into contacts (name, number) values ('Maria', ?)", `55119${name}`);
    const ticket = insert(
      'insert into tickets (uuid, contact_id, unread_messages) values (?, ?, 1)',
      name,
      chat,
    );
    insert(
      `insert into messages (wid, ticket_id, chat_id, author, from_me, origin, body, media_type, media_state, media_path, media_name, sent_at)
       values (?, ?, ?, ?, 0, 'customer', '', 'image', 'ready', ?, ?, 0)`,
      ...[`wid-${name}`, ticket, chat, `${chat}`, path, `${name} da Maria.jpg`],
    );
  });
  return path;
}
