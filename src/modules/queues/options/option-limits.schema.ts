/** Apart from the input schemas, so that the browser needs no library. */
export const MAX_OPTION_TITLE = 120;
