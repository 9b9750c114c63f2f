import { connections, contacts, schedules } from '@db/tenant/schema/index.ts';
import { desc, eq, sql } from 'drizzle-orm';
import { AppError } from '@/core/errors.ts';
import type { Scope } from '@/core/scope.ts';
import { fillVariables } from '@/modules/messages/write/fill-variables.queries.ts';
import { sendUnprompted } from '@/modules/messages/write/send-unprompted-message.service.ts';
import type { OwnMessage } from '@/modules/messages/write/store-own-message.service.ts';
import { findOrCreateSilentTicket } from '@/modules/tickets/open/find-or-create-silent-ticket.service.ts';
import type { ScheduleRow } from '../schedules.queries.ts';

/** In one transaction. Throws ERR_CONTACT_BLOCKED, ERR_NO_DEF_WAPP_FOUND, ERR_SCHEDULE_FILE_GONE. */
export async function handOver(tx: Scope, row: ScheduleRow): Promise<void> {
  await requireReachable(tx, row.contactId);
  const connectionId = row.connectionId ?? (await defaultConnection(tx));
  const { contactId } = row;
  const ticket = await findOrCreateSilentTicket(tx, { contactId, connectionId });
  const { messageId } = await sendUnprompted(tx, {
    contactId,
    connectionId,
    body: await fillVariables(tx, ticket, row.body),
    mediaType: row.mediaPath === null ? 'conversation' : 'image',
    media: await copyOf(tx, row),
    cause: causeOf(row),
    isQuiet: false,
  });
  await tx.db
    .update(schedules)
    .set({ status: 'AGENDADA', messageId, error: null, answeredAt: null, updatedAt: tx.now() })
    .where(eq(schedules.id, row.id));
  tx.emit('schedule.updated', { scheduleId: row.id });
}

/** A change may set the same time again: the previous message id makes the cause unique. */
function causeOf({ id, sendAt, messageId }: ScheduleRow): string {
  const again = messageId === null ? '' : `:${messageId}`;
  return `schedule:${id}:${sendAt.getTime()}${again}`;
}

async function requireReachable(tx: Scope, contactId: number): Promise<void> {
  const contact = await tx.db.query.contacts.findFirst({
    columns: { isBlocked: true },
    where: eq(contacts.id, contactId),
  });
  if (contact?.isBlocked) throw new AppError('ERR_CONTACT_BLOCKED');
}

async function defaultConnection(tx: Scope): Promise<number> {
  const [best] = await tx.db
    .select({ id: connections.id })
    .from(connections)
    .orderBy(desc(connections.isDefault), sql`(${connections.status} = 'CONNECTED') desc`, connections.id)
    .limit(1);
  if (!best) throw new AppError('ERR_NO_DEF_WAPP_FOUND');
  return best.id;
}

/** If the transaction fails, the media cleanup removes it. */
async function copyOf(
  tx: Scope,
  { mediaPath, mediaName, mediaMime }: ScheduleRow,
): Promise<OwnMessage['media']> {
  if (mediaPath === null) return null;
  const copy = await tx.kernel.storage.copy(tx.companyId, mediaPath);
  if (!copy) throw new AppError('ERR_SCHEDULE_FILE_GONE');
  const { key, size } = copy;
  return { key, size, name: mediaName ?? '', mime: mediaMime ?? '', isVoice: false };
}
