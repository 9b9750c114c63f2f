export const mailPaths = {
  failed: () => '/settings/mails',
  one: (id: number) => `/settings/mails/${id}`,
} as const;
