import { sql } from 'drizzle-orm';
import { contains, list, maskedIn, type Part, wordsOf } from './part.ts';

const MESSAGES_AT_ONCE = 300;

type Id = { id: number };

/** Of their chats, and what they wrote in groups. Reactions and changes go with a message. */
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
  // What answered them in a group carries a copy of what they had said.
  await db.run(sql`update messages set raw = null where quoted_msg_id in ${those}`);
  await db.run(
    sql`update tickets set last_message = '', last_message_id = null where id in (select ticket_id from messages where id in ${those}) and last_message_id in ${those}`,
  );
  await db.run(sql`delete from outbox where json_extract(payload, '$.messageId') in ${those}`);
  await db.run(sql`delete from messages where id in ${those}`);
  return 1;
};

/** Others may have written their number: a card, a mention. */
export const maskMentions: Part = async (db, { subject }, after) => {
  if (subject.numbers.length === 0) return null;
  const match = subject.numbers.map((number) => `"${number}"`).join(' OR ');
  const rows = await db.all<Id>(
    sql`select rowid as id from messages_fts where messages_fts match ${match} and rowid > ${after} order by rowid limit ${MESSAGES_AT_ONCE}`,
  );
  const last = rows.at(-1);
  if (!last) return null;
  const those = list(rows.map(({ id }) => id));
  const words = wordsOf(subject);
  await db.run(
    sql`update messages set body = ${maskedIn(sql`body`, words)}, raw = null where id in ${those}`,
  );
  await db.run(
    sql`update tickets set last_message = ${maskedIn(sql`last_message`, words)} where id in (select ticket_id from messages where id in ${those}) and ${contains(sql`last_message`, subject.numbers)}`,
  );
  return last.id;
};
