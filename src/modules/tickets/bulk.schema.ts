/** Without zod: the list of tickets imports it, too. */
export const MAX_BULK = 200;
