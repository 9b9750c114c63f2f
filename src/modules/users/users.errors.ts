export const usersErrors = {
  ERR_NO_USER_FOUND: 404,
  ERR_EMAIL_TAKEN: 409,
  ERR_USER_CREATION_DISABLED: 403,
} as const;
export type UsersErrors = typeof usersErrors;

declare module '@/kernel/errors.ts' {
  interface ErrorStatuses extends UsersErrors {}
}
