/** SQLite's result codes for a full disk, a lock that was not given, a broken or vanished file. */
const TROUBLE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CORRUPT|NOTADB|CANTOPEN|READONLY|NOMEM|PROTOCOL)/;

/** Whether the database failed, not what it was asked to store: trying again later may help. */
export function isDatabaseTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && TROUBLE.test(error.code)) return true;
  return isDatabaseTrouble(error.cause);
}
