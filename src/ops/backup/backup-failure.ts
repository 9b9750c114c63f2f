import { codeOf } from '../../core/errors.ts';
import { StoreFailure } from '../../core/storage/store-failure.ts';
import type { BackupReason } from '../../modules/backups/backups.schema.ts';

export class BackupFailure extends Error {
  override name = 'BackupFailure';
  constructor(
    readonly reason: BackupReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export const isEverybodys = ({ reason }: BackupFailure): boolean =>
  reason === 'full' || reason === 'unreachable' || reason === 'refused';

const FULL = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'];

export function failureOf(error: unknown): BackupFailure {
  if (error instanceof BackupFailure) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof StoreFailure)
    return new BackupFailure('unreachable', 'the store of media does not answer', { cause: error });
  return new BackupFailure(FULL.includes(codeOf(error)) ? 'full' : 'broken', message, { cause: error });
}

/** A sentence for the operator; nothing was changed, or the same call can be repeated. */
export class RestoreRefused extends Error {
  override name = 'RestoreRefused';
}
