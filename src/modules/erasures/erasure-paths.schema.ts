export const erasurePaths = {
  privacy: () => '/settings/privacy',
  erase: (contactId: number) => `/contacts/${contactId}/erase`,
  certificate: (erasureId: number) => `/erasures/${erasureId}`,
} as const;
