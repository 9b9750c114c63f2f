import type { Scope } from './scope.ts';

/** Takes files of the company off the disk once the write has committed; a failing one only stays behind. */
export function removeMediaAfter(tx: Scope, keys: string[]): void {
  const { kernel, companyId, log } = tx;
  tx.afterCommit(() => {
    Promise.all(keys.map((key) => kernel.storage.remove(companyId, key))).catch((error) =>
      log.error({ err: error, companyId }, 'media that nobody needs could not be removed'),
    );
  });
}
