export const UNKNOWN = 'unknown';

/** `code` is an `ERR_*`, a sentence, or `ERR_NETWORK` with status 0 when no answer came. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    readonly status: number,
    readonly details: Record<string, unknown> = {},
  ) {
    super(code);
    this.name = 'ApiError';
  }
}

export type Query = Record<string, string | number | boolean | undefined | (string | number)[]>;
export type Options = {
  query?: Query;
  /** The ticket on screen (workspace/shown-ticket.ts); the server refuses a change to another one. */
  meantFor?: string;
  signal?: AbortSignal;
  onUndo?: (token: string) => void;
  /** Fraction of the body sent so far, 0 to 1. */
  onProgress?: (share: number) => void;
};

export type Encoded = { body?: BodyInit; headers: Record<string, string> };
