/** Every code a caller may meet, and its HTTP status. The texts are in `locales/<language>/errors.json`. */
export const ERRORS = {
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
  ERR_INVALID_CREDENTIALS: 401,
  ERR_NO_PERMISSION: 403,
  ERR_NO_SUPER: 403,
  ERR_COMPANY_DISABLED: 403,
  ERR_SUBSCRIPTION_EXPIRED: 403,
  ERR_COMPANY_DATA_MISSING: 503,
  ERR_FEATURE_NOT_IN_PLAN: 403,
  ERR_LIMIT_REACHED: 403,
  ERR_SETUP_LINK_INVALID: 403,
  ERR_PASSWORD_TOO_COMMON: 400,
  ERR_EMAIL_TAKEN: 409,
  ERR_USER_CREATION_DISABLED: 403,
  ERR_NO_USER_FOUND: 404,
  ERR_NO_COMPANY_FOUND: 404,
  ERR_NO_SESSION_FOUND: 404,
  ERR_NO_SETTING_FOUND: 404,
  ERR_NO_TAG_FOUND: 404,
  ERR_TAG_NAME_TAKEN: 409,
  ERR_NO_QUICKMESSAGE_FOUND: 404,
  ERR_NO_QUEUE_FOUND: 404,
  ERR_QUEUE_COLOR_ALREADY_EXISTS: 409,
  ERR_NO_CONTACT_FOUND: 404,
  ERR_DUPLICATED_CONTACT: 409,
  ERR_CONTACT_OF_OTHERS: 403,
  ERR_NO_TICKET_FOUND: 404,
  ERR_NO_NOTE_FOUND: 404,
  ERR_UNDO_GONE: 404,
  ERR_OTHER_OPEN_TICKET: 409,
  ERR_TICKET_ALREADY_ACCEPTED: 409,
  ERR_TICKET_NOT_OPEN: 409,
  ERR_CREATING_TICKET: 500,
  ERR_NO_MESSAGE_FOUND: 404,
  ERR_EMPTY_MESSAGE: 400,
  ERR_UNSUPPORTED_MEDIA: 415,
  ERR_CREATING_MESSAGE: 500,
  ERR_EDIT_TOO_LATE: 409,
  ERR_FETCH_WAPP_MSG: 404,
  ERR_SENDING_WAPP_MSG: 502,
  ERR_DELETE_WAPP_MSG: 409,
  ERR_EDITING_WAPP_MSG: 409,
  ERR_NO_WAPP_FOUND: 404,
  ERR_WAPP_NAME_TAKEN: 409,
  ERR_WAPP_TOKEN_TAKEN: 409,
  ERR_NO_DEF_WAPP_FOUND: 400,
  ERR_NO_OTHER_WHATSAPP: 409,
  ERR_WAPP_NOT_INITIALIZED: 409,
  ERR_WAPP_CHECK_CONTACT: 502,
  ERR_WAPP_INVALID_CONTACT: 400,
  ERR_WAPP_DOWNLOAD_MEDIA: 502,
  ERR_WAPP_GREETING_REQUIRED: 400,
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** Details that may leave the server, e.g. the holder's name. */
export type ErrorDetails = Record<string, string | number | boolean | null>;

/** A refusal with a code of the table; thrown anywhere, rendered in one place. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: (typeof ERRORS)[ErrorCode];
  readonly details: ErrorDetails;
  constructor(code: ErrorCode, details: ErrorDetails = {}, options?: { cause?: unknown }) {
    super(code, options);
    this.name = 'AppError';
    this.code = code;
    this.status = ERRORS[code];
    this.details = details;
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
