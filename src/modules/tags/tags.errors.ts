export const tagsErrors = {
  ERR_NO_TAG_FOUND: 404,
  ERR_TAG_NAME_TAKEN: 409,
} as const;
export type TagsErrors = typeof tagsErrors;

declare module '@/kernel/errors.ts' {
  interface ErrorStatuses extends TagsErrors {}
}
