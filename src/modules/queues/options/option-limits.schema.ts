/** Apart from the inputs, so that a browser needs no library for it. */
export const MAX_OPTION_TITLE = 120;
