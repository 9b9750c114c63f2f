import { asSystem, type Scope } from '@/core/scope.ts';
import type { StepMap } from '@/core/steps.ts';
import { startBot } from '@/modules/chatbot/chatbot.service.ts';
import { findTracking } from '@/modules/tickets/work/trackings.service.ts';
import { type Cause, runRules } from './run-rules.service.ts';

/** Runs before the bot, which then starts at the new queue, or stays silent for an assigned person. */
export async function routeByMessage(
  tx: Scope,
  { ticket, messageId, kind, fromMe, answer }: StepMap['message.placing'],
): Promise<void> {
  if (fromMe) return;
  const ticketId = ticket.id;
  const causes: Cause[] = [];
  if (ticket.isOpened) {
    const attendance = await findTracking(tx, ticketId);
    causes.push({ type: 'opened', ticketId, key: `opened:${attendance?.id ?? 0}` });
  }
  if (kind === 'message') causes.push({ type: 'words', ticketId, messageId, key: `message:${messageId}` });
  answer.isMoved ||= await runRules(tx, causes);
}

export async function onTags(tx: Scope, { ticketId, tagIds }: StepMap['tags.added']): Promise<void> {
  let isMoved = false;
  for (const tagId of tagIds) {
    const key = `tag:${ticketId}:${tagId}:${tx.now().getTime()}`;
    const hasMoved = await runRules(tx, [{ type: 'tag', ticketId, tagId, key }]);
    isMoved ||= hasMoved;
  }
  if (isMoved) await startBot(asSystem(tx), { ticketId });
}
