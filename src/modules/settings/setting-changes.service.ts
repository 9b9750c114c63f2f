import { audit } from '@/core/audit/audit.ts';
import type { Scope } from '@/core/scope.ts';
import { type ChangeKey, isSecretSetting } from './settings.schema.ts';

/** Call in the transaction of the change. Secrets are recorded without values; unchanged values are skipped. */
export async function noteChange(
  tx: Scope,
  { key, before, after }: { key: ChangeKey; before: string; after: string },
): Promise<void> {
  if (before === after) return;
  const isSecret = isSecretSetting(key);
  await audit(tx, {
    what: 'setting.changed',
    on: { id: key },
    before: isSecret ? {} : { value: before },
    after: isSecret ? { secret: after || '-' } : { value: after },
  });
}
