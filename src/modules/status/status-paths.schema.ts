export const statusPaths = {
  page: () => '/settings/status',
  move: () => '/settings/status/move',
  alerts: () => '/settings/status/alerts',
} as const;
