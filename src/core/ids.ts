import { randomBytes, randomUUID } from 'node:crypto';

/** Larger ids appear only in forged data; the remaining safe integers leave room for arithmetic on ids. */
export const MAX_ID = 2 ** 53 - 2 ** 20;

export const isId = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= MAX_ID;

export type Ids = {
  uuid(): string;
  /** URL-safe text of `bytes` random bytes; 24 bytes cannot be guessed. */
  token(bytes: number): string;
  /** `3EB0` and 18 hex digits, as WhatsApp's own web client makes them. */
  messageId(): string;
};

export const randomIds: Ids = {
  uuid: () => randomUUID(),
  token: (bytes) => randomBytes(bytes).toString('base64url'),
  messageId: () => `3EB0${randomBytes(9).toString('hex').toUpperCase()}`,
};
