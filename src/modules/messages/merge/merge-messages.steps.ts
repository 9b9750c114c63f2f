import { messageReactions, messages } from '@db/tenant/schema/index.ts';
import { eq, sql } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import type { StepMap } from '@/core/steps.ts';
import { replaceNewest } from '@/modules/tickets/work/last-message.service.ts';
import { storedTwice } from './stored-twice.queries.ts';

export async function joinConversations(
  tx: Scope,
  { from, into }: StepMap['tickets.joining'],
): Promise<void> {
  await tx.db.update(messages).set({ ticketId: into }).where(eq(messages.ticketId, from));
}

export async function mergeMessages(tx: Scope, { keep, drop }: StepMap['contacts.merging']): Promise<void> {
  const author = { from: String(drop), to: String(keep) };
  await dropCopies(tx, keep, drop);
  await tx.db.update(messages).set({ chatId: keep }).where(eq(messages.chatId, drop));
  await tx.db.run(
    sql`update ${messages} set author = ${author.to} where contact_id = ${drop} and author = ${author.from}`,
  );
  await tx.db.update(messages).set({ contactId: keep }).where(eq(messages.contactId, drop));
  await tx.db.run(
    sql`update or replace ${messageReactions} set author = ${author.to} where author = ${author.from}`,
  );
}

async function dropCopies(tx: Scope, keep: number, drop: number): Promise<void> {
  const pairs = await storedTwice(tx, keep, drop);
  for (const { id, isStub, keptId, keptIsStub } of pairs) {
    const [stays, goes] = keptIsStub && !isStub ? [id, keptId] : [keptId, id];
    await tx.db.update(messages).set({ quotedMsgId: stays }).where(eq(messages.quotedMsgId, goes));
    await replaceNewest(tx, { from: goes, to: stays });
    await tx.db.run(
      sql`update or ignore ${messageReactions} set message_id = ${stays} where message_id = ${goes}`,
    );
    await tx.db.delete(messages).where(eq(messages.id, goes));
  }
}
