import { AppError } from '@/core/errors.ts';
import type { Scope } from '@/core/scope.ts';

/** Throws ERR_FETCH_WAPP_MSG when the bytes are gone. Each message owns its file. */
export async function copyMedia(scope: Scope, key: string): Promise<{ key: string; size: number }> {
  const copy = await scope.kernel.storage.copy(scope.companyId, key);
  if (!copy) throw new AppError('ERR_FETCH_WAPP_MSG');
  return copy;
}
