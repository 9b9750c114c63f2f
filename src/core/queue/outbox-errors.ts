/** `patient`: waits for something outside or for `inMs`, and does not count as an attempt. */
export class TryLater extends Error {
  readonly code: string;
  readonly patient: boolean;
  readonly inMs: number | undefined;
  constructor(code: string, options: { patient?: boolean; inMs?: number; cause?: unknown } = {}) {
    super(code, { cause: options.cause });
    this.name = 'TryLater';
    this.code = code;
    this.patient = options.patient ?? false;
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
