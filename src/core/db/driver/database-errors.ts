const TROUBLE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CORRUPT|NOTADB|CANTOPEN|READONLY|NOMEM|PROTOCOL)/;

/** The database failed, not the value: a later try may succeed. */
export function isDatabaseTrouble(error: unknown): boolean {
  return hasCode(error, TROUBLE);
}

export function isLocked(error: unknown): boolean {
  return hasCode(error, /^SQLITE_(BUSY|LOCKED)/);
}

export function isDamaged(error: unknown): boolean {
  return hasCode(error, /^SQLITE_(CORRUPT|NOTADB)/);
}

export function isDiskFull(error: unknown): boolean {
  return hasCode(error, /^(SQLITE_FULL|ENOSPC|EDQUOT)/);
}

function hasCode(error: unknown, codes: RegExp): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && codes.test(error.code)) return true;
  return hasCode(error.cause, codes);
}
