export const backupsPaths = {
  list: () => '/settings/backups',
} as const;
