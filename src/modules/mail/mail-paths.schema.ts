export const mailPaths = {
  failed: () => '/settings/mails',
  test: () => '/settings/mails/test',
  one: (id: number) => `/settings/mails/${id}`,
} as const;
