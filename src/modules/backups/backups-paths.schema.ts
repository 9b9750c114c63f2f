export const backupsPaths = {
  list: () => '/settings/backups',
  restore: (companyId: number) => `/settings/companies/${companyId}/restore`,
} as const;
