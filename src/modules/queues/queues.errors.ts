export const queuesErrors = {
  ERR_NO_QUEUE_FOUND: 404,
  ERR_QUEUE_COLOR_ALREADY_EXISTS: 409,
} as const;
export type QueuesErrors = typeof queuesErrors;

declare module '@/kernel/errors.ts' {
  interface ErrorStatuses extends QueuesErrors {}
}
