/** Every address of the desk, for pages, fragments and islands. */

const withQuery = (path: string, query: Record<string, string | number | undefined>): string => {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  if (pairs.length === 0) return path;
  return `${path}?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))}`;
};

export const paths = {
  home: () => '/',
  login: () => '/login',
  logout: () => '/logout',
  setUp: (secret: string) => `/setup/${secret}`,
  profile: () => '/profile',
  menuBadge: (key: string) => `/menu/${key}/badge`,
  todolist: () => '/todolist',

  tags: (query: { searchParam?: string; after?: string } = {}) => withQuery('/tags', query),
  newTag: () => '/tags/new',
  tag: (id: number) => `/tags/${id}`,
  editTag: (id: number) => `/tags/${id}/edit`,
  confirmDeleteTag: (id: number) => `/tags/${id}/delete`,

  tickets: () => '/tickets',
  ticket: (uuid: string) => `/tickets/${uuid}`,

  connections: () => '/connections',
  newConnection: () => '/connections/new',
  restartConnections: () => '/connections/restart',
  connection: (id: number) => `/connections/${id}`,
  editConnection: (id: number) => `/connections/${id}/edit`,
  confirmDeleteConnection: (id: number) => `/connections/${id}/delete`,
  connectionSession: (id: number) => `/connections/${id}/session`,
  confirmDisconnect: (id: number) => `/connections/${id}/disconnect`,
  connectionQrCode: (id: number) => `/connections/${id}/qrcode`,
  connectionPairing: (id: number) => `/connections/${id}/pairing`,
  connectionPairingCode: (id: number) => `/connections/${id}/pairing-code`,
} as const;
