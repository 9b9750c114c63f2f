import { sentChanges } from '@db/tenant/schema/index.ts';
import { lt, min } from 'drizzle-orm';
import type { Settle } from '@/kernel/outbox.ts';
import type { Scope } from '@/kernel/scope.ts';
import type { MessageAction } from './message-changes.ts';

const DAY_MS = 86_400_000;
/** As long as WhatsApp's server keeps what a phone that is off has not fetched. */
const KEPT_MS = 30 * DAY_MS;

/** Settles a change that went out under an id of its own: what was sent stays at hand for phones that ask for it again. */
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

/** When a day's worth may be dropped; null where there is none. */
export async function sentChangesDueAt(scope: Scope): Promise<Date | null> {
  const [row] = await scope.db.select({ at: min(sentChanges.createdAt) }).from(sentChanges);
  return row?.at ? new Date(row.at.getTime() + KEPT_MS + DAY_MS) : null;
}

/** Drops those that no phone will ask for any more; run by the clock. */
export async function forgetSentChanges(scope: Scope): Promise<void> {
  const since = new Date(scope.now().getTime() - KEPT_MS);
  await scope.write((tx) => tx.db.delete(sentChanges).where(lt(sentChanges.createdAt, since)));
}
