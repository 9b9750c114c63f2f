import { messages } from '@db/tenant/schema/index.ts';
import { and, eq, ne, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Scope } from '@/core/scope.ts';

export type StoredTwice = { id: number; isStub: boolean; keptId: number; keptIsStub: boolean };

/**
 * Messages of `drop` that `keep` has, too: a message received under both addresses of a person, in their own chat or in a
 * group, is stored once for each. They would be one row once both contacts are one.
 */
export function storedTwice(tx: Scope, keep: number, drop: number): Promise<StoredTwice[]> {
  const kept = alias(messages, 'kept');
  const becomes = (value: unknown, [from, to]: [unknown, unknown]): SQL =>
    sql`case ${value} when ${from} then ${to} else ${value} end`;
  return tx.db
    .select({ id: messages.id, isStub: messages.isStub, keptId: kept.id, keptIsStub: kept.isStub })
    .from(messages)
    .innerJoin(
      kept,
      and(
        eq(kept.wid, messages.wid),
        eq(kept.connectionId, messages.connectionId),
        eq(kept.chatId, becomes(messages.chatId, [drop, keep])),
        eq(kept.author, becomes(messages.author, [String(drop), String(keep)])),
        ne(kept.id, messages.id),
      ),
    )
    .where(or(eq(messages.chatId, drop), eq(messages.contactId, drop)));
}
