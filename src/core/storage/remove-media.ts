import type { Scope } from '../scope.ts';

/** After the commit; a file that cannot be removed stays behind. */
export function removeMediaAfter(tx: Scope, keys: string[]): void {
  const { kernel, companyId, log } = tx;
  tx.afterCommit(() => {
    Promise.all(keys.map((key) => kernel.storage.remove(companyId, key))).catch((error) =>
      log.error({ err: error, companyId }, 'media that nobody needs could not be removed'),
    );
  });
}
