export const brandingPaths = {
  page: () => '/settings/look',
  upload: () => '/settings/look/logo',
  logo: (ref: string) => `/settings/look/logo/${ref}`,
} as const;
