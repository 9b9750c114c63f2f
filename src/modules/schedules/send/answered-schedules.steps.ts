import { messages, schedules } from '@db/tenant/schema/index.ts';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { parameter, tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { asSystem, type Scope } from '@/core/scope.ts';
import type { StepMap } from '@/core/steps.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { loadActor } from '@/modules/users/users.queries.ts';

export async function openForAuthor(
  tx: Scope,
  { ticket, fromMe, answer }: StepMap['message.placing'],
): Promise<void> {
  if (fromMe || ticket.connectionId === null || !(await hasSchedules(tx))) return;
  const { contactId, connectionId } = ticket;
  const replies = await unanswered(tx.db, { contactId, connectionId, since: daysBefore(tx) });
  const [last] = replies;
  if (!last) return;
  for (const { id } of replies) await markAnswered(tx.db, { id, now: tx.now() });
  if (!ticket.isOpened || last.userId === null) return;
  const person = await loadActor(tx.kernel, tx.companyId, last.userId, '');
  if (!person) return;
  const { queueIds } = person;
  const queueId = queueIds.length === 1 ? queueIds[0] : undefined;
  const assignment = { status: 'open', userId: person.id, ...(queueId && { queueId }) } as const;
  await patchTicket(asSystem(tx), { ticketId: ticket.id, ...assignment, cause: 'answered' });
  answer.isMoved = true;
}

const ANSWER_DAYS = 30;
const daysBefore = (tx: Scope) => new Date(tx.now().getTime() - ANSWER_DAYS * 86_400_000);

/** Most companies have none, and every message asks. */
async function hasSchedules(tx: Scope): Promise<boolean> {
  return (await tx.remember([schedules], 'any schedule', () => anySchedule(tx.db))).length > 0;
}

const anySchedule = tenantStatement((db) => db.select({ id: schedules.id }).from(schedules).limit(1));

const unanswered = tenantStatement((db) =>
  db
    .select({ id: schedules.id, userId: schedules.userId })
    .from(schedules)
    .innerJoin(messages, eq(messages.id, schedules.messageId))
    .where(
      and(
        eq(schedules.contactId, sql.placeholder('contactId')),
        eq(schedules.opensTicket, true),
        isNull(schedules.answeredAt),
        sql`${schedules.sentAt} > ${parameter('since')}`,
        eq(messages.connectionId, sql.placeholder('connectionId')),
      ),
    )
    .orderBy(desc(schedules.sentAt)),
);

const markAnswered = tenantStatement((db) =>
  db
    .update(schedules)
    .set({ answeredAt: parameter('now') })
    .where(eq(schedules.id, sql.placeholder('id'))),
);
