import { sql } from 'drizzle-orm';
import { list, type Part } from './erasure-part.queries.ts';

const MESSAGES_AT_ONCE = 300;

type Id = { id: number };

export const eraseMessages: Part = async (db, { erasureId, subject }) => {
  const people = list(subject.contactIds);
  const rows = await db.all<Id>(
    sql`select id from (select id from messages where chat_id in ${people} union select id from messages where contact_id in ${people}) limit ${MESSAGES_AT_ONCE}`,
  );
  if (rows.length === 0) return null;
  const those = list(rows.map(({ id }) => id));
  await db.run(
    sql`insert or ignore into erasure_files (erasure_id, file) select ${erasureId}, media_path from messages where id in ${those} and media_path <> ''`,
  );
  const links = sql`url in (select link_url from messages where id in ${those} and link_url is not null)`;
  await db.run(
    sql`insert or ignore into erasure_files (erasure_id, file) select ${erasureId}, image_path from link_previews where ${links} and image_path <> ''`,
  );
  await db.run(sql`delete from link_previews where ${links}`);
  // A reply in a group carries a copy of the quoted message.
  await db.run(sql`update messages set raw = null where quoted_msg_id in ${those}`);
  await db.run(
    sql`update tickets set last_message = '', last_message_id = null where id in (select ticket_id from messages where id in ${those}) and last_message_id in ${those}`,
  );
  await db.run(sql`delete from outbox where json_extract(payload, '$.messageId') in ${those}`);
  await db.run(sql`delete from messages where id in ${those}`);
  return 1;
};
