import { AppError } from '@/core/errors.ts';
import type { Scope } from '@/core/scope.ts';

/** Throws ERR_FETCH_WAPP_MSG when the bytes are gone. Each message owns its file. */
export async function copyMedia(scope: Scope, key: string): Promise<{ key: string; size: number }> {
  const { storage } = scope.kernel;
  const source = Bun.file(storage.pathOf(scope.companyId, key));
  if (!(await source.exists())) throw new AppError('ERR_FETCH_WAPP_MSG');
  return storage.save(scope.companyId, source, key.split('.').at(-1) ?? 'bin');
}
