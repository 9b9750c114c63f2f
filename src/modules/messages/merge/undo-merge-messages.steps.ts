import { messageReactions, messages } from '@db/tenant/schema/index.ts';
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { putBack, type Raw, readRaw } from '@/core/db/raw-rows.ts';
import type { Scope } from '@/core/scope.ts';
import type { StepMap } from '@/core/steps.ts';
import { cutAt } from '@/core/text.ts';
import { restorePreviousMessage } from '@/modules/tickets/work/last-message.service.ts';
import { MAX_PREVIEW } from '../message-limits.schema.ts';
import { storedTwice } from './stored-twice.queries.ts';

type MessagesBefore = {
  positions: Raw[];
  doubles: Raw[];
  reactions: Raw[];
};

declare module '@/modules/contacts/merge/merge-snapshot.queries.ts' {
  interface MergeNotes {
    messages?: MessagesBefore;
  }
}

export async function noteMessages(
  tx: Scope,
  { keep, drop, notes }: StepMap['contacts.merge.noting'],
): Promise<void> {
  const { id, ticketId, chatId, contactId, author, quotedMsgId } = messages;
  const pairs = await storedTwice(tx, keep, drop);
  const ids = pairs.flatMap((pair) => [pair.id, pair.keptId]);
  const doubles = sql`select value from json_each(${JSON.stringify(ids)})`;
  const isMoved = sql`${chatId} = ${drop} or ${contactId} = ${drop} or ${quotedMsgId} in (${doubles})`;
  notes.messages = {
    positions: await readRaw(tx, messages, isMoved, [id, ticketId, chatId, contactId, author, quotedMsgId]),
    doubles: await readRaw(tx, messages, sql`${id} in (${doubles})`),
    reactions: await readRaw(tx, messageReactions, reactionsOf(keep, drop, doubles)),
  };
}

function reactionsOf(keep: number, drop: number, doubles: SQL): SQL {
  return sql`author = ${String(drop)} or message_id in (${doubles}) or (author = ${String(keep)}
    and message_id in (select message_id from message_reactions where author = ${String(drop)}))`;
}

export async function partMessages(
  tx: Scope,
  { keep, drop, notes, touched }: StepMap['tickets.parting'],
): Promise<void> {
  const before = notes.messages;
  if (!before) return;
  await putBack(tx, messages, before.doubles);
  await restorePositions(tx, before.positions);
  await moveLaterMessages(tx, keep, drop);
  await takeReactionsBack(tx, before, keep, drop);
  await putBack(tx, messageReactions, before.reactions);
  for (const ticketId of touched) await showNewestOf(tx, ticketId);
}

async function restorePositions(tx: Scope, positions: Raw[]): Promise<void> {
  const of = (name: string) => sql.raw(`place.value ->> '${name}'`);
  await tx.db.run(sql`update messages set ticket_id = ${of('ticket_id')}, chat_id = ${of('chat_id')},
    contact_id = ${of('contact_id')}, author = ${of('author')}, quoted_msg_id = ${of('quoted_msg_id')}
    from json_each(${JSON.stringify(positions)}) as place where messages.id = ${of('id')}`);
}

async function moveLaterMessages(tx: Scope, keep: number, drop: number): Promise<void> {
  await tx.db.run(sql`update messages set chat_id = ${drop},
    contact_id = case contact_id when ${keep} then ${drop} else contact_id end,
    author = case author when ${String(keep)} then ${String(drop)} else author end
    where chat_id = ${keep} and ticket_id in (select id from tickets where contact_id = ${drop})`);
}

/** The merge gave them to the remaining contact, and to the remaining copy of a message stored twice. */
async function takeReactionsBack(
  tx: Scope,
  { doubles, reactions }: MessagesBefore,
  keep: number,
  drop: number,
): Promise<void> {
  for (const { message_id, author } of reactions) {
    const { wid } = doubles.find(({ id }) => id === message_id) ?? {};
    const copies = doubles.filter((double) => double.wid === wid).map(({ id }) => Number(id));
    const by = author === String(drop) ? String(keep) : String(author);
    await tx.db
      .delete(messageReactions)
      .where(
        and(
          inArray(messageReactions.messageId, [Number(message_id), ...copies]),
          eq(messageReactions.author, by),
        ),
      );
  }
}

async function showNewestOf(tx: Scope, ticketId: number): Promise<void> {
  const newest = await tx.db.query.messages.findFirst({
    where: eq(messages.ticketId, ticketId),
    orderBy: desc(messages.id),
  });
  await restorePreviousMessage(tx, {
    ticketId,
    messageId: newest?.id ?? null,
    preview: cutAt(newest?.body ?? '', MAX_PREVIEW),
    origin: newest?.origin ?? null,
    sentAt: newest?.createdAt ?? tx.now(),
    wasUnread: false,
  });
}
