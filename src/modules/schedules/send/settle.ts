import { schedules } from '@db/tenant/schema/index.ts';
import { and, eq, ne, sql } from 'drizzle-orm';
import { given, tenantStatement } from '@/kernel/db/statement.ts';
import type { Scope } from '@/kernel/scope.ts';
import type { StepMap } from '@/kernel/steps.ts';

/** One that waits for its moment again keeps the message of the last time, which is no longer its own. */
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

const settled = tenantStatement((db) =>
  db
    .update(schedules)
    .set({
      status: given('status'),
      sentAt: given('sentAt'),
      error: given('error'),
      updatedAt: given('now'),
    })
    .where(and(eq(schedules.messageId, sql.placeholder('messageId')), ne(schedules.status, 'PENDENTE')))
    .returning({ id: schedules.id }),
);
