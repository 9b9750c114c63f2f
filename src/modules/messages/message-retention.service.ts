import { messages } from '@db/tenant/schema/index.ts';
import { inArray, sql } from 'drizzle-orm';
import { yieldToLoop } from '@/core/clock.ts';
import type { Scope } from '@/core/scope.ts';
import { removeMediaAfter } from '@/core/storage/remove-media.ts';

const ROWS_AT_ONCE = 300;
const READ_AT_ONCE = 5_000;

type Found = { id: number; path: string | null };
type Slice = { next: number | null; gone: number };

/** Retention applies to closed tickets without a tag. */
const goes = (before: Date) =>
  sql`messages.created_at < ${before.getTime()} and exists (select 1 from tickets t where t.id = messages.ticket_id and t.status = 'closed') and not exists (select 1 from ticket_tags g where g.ticket_id = messages.ticket_id)`;

export async function countOld(
  { db }: Scope,
  { messages: messagesBefore, media: mediaBefore }: { messages: Date | null; media: Date | null },
): Promise<{ messages: number; media: number }> {
  const [last] = await db.all<{ id: number | null }>(sql`select max(id) as id from messages`);
  const found = { messages: 0, media: 0 };
  const never = new Date(0);
  for (let from = 0; from < (last?.id ?? 0); from += READ_AT_ONCE) {
    const [row] = await db.all<{ messages: number; media: number }>(
      sql`select count(case when ${goes(messagesBefore ?? never)} then 1 end) as messages, count(case when media_path <> '' and ${goes(mediaBefore ?? never)} then 1 end) as media from messages where id > ${from} and id <= ${from + READ_AT_ONCE}`,
    );
    found.messages += row?.messages ?? 0;
    found.media += row?.media ?? 0;
    await yieldToLoop();
  }
  return found;
}

export async function eraseOldMessages(tx: Scope, before: Date, after: number): Promise<Slice> {
  const { rows, next } = await slice(tx, sql`${goes(before)}`, after);
  if (rows.length === 0) return { next, gone: 0 };
  const ids = rows.map(({ id }) => id);
  await tx.db.run(
    sql`update tickets set last_message = '' where id in (select ticket_id from messages where ${inArray(messages.id, ids)}) and ${inArray(sql`last_message_id`, ids)}`,
  );
  await tx.db.delete(messages).where(inArray(messages.id, ids));
  removeMediaAfter(tx, filesOf(rows));
  return { next, gone: rows.length };
}

export async function forgetOldMedia(tx: Scope, before: Date, after: number): Promise<Slice> {
  const { rows, next } = await slice(tx, sql`media_path <> '' and ${goes(before)}`, after);
  if (rows.length === 0) return { next, gone: 0 };
  const ids = rows.map(({ id }) => id);
  await tx.db
    .update(messages)
    .set({
      ...{ mediaPath: null, mediaTicket: null, mediaState: 'none', mediaType: 'conversation', raw: null },
      body: sql`case when body = '' then ${tx.t('messages:mediaGone')} else body end`,
    })
    .where(inArray(messages.id, ids));
  removeMediaAfter(tx, filesOf(rows));
  return { next, gone: rows.length };
}

async function slice({ db }: Scope, where: ReturnType<typeof sql>, after: number) {
  const until = after + READ_AT_ONCE;
  const rows = await db.all<Found>(
    sql`select id, media_path as path from messages where id > ${after} and id <= ${until} and ${where} order by id limit ${ROWS_AT_ONCE}`,
  );
  if (rows.length === ROWS_AT_ONCE) return { rows, next: rows.at(-1)?.id ?? null };
  const [later] = await db.all<{ next: number | null }>(
    sql`select min(id) - 1 as next from messages where id > ${until}`,
  );
  return { rows, next: later?.next ?? null };
}

const filesOf = (rows: Found[]) => rows.flatMap(({ path }) => path || []);
