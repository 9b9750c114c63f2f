export const securityPaths = {
  page: () => '/profile/security',
  proof: () => '/profile/proof',
  sessions: () => '/profile/sessions',
  session: (key: string) => `/profile/sessions/${key}`,
  device: (id: number) => `/profile/devices/${id}`,
  alerts: () => '/profile/alerts',
  ofUser: (userId: number) => `/users/${userId}/security`,
  factorsOfUser: (userId: number) => `/users/${userId}/factors`,
  signOutUser: (userId: number) => `/users/${userId}/sessions`,
} as const;
