/** Apart from the rest of the schema, which would pull a library into the client bundle. */
export const FILES_FIELD = 'files';
export const MAX_OPTIONS = 20;
/** WhatsApp's limit for captions. */
export const MAX_TEXT = 1024;
