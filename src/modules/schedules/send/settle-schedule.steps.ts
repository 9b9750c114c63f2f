import { messages, schedules } from '@db/tenant/schema/index.ts';
import { and, eq, exists, ne, sql } from 'drizzle-orm';
import { parameter, tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import type { Scope } from '@/core/scope.ts';
import type { StepMap } from '@/core/steps.ts';

/**
 * A pending one still has the previous message's id, which is not its own any more. One that was given up while its
 * message left stays failed: the message is being deleted at the customer's.
 */
export async function settleSchedule(
  tx: Scope,
  { messageId, origin, error }: StepMap['message.settled'],
): Promise<void> {
  if (origin !== 'system') return;
  const now = tx.now();
  const outcome =
    error === null
      ? ({ status: 'ENVIADA', sentAt: now } as const)
      : { status: 'ERRO' as const, sentAt: null };
  const rows = await settled(tx.db, { ...outcome, error, messageId, now });
  for (const { id } of rows) tx.emit('schedule.updated', { scheduleId: id });
}

const settled = tenantStatement((db) => {
  const isMessage = eq(messages.id, sql.placeholder('messageId'));
  const left = db
    .select({ id: messages.id })
    .from(messages)
    .where(and(isMessage, eq(messages.isDeleted, false)));
  return db
    .update(schedules)
    .set({
      status: parameter('status'),
      sentAt: parameter('sentAt'),
      error: parameter('error'),
      updatedAt: parameter('now'),
    })
    .where(
      and(
        eq(schedules.messageId, sql.placeholder('messageId')),
        ne(schedules.status, 'PENDENTE'),
        exists(left),
      ),
    )
    .returning({ id: schedules.id });
});
