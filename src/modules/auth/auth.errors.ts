export const authErrors = {
  ERR_INVALID_CREDENTIALS: 401,
  ERR_SETUP_LINK_INVALID: 403,
  ERR_PASSWORD_TOO_COMMON: 400,
  ERR_NO_SESSION_FOUND: 404,
} as const;
export type AuthErrors = typeof authErrors;

declare module '@/kernel/errors.ts' {
  interface ErrorStatuses extends AuthErrors {}
}
