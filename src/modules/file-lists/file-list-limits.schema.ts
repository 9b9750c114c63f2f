/** For browsers, which the rest of the schema would bring a library. */
export const FILES_FIELD = 'files';
export const MAX_OPTIONS = 20;
/** What WhatsApp takes as the words below a picture. */
export const MAX_WORDS = 1024;
