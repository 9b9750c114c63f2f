import { requireUser } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { findIds, storeIds } from '@/modules/notifications/preferences.service.ts';
import { loadActive, readerOf } from './announcements.queries.ts';

export async function countUnseen(scope: Scope): Promise<number> {
  const { id: userId } = requireUser(scope);
  const active = await loadActive(readerOf(scope));
  if (active.length === 0) return 0;
  const seen = new Set(await findIds(scope, userId, 'seen.announcements'));
  return active.filter(({ id }) => !seen.has(id)).length;
}

/** Stores ids: an announcement that was switched off and on again counts as new. */
export async function seeAnnouncements(scope: Scope): Promise<void> {
  const { id: userId } = requireUser(scope);
  const ids = (await loadActive(readerOf(scope))).map(({ id }) => id);
  if ((await countUnseen(scope)) === 0) return;
  await scope.write(async (tx) => {
    await storeIds(tx, userId, 'seen.announcements', ids);
    tx.emit('announcements.seen', { userId });
  });
}
