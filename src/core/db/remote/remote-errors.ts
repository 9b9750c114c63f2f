import { LibsqlError } from '@libsql/client';
import { throwNotOwner } from './fence.ts';

/** Errors of SQLite itself and of SQL texts; all others mean that the server was not reached or did not answer. */
const OF_STATEMENTS = /^(SQLITE_|SQL_|ARGS_|TRANSACTION_|CLIENT_)/;

/** Throws the error as callers know it: a lost connection is a trouble of the database, which a later try may not meet. */
export function rethrow(error: unknown): never {
  if (error instanceof LibsqlError && OF_STATEMENTS.test(error.code)) throwNotOwner(error);
  const message = error instanceof Error ? error.message : String(error);
  throw new LibsqlError(
    `The database server did not answer: ${message}`,
    'SQLITE_PROTOCOL',
    undefined,
    undefined,
    error as Error,
  );
}
