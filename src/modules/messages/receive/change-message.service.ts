import { messageReactions, messages } from '@db/tenant/schema/index.ts';
import { and, desc, eq, type SQL } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { removeMediaAfter } from '@/core/storage/remove-media.ts';
import { cutAt, storable } from '@/core/text.ts';
import { changePreview } from '@/modules/tickets/work/last-message.service.ts';
import type { InboundContent } from '@/whatsapp/port.ts';
import { attachWholeText } from '../media/store-long-text.outbox.ts';
import { authorKey, type ResolvedMessage } from './arrival.logic.ts';
import { toStored } from './stored-content.logic.ts';

type Content<T extends InboundContent['type']> = Extract<InboundContent, { type: T }>;

/** The longest emoji has 35 letters. */
const MAX_EMOJI = 40;

export async function applyReaction(tx: Scope, arrival: ResolvedMessage<Content<'reaction'>>): Promise<void> {
  const { targetId, targetFromMe } = arrival.content;
  const target = await findTarget(tx, arrival, targetId, undefined, eq(messages.fromMe, targetFromMe));
  if (!target) return;
  const author = authorKey(arrival.author);
  if (arrival.content.emoji === '') {
    await tx.db
      .delete(messageReactions)
      .where(and(eq(messageReactions.messageId, target.id), eq(messageReactions.author, author)));
  } else {
    const emoji = cutAt(storable(arrival.content.emoji), MAX_EMOJI);
    await tx.db
      .insert(messageReactions)
      .values({ messageId: target.id, author, emoji })
      .onConflictDoUpdate({
        target: [messageReactions.messageId, messageReactions.author],
        set: { emoji, updatedAt: tx.now() },
      });
  }
  tx.emit('message.updated', { messageId: target.id, ticketId: target.ticketId });
}

export async function applyEdit(tx: Scope, arrival: ResolvedMessage<Content<'edit'>>): Promise<void> {
  const { targetId } = arrival.content;
  const target = await findTarget(tx, arrival, targetId, eq(messages.author, authorKey(arrival.author)));
  if (!target || target.isDeleted) return;
  const { preview, whole, ...stored } = toStored({ type: 'text', text: arrival.content.text }, () => '');
  await tx.db
    .update(messages)
    .set({ ...changed(target, stored), isEdited: true, updatedAt: tx.now() })
    .where(eq(messages.id, target.id));
  await changePreview(tx, { ticketId: target.ticketId, messageId: target.id, preview });
  if (isText(target)) {
    if (whole !== null) await attachWholeText(tx, target, whole, arrival.takeFile(tx));
    if (target.mediaPath) removeMediaAfter(tx, [target.mediaPath]);
  }
  tx.emit('message.updated', { messageId: target.id, ticketId: target.ticketId });
  tx.emit('ticket.updated', { ticketId: target.ticketId });
}

const isText = ({ mediaType }: MessageRow) =>
  mediaType === 'conversation' || mediaType === 'extendedTextMessage';

function changed(target: MessageRow, { body, mediaState, mediaName, mediaMime }: Partial<MessageRow>) {
  if (!isText(target)) return { body };
  const file = {
    mediaState: mediaState ?? 'none',
    mediaName: mediaName ?? null,
    mediaMime: mediaMime ?? null,
  };
  return { body, ...file, mediaPath: null, mediaSize: null };
}

export async function applyDelete(tx: Scope, arrival: ResolvedMessage<Content<'delete'>>): Promise<void> {
  const target = await findTarget(tx, arrival, arrival.content.targetId, deletableBy(arrival));
  if (!target || target.isDeleted) return;
  await tx.db
    .update(messages)
    .set({ isDeleted: true, updatedAt: tx.now() })
    .where(eq(messages.id, target.id));
  tx.emit('message.updated', { messageId: target.id, ticketId: target.ticketId });
  tx.emit('ticket.updated', { ticketId: target.ticketId });
}

/** Group administrators may delete others' messages. */
function deletableBy({ message, author, content }: ResolvedMessage<Content<'delete'>>): SQL | undefined {
  return message.chat.isGroup && content.byAdmin ? undefined : eq(messages.author, authorKey(author));
}

type MessageRow = typeof messages.$inferSelect;

/** Both sides of a chat may use the same id. */
function findTarget(
  tx: Scope,
  { connectionId, chat }: ResolvedMessage<unknown>,
  wid: string,
  whose: SQL | undefined,
  likely: SQL = eq(messages.fromMe, false),
): Promise<MessageRow | undefined> {
  return tx.db.query.messages.findFirst({
    where: and(
      eq(messages.wid, wid),
      eq(messages.chatId, chat.id),
      eq(messages.connectionId, connectionId),
      whose,
    ),
    orderBy: [desc(likely), desc(messages.id)],
  });
}
