export const UNKNOWN = 'unknown';

/** A refused call: `code` is an `ERR_*`, a sentence, or `ERR_NETWORK` with status 0 when no answer came. */
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
  /** What is on screen (desk/shown-ticket.ts): a change of another ticket is refused. */
  meantFor?: string;
  signal?: AbortSignal;
  /** Given the token with which the change can be undone. */
  onUndo?: (token: string) => void;
  /** Share of the body sent so far, 0 to 1. */
  onProgress?: (share: number) => void;
};

export type Encoded = { body?: BodyInit; headers: Record<string, string> };
