import { AppError } from '@/kernel/errors.ts';
import type { Scope } from '@/kernel/scope.ts';

/**
 * A second file of the company with the same bytes: each message owns its file, and takes it along when it is deleted.
 * Throws ERR_FETCH_WAPP_MSG when there are no bytes any more.
 */
export async function copyMedia(scope: Scope, key: string): Promise<{ key: string; size: number }> {
  const { storage } = scope.kernel;
  const source = Bun.file(storage.pathOf(scope.companyId, key));
  if (!(await source.exists())) throw new AppError('ERR_FETCH_WAPP_MSG');
  return storage.save(scope.companyId, source, key.split('.').at(-1) ?? 'bin');
}
