export const quickMessagesErrors = {
  ERR_NO_QUICKMESSAGE_FOUND: 404,
} as const;
export type QuickMessagesErrors = typeof quickMessagesErrors;

declare module '@/kernel/errors.ts' {
  interface ErrorStatuses extends QuickMessagesErrors {}
}
