export const connectionsErrors = {
  ERR_NO_WAPP_FOUND: 404,
  ERR_NO_DEF_WAPP_FOUND: 400,
  ERR_NO_OTHER_WHATSAPP: 409,
  ERR_WAPP_NAME_TAKEN: 409,
  ERR_WAPP_TOKEN_TAKEN: 409,
  ERR_WAPP_NOT_INITIALIZED: 409,
  ERR_WAPP_GREETING_REQUIRED: 400,
} as const;
export type ConnectionsErrors = typeof connectionsErrors;

declare module '@/kernel/errors.ts' {
  interface ErrorStatuses extends ConnectionsErrors {}
}
