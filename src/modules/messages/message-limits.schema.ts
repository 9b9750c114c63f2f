export const MAX_BODY = 65_536;
export const MAX_PREVIEW = 300;
export const MAX_CLIENT_ID = 64;
/** WhatsApp's limit. */
export const EDIT_WINDOW_MINUTES = 15;
export const MIN_VOICE_BYTES = 10_000;
export const MAX_MEDIA_BYTES = 64 * 1024 * 1024;
export const MAX_FILES = 10;
