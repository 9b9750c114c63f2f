import { type SQL, sql } from 'drizzle-orm';
import type { Scope } from '@/kernel/scope.ts';

/** A row as the database holds it: columns by their own names, moments as numbers. */
export type Raw = Record<string, string | number | null>;

/** How things stood before two contacts became one: whatever the merge moves, changes or removes. */
export type MergeSnapshot = {
  keep: Raw;
  drop: Raw;
  /** Tables whose rows are put back whole: they are few, and nobody else changes them. */
  rows: Record<(typeof WHOLE)[number], Raw[]>;
  /** Where messages were; their ticks and texts may change meanwhile. */
  messages: Raw[];
  /** Messages that reached us under both addresses: one of each pair goes. */
  doubles: Raw[];
};

const WHOLE = [
  'tickets',
  'ticket_tags',
  'ticket_trackings',
  'ticket_events',
  'ticket_notes',
  'contact_fields',
  'contact_identities',
  'message_reactions',
] as const;

/** Reads it inside the transaction that merges. */
export async function takeSnapshot(tx: Scope, keep: number, drop: number): Promise<MergeSnapshot> {
  const author = String(drop);
  const of = sql`contact_id in (${keep}, ${drop})`;
  const inTickets = sql`ticket_id in (select id from tickets where ${of})`;
  const doubles = sql`id in (${doubleIds(keep, drop)})`;
  const where: Record<(typeof WHOLE)[number], SQL> = {
    tickets: of,
    ticket_tags: inTickets,
    ticket_trackings: inTickets,
    ticket_events: inTickets,
    ticket_notes: sql`contact_id = ${drop} or ticket_id in (select id from tickets where contact_id = ${drop})`,
    contact_fields: sql`contact_id = ${drop}`,
    contact_identities: sql`contact_id = ${drop}`,
    message_reactions: sql`author = ${author} or message_id in (${doubleIds(keep, drop)})
      or (author = ${String(keep)} and message_id in (select message_id from message_reactions where author = ${author}))`,
  };
  const rows = {} as MergeSnapshot['rows'];
  for (const table of WHOLE) rows[table] = await select(tx, sql`*`, table, where[table]);
  const places = sql`id, ticket_id, chat_id, contact_id, author, quoted_msg_id`;
  return {
    keep: await readContact(tx, keep),
    drop: await readContact(tx, drop),
    rows,
    messages: await select(
      tx,
      places,
      'messages',
      sql`chat_id = ${drop} or contact_id = ${drop} or quoted_msg_id in (${doubleIds(keep, drop)})`,
    ),
    doubles: await select(tx, sql`*`, 'messages', doubles),
  };
}

/** Where messages were, all in one statement: a conversation may hold thousands. */
export async function putMessagesBack(tx: Scope, places: Raw[]): Promise<void> {
  const of = (name: string) => sql.raw(`place.value ->> '${name}'`);
  await tx.db.run(sql`update messages set ticket_id = ${of('ticket_id')}, chat_id = ${of('chat_id')},
    contact_id = ${of('contact_id')}, author = ${of('author')}, quoted_msg_id = ${of('quoted_msg_id')}
    from json_each(${JSON.stringify(places)}) as place where messages.id = ${of('id')}`);
}

/** Writes rows back: changed where they are, again where they are gone. */
export async function putBack(tx: Scope, table: string, rows: Raw[], key: string[]): Promise<void> {
  for (const row of rows) {
    const columns = Object.keys(row);
    const at = sql.join(
      key.map((name) => sql`${sql.identifier(name)} = ${row[name]}`),
      sql` and `,
    );
    const values = columns.map((name) => sql`${row[name]}`);
    const set = sql.join(
      columns.map((name) => sql`${sql.identifier(name)} = ${row[name]}`),
      sql`, `,
    );
    const names = sql.join(
      columns.map((name) => sql.identifier(name)),
      sql`, `,
    );
    const [known] = await tx.db.all(sql`select 1 as one from ${sql.identifier(table)} where ${at}`);
    await tx.db.run(
      known
        ? sql`update ${sql.identifier(table)} set ${set} where ${at}`
        : sql`insert into ${sql.identifier(table)} (${names}) values (${sql.join(values, sql`, `)})`,
    );
  }
}

export async function readContact(tx: Scope, contactId: number): Promise<Raw> {
  const [row] = await select(tx, sql`*`, 'contacts', sql`id = ${contactId}`);
  if (!row) throw new Error('a contact to merge is gone');
  return row;
}

function select(tx: Scope, columns: SQL, table: string, where: SQL): Promise<Raw[]> {
  return tx.db.all<Raw>(sql`select ${columns} from ${sql.identifier(table)} where ${where} order by rowid`);
}

function doubleIds(keep: number, drop: number): SQL {
  const same = sql`kept.connection_id = gone.connection_id and kept.wid = gone.wid
    and kept.author = case gone.author when ${String(drop)} then ${String(keep)} else gone.author end`;
  const pairs = sql`from messages gone join messages kept on ${same} where gone.chat_id = ${drop} and kept.chat_id = ${keep}`;
  return sql`select gone.id ${pairs} union select kept.id ${pairs}`;
}
