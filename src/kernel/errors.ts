/** The kernel's own codes, and what HTTP says of each. */
export const KERNEL_ERRORS = {
  ERR_INTERNAL: 500,
  ERR_DATABASE_BUSY: 503,
  ERR_NO_SPACE: 507,
  ERR_VALIDATION: 400,
  ERR_NOT_FOUND: 404,
  ERR_RATE_LIMITED: 429,
  ERR_BUSY: 503,
  ERR_TOO_LARGE: 413,
  ERR_BAD_ORIGIN: 403,
  ERR_SESSION_EXPIRED: 401,
  ERR_INVALID_TOKEN: 403,
  ERR_NO_PERMISSION: 403,
  ERR_NO_SUPER: 403,
  ERR_COMPANY_DISABLED: 403,
  ERR_SUBSCRIPTION_EXPIRED: 403,
  ERR_COMPANY_DATA_MISSING: 503,
  ERR_FEATURE_NOT_IN_PLAN: 403,
  ERR_UNDO_GONE: 404,
  ERR_UNSUPPORTED_MEDIA: 415,
} as const;
type KernelErrors = typeof KERNEL_ERRORS;

/**
 * Every code a caller may meet, and its HTTP status. Modules add theirs and name them in their list, so that none is without:
 * `declare module '@/kernel/errors.ts' { interface ErrorStatuses extends TagsErrors {} }`
 * The texts are in `locales/<language>/errors.json`.
 */
export interface ErrorStatuses extends KernelErrors {}
export type ErrorCode = keyof ErrorStatuses;
export type ErrorStatus = ErrorStatuses[ErrorCode];

const statuses = new Map<string, number>(Object.entries(KERNEL_ERRORS));

/** What the modules' codes mean; told by the list of modules when it is loaded. */
export function addErrors(errors: Partial<ErrorStatuses>): void {
  for (const [code, status] of Object.entries(errors)) statuses.set(code, status);
}

export function statusOf(code: ErrorCode): ErrorStatus {
  return (statuses.get(code) ?? KERNEL_ERRORS.ERR_INTERNAL) as ErrorStatus;
}

export function listErrorCodes(): string[] {
  return [...statuses.keys()];
}

/** Details that may leave the server, e.g. the holder's name. */
export type ErrorDetails = Record<string, string | number | boolean | null>;

/** A refusal with a code of the table; thrown anywhere, rendered in one place. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
  constructor(code: ErrorCode, details: ErrorDetails = {}, options?: { cause?: unknown }) {
    super(code, options);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }
  get status(): ErrorStatus {
    return statusOf(this.code);
  }
}

/** Field name → key of its message; what a bad form shows beside the field. */
export type FieldErrors = Record<string, string>;

/** Input that does not parse: one message per field, as translation keys. */
export class InvalidInput extends AppError {
  readonly fields: FieldErrors;
  constructor(fields: FieldErrors) {
    super('ERR_VALIDATION');
    this.name = 'InvalidInput';
    this.fields = fields;
  }
}

/** The environment is at fault: one readable line per fault, for whoever starts the desk. */
export class ConfigError extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a fault' : `${problems.length} faults`}:\n${problems.map((p) => `  - ${p}`).join('\n')}`,
    );
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** The desk cannot start, for a reason outside its code: one readable line for whoever starts it. */
export class StartRefused extends Error {
  constructor(line: string) {
    super(line);
    this.name = 'StartRefused';
  }
}

/** Closes a switch over a closed set: a new member becomes a type error here. */
export function never(value: never): never {
  throw new Error(`not handled: ${String(value)}`);
}
