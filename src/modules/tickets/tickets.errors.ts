export const ticketsErrors = {
  ERR_NO_TICKET_FOUND: 404,
  ERR_NO_NOTE_FOUND: 404,
  ERR_OTHER_OPEN_TICKET: 409,
  ERR_TICKET_ALREADY_ACCEPTED: 409,
  ERR_CREATING_TICKET: 500,
} as const;
export type TicketsErrors = typeof ticketsErrors;

declare module '@/kernel/errors.ts' {
  interface ErrorStatuses extends TicketsErrors {}
}
