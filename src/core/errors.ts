export const CORE_ERRORS = {
  ERR_INTERNAL: 500,
  ERR_DATABASE_BUSY: 503,
  ERR_QUERY_TOO_SLOW: 503,
  ERR_NO_SPACE: 507,
  ERR_STORAGE_QUOTA: 507,
  ERR_VALIDATION: 400,
  ERR_NOT_FOUND: 404,
  ERR_METHOD_NOT_ALLOWED: 405,
  ERR_RATE_LIMITED: 429,
  ERR_BUSY: 503,
  ERR_TOO_LARGE: 413,
  ERR_BODY_TOO_SLOW: 408,
  ERR_BAD_ORIGIN: 403,
  ERR_SESSION_EXPIRED: 401,
  ERR_INVALID_TOKEN: 403,
  ERR_NO_PERMISSION: 403,
  ERR_NO_SUPER: 403,
  ERR_OTHER_COMPANY: 403,
  ERR_READ_ONLY: 403,
  ERR_PROOF_REQUIRED: 403,
  ERR_COMPANY_DATA_DAMAGED: 503,
  ERR_COMPANY_DATA_MISSING: 503,
  ERR_COMPANY_NUMBER_TAKEN: 409,
  ERR_NOT_OWNER: 503,
  ERR_UNDO_GONE: 404,
  ERR_UNSUPPORTED_MEDIA: 415,
  ERR_MALFORMED_JSON: 400,
  ERR_FILE_NOT_FETCHED: 422,
  ERR_BODY_ENCODING: 415,
} as const;
type CoreErrors = typeof CORE_ERRORS;

/** Modules add theirs: `declare module '@/core/errors.ts' { interface ErrorStatuses extends TagsErrors {} }` */
export interface ErrorStatuses extends CoreErrors {}
export type ErrorCode = keyof ErrorStatuses;
export type ErrorStatus = ErrorStatuses[ErrorCode];

const statuses = new Map<string, number>(Object.entries(CORE_ERRORS));

export function addErrors(errors: Partial<ErrorStatuses>): void {
  for (const [code, status] of Object.entries(errors)) statuses.set(code, status);
}

export function statusOf(code: ErrorCode): ErrorStatus {
  return (statuses.get(code) ?? CORE_ERRORS.ERR_INTERNAL) as ErrorStatus;
}

export function listErrorCodes(): string[] {
  return [...statuses.keys()];
}

export type ErrorDetails = Record<string, string | number | boolean | null>;

/** `isPublic`: existing clients have no text for the code and show `error`, so it holds the sentence. */
type ErrorOptions = { cause?: unknown; isPublic?: boolean };

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
  readonly isPublic: boolean;
  constructor(
    code: ErrorCode,
    details: ErrorDetails = {},
    { isPublic = false, ...options }: ErrorOptions = {},
  ) {
    super(code, options);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
    this.isPublic = isPublic;
  }
  get status(): ErrorStatus {
    return statusOf(this.code);
  }
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** The company exists and its people may sign in, but may not work. */
export class CompanyExpired extends AppError {}

export type FieldErrors = Record<string, string>;

export class InvalidInput extends AppError {
  readonly fields: FieldErrors;
  constructor(fields: FieldErrors) {
    super('ERR_VALIDATION');
    this.name = 'InvalidInput';
    this.fields = fields;
  }
}

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

/** The app cannot start, for a reason outside its code; one line for the operator. */
export class StartRefused extends Error {
  constructor(line: string) {
    super(line);
    this.name = 'StartRefused';
  }
}

export function never(value: never): never {
  throw new Error(`not handled: ${String(value)}`);
}
