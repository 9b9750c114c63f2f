import { yieldToLoop } from '../timers.ts';

/** Bytes that take milliseconds to decrypt, read or write: other companies run between such steps. */
export const LARGE = 256_000;

export const isLarge = ({ length }: Uint8Array) => length > LARGE;

export async function letOthers(bytes: Uint8Array): Promise<void> {
  if (isLarge(bytes)) await yieldToLoop();
}
