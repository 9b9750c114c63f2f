/** `uncounted`: waits for something outside or for `inMs`, and does not count as an attempt. */
export class TryLater extends Error {
  readonly code: string;
  readonly uncounted: boolean;
  readonly inMs: number | undefined;
  constructor(code: string, options: { uncounted?: boolean; inMs?: number; cause?: unknown } = {}) {
    super(code, { cause: options.cause });
    this.name = 'TryLater';
    this.code = code;
    this.uncounted = options.uncounted ?? false;
    this.inMs = options.inMs;
  }
}

export class GiveUp extends Error {
  readonly code: string;
  constructor(code: string, options?: { cause?: unknown }) {
    super(code, options);
    this.name = 'GiveUp';
    this.code = code;
  }
}
