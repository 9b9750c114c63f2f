import pLimit from 'p-limit';
import type { Logger } from '../log.ts';

type Options = { mayAct(): boolean; log?: Logger | undefined; failed(): void };

export function createChanges({ mayAct, log, failed }: Options) {
  const reasons = new Map<number, string>();
  return async (
    companyIds: number[],
    atOnce: number,
    work: (companyId: number) => Promise<void>,
  ): Promise<void> => {
    const limit = pLimit(atOnce);
    const change = async (companyId: number) => {
      if (!mayAct()) return;
      await work(companyId);
      reasons.delete(companyId);
    };
    const changed = companyIds.map((companyId) =>
      limit(change, companyId).catch((error) => {
        failed();
        if (reasons.get(companyId) === error.message) return;
        reasons.set(companyId, error.message);
        log?.error(
          { err: error, companyId },
          'a company could not change its node; it is tried every second',
        );
      }),
    );
    await Promise.all(changed);
  };
}
