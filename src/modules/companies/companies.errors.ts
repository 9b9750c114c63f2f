export const companiesErrors = {
  ERR_NO_COMPANY_FOUND: 404,
  ERR_LIMIT_REACHED: 403,
} as const;
export type CompaniesErrors = typeof companiesErrors;

declare module '@/kernel/errors.ts' {
  interface ErrorStatuses extends CompaniesErrors {}
}
