import { tickets } from '@db/tenant/schema/index.ts';
import { and, eq, sql } from 'drizzle-orm';
import { parameter, tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { Scope } from '@/core/scope.ts';
import { AFTER_A_QUESTION, AFTER_AN_ANSWER } from '../list/waiting-since.logic.ts';
import { trackFirstAnswer } from './trackings.service.ts';

type Origin = 'customer' | 'agent' | 'phone' | 'system';

export type Newest = { ticketId: number; messageId: number; preview: string };

/** The customer's message ends a snooze. */
export async function recordCustomerMessage(
  tx: Scope,
  { askedAt, ...newest }: Newest & { askedAt: Date },
): Promise<void> {
  await afterQuestion(tx.db, { ...newest, now: tx.now(), askedAt });
}

/** `isRead`: sent by one of our users, here or on the phone; automatic texts answer nothing. */
export async function recordOwnMessage(tx: Scope, newest: Newest & { isRead: boolean }): Promise<void> {
  await afterAnswer(tx.db, { ...newest, now: tx.now() });
  if (newest.isRead) await trackFirstAnswer(tx, newest.ticketId);
}

export async function settleClosed(tx: Scope, ticketId: number): Promise<void> {
  await settled(tx.db, { ticketId });
}

export async function changePreview(tx: Scope, newest: Newest): Promise<boolean> {
  return (await reworded(tx.db, newest)).length > 0;
}

export async function replaceNewest(tx: Scope, { from, to }: { from: number; to: number }): Promise<void> {
  await replaced(tx.db, { from, to });
}

export async function restorePreviousMessage(
  tx: Scope,
  before: {
    ticketId: number;
    messageId: number | null;
    preview: string;
    origin: Origin | null;
    sentAt: Date;
    wasUnread: boolean;
  },
): Promise<void> {
  await afterRemoval(tx.db, {
    ...before,
    fromMe: before.origin !== null && before.origin !== 'customer',
    fewer: before.wasUnread ? 1 : 0,
  });
}

export async function setUnread(
  tx: Scope,
  { ticketId, unread }: { ticketId: number; unread: number },
): Promise<void> {
  await unreadIs(tx.db, { ticketId, unread });
}

const isIt = eq(tickets.id, sql.placeholder('ticketId'));
const SHOWN = { lastMessage: parameter('preview'), lastMessageId: parameter('messageId') };

const afterQuestion = tenantStatement((db) =>
  db
    .update(tickets)
    .set({
      ...SHOWN,
      updatedAt: parameter('now'),
      fromMe: false,
      unreadMessages: sql`${tickets.unreadMessages} + 1`,
      snoozedUntil: null,
      answeredAt: null,
      waitingSince: AFTER_A_QUESTION,
    })
    .where(isIt),
);

const afterAnswer = tenantStatement((db) =>
  db
    .update(tickets)
    .set({
      ...SHOWN,
      updatedAt: parameter('now'),
      fromMe: true,
      unreadMessages: sql`case when ${sql.placeholder('isRead')} then 0 else ${tickets.unreadMessages} end`,
      waitingSince: sql`case when ${sql.placeholder('isRead')} then ${AFTER_AN_ANSWER} else ${tickets.waitingSince} end`,
      answeredAt: sql`case when ${tickets.isGroup} then null when ${sql.placeholder('isRead')} then ${sql.param(sql.placeholder('now'), tickets.answeredAt)}
        else ${tickets.answeredAt} end`,
    })
    .where(isIt),
);

const settled = tenantStatement((db) =>
  db.update(tickets).set({ unreadMessages: 0, waitingSince: null }).where(isIt),
);

const reworded = tenantStatement((db) =>
  db
    .update(tickets)
    .set({ lastMessage: parameter('preview') })
    .where(and(isIt, eq(tickets.lastMessageId, sql.placeholder('messageId'))))
    .returning({ id: tickets.id }),
);

const replaced = tenantStatement((db) =>
  db
    .update(tickets)
    .set({ lastMessageId: parameter('to') })
    .where(eq(tickets.lastMessageId, sql.placeholder('from'))),
);

const repliedAt = sql.param(sql.placeholder('sentAt'), tickets.answeredAt);
const afterRemoval = tenantStatement((db) =>
  db
    .update(tickets)
    .set({
      ...SHOWN,
      fromMe: parameter('fromMe'),
      answeredAt: sql`case when ${tickets.isGroup} then null else case ${sql.placeholder('origin')}
        when 'agent' then ${repliedAt} when 'phone' then ${repliedAt} when 'system' then ${tickets.answeredAt} end end`,
      unreadMessages: sql`max(0, ${tickets.unreadMessages} - ${sql.placeholder('fewer')})`,
    })
    .where(isIt),
);

const unreadIs = tenantStatement((db) =>
  db
    .update(tickets)
    .set({ unreadMessages: parameter('unread') })
    .where(isIt),
);
