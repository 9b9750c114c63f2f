export const statusPaths = {
  page: () => '/settings/status',
  alerts: () => '/settings/status/alerts',
} as const;
