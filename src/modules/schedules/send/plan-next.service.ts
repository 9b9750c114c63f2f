import { schedules } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { insertedRow } from '@/core/db/inserted-row.ts';
import type { Scope } from '@/core/scope.ts';
import { nextMoment } from '../repetition.logic.ts';
import type { ScheduleRow } from '../schedules.queries.ts';

/** The next one takes over the repetition: this one may be changed and sent again without a second series. */
export async function planNext(tx: Scope, row: ScheduleRow): Promise<void> {
  const { repeats, sendAt, firstAt } = row;
  const after = new Date(Math.max(sendAt.getTime(), tx.now().getTime()));
  const next = nextMoment(repeats, firstAt ?? sendAt, after, tx.timeZone);
  if (!next) return;
  const copy = row.mediaPath === null ? undefined : await tx.kernel.storage.copy(tx.companyId, row.mediaPath);
  const { body, contactId, userId, connectionId, opensTicket, mediaName, mediaMime } = row;
  const added = await tx.db
    .insert(schedules)
    .values({
      ...{ body, contactId, userId, connectionId, opensTicket, repeats },
      ...(copy && { mediaPath: copy.key, mediaName, mediaMime }),
      sendAt: next,
      firstAt: firstAt ?? sendAt,
      createdAt: tx.now(),
      updatedAt: tx.now(),
    })
    .returning({ id: schedules.id })
    .then(insertedRow);
  tx.emit('schedule.created', { scheduleId: added.id });
  await tx.db.update(schedules).set({ repeats: 'never' }).where(eq(schedules.id, row.id));
}
