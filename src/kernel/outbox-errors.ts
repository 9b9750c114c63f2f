/** `patient` waits for something outside (a disconnected phone) and does not count as a try. */
export class TryLater extends Error {
  readonly code: string;
  readonly patient: boolean;
  constructor(code: string, options: { patient?: boolean; cause?: unknown } = {}) {
    super(code, { cause: options.cause });
    this.name = 'TryLater';
    this.code = code;
    this.patient = options.patient ?? false;
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
