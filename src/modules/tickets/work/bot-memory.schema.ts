/** In the memory's `over`: people have had the ticket, so no responder answers in this attendance. */
export const ALL_RESPONDERS = '*';
