import { settingChanges } from '@db/tenant/schema/index.ts';
import type { Scope } from '@/kernel/scope.ts';
import { type ChangeKey, isSecretSetting, type PersonAct, VISIT_KEY } from './settings.schema.ts';

/** The company's administrators see who of the platform looked at it, and when. */
export async function noteVisit(tx: Scope, userName: string): Promise<void> {
  await tx.db
    .insert(settingChanges)
    .values({ key: VISIT_KEY, before: '', after: '', userName, createdAt: tx.now() });
}

/** What an administrator did to a person. */
export async function noteAct(tx: Scope, { key, about }: { key: PersonAct; about: string }): Promise<void> {
  await noteChange(tx, { key, before: '', after: about });
}

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
