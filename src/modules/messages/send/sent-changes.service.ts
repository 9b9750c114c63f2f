import { sentChanges } from '@db/tenant/schema/index.ts';
import { lt, min } from 'drizzle-orm';
import type { Settle } from '@/core/queue/outbox.ts';
import type { Scope } from '@/core/scope.ts';
import type { MessageAction } from './message-changes.service.ts';

const DAY_MS = 86_400_000;
/** WhatsApp's server keeps messages this long for a phone that is off. */
const RETAINED_MS = 30 * DAY_MS;

export function changeSent(
  kind: MessageAction,
  { wid, messageId }: { wid: string; messageId: number },
  raw: string,
): Settle {
  return async (tx) => {
    await tx.db
      .insert(sentChanges)
      .values({ wid, messageId, kind, raw, createdAt: tx.now() })
      .onConflictDoUpdate({ target: sentChanges.wid, set: { raw } });
  };
}

export async function sentChangesDueAt(scope: Scope): Promise<Date | null> {
  const [row] = await scope.db.select({ at: min(sentChanges.createdAt) }).from(sentChanges);
  return row?.at ? new Date(row.at.getTime() + RETAINED_MS + DAY_MS) : null;
}

export async function forgetSentChanges(scope: Scope): Promise<void> {
  const since = new Date(scope.now().getTime() - RETAINED_MS);
  await scope.write((tx) => tx.db.delete(sentChanges).where(lt(sentChanges.createdAt, since)));
}
