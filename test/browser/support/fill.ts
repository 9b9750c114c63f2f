import { contacts, messages, tickets } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';

const MINUTE_MS = 60_000;
const ROWS_AT_ONCE = 200;

type Waiting = { count: number; queueId: number | null; userId?: number | null };

export async function fillTickets(scope: Scope, { count, queueId, userId = null }: Waiting): Promise<void> {
  const newest = Date.now();
  await scope.write(async (tx) => {
    for (let from = 0; from < count; from += ROWS_AT_ONCE) {
      const numbers = Array.from({ length: Math.min(ROWS_AT_ONCE, count - from) }, (_, at) => from + at + 1);
      const people = await tx.db
        .insert(contacts)
        .values(numbers.map((n) => ({ name: `Cliente ${n}`, number: `5531${900_000_000 + n}` })))
        .returning({ id: contacts.id });
      await tx.db.insert(tickets).values(
        people.map(({ id: contactId }, at) => ({
          uuid: crypto.randomUUID(),
          status: userId === null ? ('pending' as const) : ('open' as const),
          contactId,
          queueId,
          userId,
          lastMessage: `Mensagem ${numbers[at]}`,
          ...timesOf(newest - (count - (numbers[at] ?? 0)) * MINUTE_MS, userId),
        })),
      );
    }
  });
}

function timesOf(at: number, userId: number | null) {
  return { updatedAt: new Date(at), waitingSince: userId === null ? new Date(at) : null };
}

type Talk = {
  ticketId: number;
  count: number;
  unread?: number;
  /** Minutes. */
  apart?: number;
};

export async function fillTalk(
  scope: Scope,
  { ticketId, count, unread = 0, apart = 1 }: Talk,
): Promise<number[]> {
  const ticket = await scope.db.query.tickets.findFirst({ where: eq(tickets.id, ticketId) });
  if (!ticket) throw new Error('there is no such ticket');
  const ids: number[] = [];
  const end = Date.now() - MINUTE_MS;
  await scope.write(async (tx) => {
    for (let from = 0; from < count; from += ROWS_AT_ONCE) {
      const rows = Array.from({ length: Math.min(ROWS_AT_ONCE, count - from) }, (_, at) => {
        const n = from + at + 1;
        const fromMe = n % 3 === 0 && n <= count - unread;
        const at_ = new Date(end - (count - n) * apart * MINUTE_MS);
        return {
          wid: `FILL${ticketId}-${n}`,
          ticketId,
          connectionId: ticket.connectionId,
          chatId: ticket.contactId,
          contactId: fromMe ? null : ticket.contactId,
          author: fromMe ? 'me' : String(ticket.contactId),
          fromMe,
          origin: fromMe ? ('agent' as const) : ('customer' as const),
          body: `linha ${n} ${'palavra '.repeat(n % 11)}`.trim(),
          mediaType: 'conversation',
          ack: fromMe ? 3 : 0,
          read: n <= count - unread,
          sentAt: at_,
          createdAt: at_,
        };
      });
      const stored = await tx.db.insert(messages).values(rows).returning({ id: messages.id });
      ids.push(...stored.map(({ id }) => id));
    }
    await tx.db
      .update(tickets)
      .set({ unreadMessages: unread, lastMessage: `linha ${count}`, lastMessageId: ids.at(-1) ?? null })
      .where(eq(tickets.id, ticketId));
  });
  return ids;
}
