import { tickets } from '@db/tenant/schema/index.ts';
import { and, eq, sql } from 'drizzle-orm';
import { given, tenantStatement } from '@/kernel/db/statement.ts';
import type { Scope } from '@/kernel/scope.ts';
import { AFTER_A_QUESTION, AFTER_AN_ANSWER } from '../list/waiting.ts';

export type Newest = { ticketId: number; messageId: number; preview: string };

/** The customer's message ends a snooze. */
export async function showQuestion(
  tx: Scope,
  { askedAt, ...newest }: Newest & { askedAt: Date },
): Promise<void> {
  await afterQuestion(tx.db, { ...newest, now: tx.now(), askedAt });
}

export async function showAnswer(tx: Scope, newest: Newest & { isRead: boolean }): Promise<void> {
  await afterAnswer(tx.db, { ...newest, now: tx.now() });
}

/** Returns whether the message is the newest. */
export async function changePreview(tx: Scope, newest: Newest): Promise<boolean> {
  return (await reworded(tx.db, newest)).length > 0;
}

export async function replaceNewest(tx: Scope, { from, to }: { from: number; to: number }): Promise<void> {
  await replaced(tx.db, { from, to });
}

export async function showBefore(
  tx: Scope,
  before: {
    ticketId: number;
    messageId: number | null;
    preview: string;
    fromMe: boolean;
    wasUnread: boolean;
  },
): Promise<void> {
  await afterRemoval(tx.db, { ...before, fewer: before.wasUnread ? 1 : 0 });
}

export async function setUnread(
  tx: Scope,
  { ticketId, unread }: { ticketId: number; unread: number },
): Promise<void> {
  await unreadIs(tx.db, { ticketId, unread });
}

const isIt = eq(tickets.id, sql.placeholder('ticketId'));
const SHOWN = { lastMessage: given('preview'), lastMessageId: given('messageId') };

const afterQuestion = tenantStatement((db) =>
  db
    .update(tickets)
    .set({
      ...SHOWN,
      updatedAt: given('now'),
      fromMe: false,
      unreadMessages: sql`${tickets.unreadMessages} + 1`,
      snoozedUntil: null,
      waitingSince: AFTER_A_QUESTION,
    })
    .where(isIt),
);

const afterAnswer = tenantStatement((db) =>
  db
    .update(tickets)
    .set({
      ...SHOWN,
      updatedAt: given('now'),
      fromMe: true,
      unreadMessages: sql`case when ${sql.placeholder('isRead')} then 0 else ${tickets.unreadMessages} end`,
      waitingSince: sql`case when ${sql.placeholder('isRead')} then ${AFTER_AN_ANSWER} else ${tickets.waitingSince} end`,
    })
    .where(isIt),
);

const reworded = tenantStatement((db) =>
  db
    .update(tickets)
    .set({ lastMessage: given('preview') })
    .where(and(isIt, eq(tickets.lastMessageId, sql.placeholder('messageId'))))
    .returning({ id: tickets.id }),
);

const replaced = tenantStatement((db) =>
  db
    .update(tickets)
    .set({ lastMessageId: given('to') })
    .where(eq(tickets.lastMessageId, sql.placeholder('from'))),
);

const afterRemoval = tenantStatement((db) =>
  db
    .update(tickets)
    .set({
      ...SHOWN,
      fromMe: given('fromMe'),
      unreadMessages: sql`max(0, ${tickets.unreadMessages} - ${sql.placeholder('fewer')})`,
    })
    .where(isIt),
);

const unreadIs = tenantStatement((db) =>
  db
    .update(tickets)
    .set({ unreadMessages: given('unread') })
    .where(isIt),
);
