import { open } from 'node:fs/promises';
import { messages } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { OutboxHandler } from '@/core/queue/outbox.ts';
import type { Scope } from '@/core/scope.ts';
import { removeMediaAfter } from '@/core/storage/remove-media.ts';
import { mediaQueueKey } from '../messages.service.ts';

export const WHOLE_TEXT = {
  mediaState: 'pending',
  mediaName: 'mensagem.txt',
  mediaMime: 'text/plain',
} as const;

export type TextFile = { key: string; size: number };

export async function writeWholeText({ kernel, companyId }: Scope, text: string): Promise<TextFile> {
  const { key, path } = kernel.storage.reserve(companyId, 'txt');
  const bytes = new TextEncoder().encode(text);
  const file = await open(path, 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await kernel.storage.keep(companyId, key);
  return { key, size: bytes.length };
}

export async function attachWholeText(
  tx: Scope,
  message: { id: number; connectionId: number | null },
  text: string,
  file: TextFile | undefined,
): Promise<void> {
  if (file) return nameFile(tx, message.id, file);
  const queueKey = mediaQueueKey(message.connectionId, message.id);
  await tx.kernel.outbox.add(tx, queueKey, 'message.text', { messageId: message.id, text });
}

export const storeWholeText: OutboxHandler<'message.text'> = {
  async run(scope, { payload: { messageId, text } }) {
    const file = await writeWholeText(scope, text);
    return async (tx) => {
      const message = await tx.db.query.messages.findFirst({ where: eq(messages.id, messageId) });
      const isMeant = message?.mediaName === WHOLE_TEXT.mediaName && text.startsWith(message.body);
      if (!isMeant) return removeMediaAfter(tx, [file.key]);
      if (message.mediaPath) removeMediaAfter(tx, [message.mediaPath]);
      await nameFile(tx, messageId, file);
      tx.emit('message.updated', { messageId, ticketId: message.ticketId });
    };
  },
  async park(tx, { payload: { messageId } }) {
    const [row] = await tx.db
      .update(messages)
      .set({ mediaState: 'failed', updatedAt: tx.now() })
      .where(eq(messages.id, messageId))
      .returning({ ticketId: messages.ticketId });
    if (row) tx.emit('message.updated', { messageId, ticketId: row.ticketId });
  },
};

async function nameFile(tx: Scope, messageId: number, { key, size }: TextFile): Promise<void> {
  await tx.db
    .update(messages)
    .set({ mediaState: 'ready', mediaPath: key, mediaSize: size, updatedAt: tx.now() })
    .where(eq(messages.id, messageId));
}
