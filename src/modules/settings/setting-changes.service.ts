import { settingChanges } from '@db/tenant/schema/index.ts';
import type { Scope } from '@/kernel/scope.ts';
import { type ChangeKey, isSecretSetting } from './settings.schema.ts';

/** In the transaction of the change. Secrets are noted without their values; what stays as it was is no change. */
export async function noteChange(
  tx: Scope,
  { key, before, after }: { key: ChangeKey; before: string; after: string },
): Promise<void> {
  if (before === after) return;
  const { actor } = tx;
  await tx.db.insert(settingChanges).values({
    key,
    ...(isSecretSetting(key) ? { before: '', after: '' } : { before, after }),
    ...(actor.kind === 'user' && { userId: actor.id, userName: actor.name }),
    createdAt: tx.now(),
  });
}
