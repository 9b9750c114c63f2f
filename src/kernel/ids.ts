import { randomBytes, randomUUID } from 'node:crypto';

/** Where chance comes from, so that a test can foresee it. */
export type Ids = {
  uuid(): string;
  /** URL-safe text of `bytes` random bytes; 24 of them cannot be guessed. */
  token(bytes: number): string;
  /** An id for a message of ours, as WhatsApp's own web client makes them: `3EB0` and 18 hex digits. */
  messageId(): string;
};

export const randomIds: Ids = {
  uuid: () => randomUUID(),
  token: (bytes) => randomBytes(bytes).toString('base64url'),
  messageId: () => `3EB0${randomBytes(9).toString('hex').toUpperCase()}`,
};
