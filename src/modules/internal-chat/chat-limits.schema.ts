/** Apart from the island files: zod is too heavy for the browser. */
export const MAX_CHAT_TITLE = 100;
export const MAX_CHAT_TEXT = 10_000;
export const MAX_CHAT_FILE_BYTES = 64 * 1024 * 1024;
