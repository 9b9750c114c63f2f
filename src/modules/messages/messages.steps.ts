import { messages } from '@db/tenant/schema/index.ts';
import { and, eq, isNotNull, type SQL } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import type { StepMap } from '@/core/steps.ts';
import { removeMediaAfter } from '@/core/storage/remove-media.ts';
import { announceTransfer } from './write/announce-transfer.service.ts';
import { greetOnAccept } from './write/greet-on-accept.service.ts';

export async function onTicketMoved(
  tx: Scope,
  { before, after, names }: StepMap['ticket.moved'],
): Promise<void> {
  await announceTransfer(tx, before, after, names);
  if (before.status === 'pending' && after.status === 'open')
    await greetOnAccept(tx, { ...before, ...after });
}

export async function removeMediaOf(tx: Scope, { ticketId }: StepMap['ticket.deleting']): Promise<void> {
  await removeFilesOf(tx, eq(messages.ticketId, ticketId));
}

export async function removeMediaOfChat(
  tx: Scope,
  { contactId }: StepMap['contact.deleting'],
): Promise<void> {
  await removeFilesOf(tx, eq(messages.chatId, contactId));
}

async function removeFilesOf(tx: Scope, those: SQL): Promise<void> {
  const rows = await tx.db
    .select({ path: messages.mediaPath })
    .from(messages)
    .where(and(those, isNotNull(messages.mediaPath)));
  removeMediaAfter(
    tx,
    rows.flatMap((row) => row.path ?? []),
  );
}
