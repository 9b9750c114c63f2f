import { randomBytes, randomUUID } from 'node:crypto';

/** Where chance comes from, so that a test can foresee it. */
export type Ids = {
  uuid(): string;
  /** URL-safe text of `bytes` random bytes; 24 of them cannot be guessed. */
  token(bytes: number): string;
};

export const randomIds: Ids = {
  uuid: () => randomUUID(),
  token: (bytes) => randomBytes(bytes).toString('base64url'),
};
