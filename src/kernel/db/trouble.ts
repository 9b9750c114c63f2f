/** SQLite's result codes for a full disk, a lock that was not given, a broken or vanished file. */
const TROUBLE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CORRUPT|NOTADB|CANTOPEN|READONLY|NOMEM|PROTOCOL)/;

/** Whether the database failed, not what it was asked to store: trying again later may help. */
export function isDatabaseTrouble(error: unknown): boolean {
  return hasCode(error, TROUBLE);
}

/** Whether another program holds the file: trying again soon helps. */
export function isLocked(error: unknown): boolean {
  return hasCode(error, /^SQLITE_(BUSY|LOCKED)/);
}

export function isDiskFull(error: unknown): boolean {
  return hasCode(error, /^(SQLITE_FULL|ENOSPC|EDQUOT)/);
}

/** Whoever passes an error on may have wrapped it. */
function hasCode(error: unknown, codes: RegExp): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && codes.test(error.code)) return true;
  return hasCode(error.cause, codes);
}
