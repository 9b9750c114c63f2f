import type { Scope } from '@/core/scope.ts';
import { storable } from '@/core/text.ts';
import { type TextFile, writeWholeText } from '@/modules/messages/media/store-long-text.outbox.ts';
import { MAX_BODY } from '@/modules/messages/message-limits.schema.ts';
import type { InboundMessage } from '@/whatsapp/port.ts';

export type LongTexts = {
  /** The file is retained once `tx` commits; undefined when no file is needed or none could be written. */
  take(tx: Scope, message: InboundMessage): TextFile | undefined;
  /** Call after the transactions: removes files that no message references. */
  removeRemainder(): Promise<void>;
};

/** Outside the transaction: writing megabytes inside it would block every company of the process. */
export async function writeLongTexts(scope: Scope, batch: InboundMessage[]): Promise<LongTexts> {
  const files = new Map<InboundMessage, TextFile>();
  for (const message of batch) {
    const text = longTextOf(message);
    if (text === undefined) continue;
    try {
      files.set(message, await writeWholeText(scope, text));
    } catch (error) {
      scope.log.warn({ err: error, wid: message.id }, 'a long text waits for its file');
    }
  }
  return {
    take(tx, message) {
      const file = files.get(message);
      if (file) tx.afterCommit(() => files.delete(message));
      return file;
    },
    async removeRemainder() {
      for (const { key } of files.values())
        await scope.kernel.storage
          .remove(scope.companyId, key)
          .catch((error) => scope.log.error({ err: error }, 'a text that nobody needs could not be removed'));
    },
  };
}

function longTextOf({ content }: InboundMessage): string | undefined {
  if (content.type !== 'text' && content.type !== 'edit') return undefined;
  return content.text.length > MAX_BODY ? storable(content.text) : undefined;
}
