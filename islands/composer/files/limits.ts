/** Copied from messages.schema.ts, because zod would outweigh the composer; compose.test.ts compares them. */
export const MAX_FILES = 10;
export const MAX_MEDIA_BYTES = 64 * 1024 * 1024;
export const MAX_BODY = 65_536;
export const MIN_VOICE_BYTES = 10_000;
/** The duration of MIN_VOICE_BYTES at 128 kbit/s. */
export const MIN_VOICE_MS = 625;
