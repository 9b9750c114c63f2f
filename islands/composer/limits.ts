/** As in messages.schema.ts, whose zod would weigh more than the whole composer; limits.test.ts compares them. */
export const MAX_FILES = 10;
export const MAX_MEDIA_BYTES = 64 * 1024 * 1024;
export const MAX_BODY = 65_536;
export const MIN_VOICE_BYTES = 10_000;
/** As long as these bytes last at 128 kbit/s. */
export const MIN_VOICE_MS = 625;
