import type { Scope } from '@/kernel/scope.ts';
import type { StepMap } from '@/kernel/steps.ts';
import { findTracking } from '@/modules/tickets/work/trackings.ts';
import { type Cause, runRules } from './run-rules.ts';

export async function hearMessage(
  tx: Scope,
  { ticket, messageId, kind, fromMe }: StepMap['message.arrived'],
): Promise<void> {
  if (fromMe) return;
  const ticketId = ticket.id;
  const causes: Cause[] = [];
  if (ticket.isOpened) {
    const attendance = await findTracking(tx, ticketId);
    causes.push({ type: 'opened', ticketId, key: `opened:${attendance?.id ?? 0}` });
  }
  if (kind === 'message') causes.push({ type: 'words', ticketId, messageId, key: `message:${messageId}` });
  await runRules(tx, causes);
}

export async function hearTag(tx: Scope, { ticketId, tagId }: StepMap['tag.added']): Promise<void> {
  const key = `tag:${ticketId}:${tagId}:${tx.now().getTime()}`;
  await runRules(tx, [{ type: 'tag', ticketId, tagId, key }]);
}
