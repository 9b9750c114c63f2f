export const contactsErrors = {
  ERR_NO_CONTACT_FOUND: 404,
  ERR_DUPLICATED_CONTACT: 409,
  ERR_CONTACT_OF_OTHERS: 403,
  ERR_WAPP_CHECK_CONTACT: 502,
  ERR_WAPP_INVALID_CONTACT: 400,
} as const;
export type ContactsErrors = typeof contactsErrors;

declare module '@/kernel/errors.ts' {
  interface ErrorStatuses extends ContactsErrors {}
}
