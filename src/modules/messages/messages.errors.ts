export const messagesErrors = {
  ERR_NO_MESSAGE_FOUND: 404,
  ERR_TICKET_NOT_OPEN: 409,
  ERR_EMPTY_MESSAGE: 400,
  ERR_CREATING_MESSAGE: 500,
  ERR_EDIT_TOO_LATE: 409,
  ERR_FETCH_WAPP_MSG: 404,
  ERR_SENDING_WAPP_MSG: 502,
  ERR_DELETE_WAPP_MSG: 409,
  ERR_EDITING_WAPP_MSG: 409,
  ERR_WAPP_DOWNLOAD_MEDIA: 502,
} as const;
export type MessagesErrors = typeof messagesErrors;

declare module '@/kernel/errors.ts' {
  interface ErrorStatuses extends MessagesErrors {}
}
