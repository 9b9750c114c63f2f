/** Separate from the common paths: islands use them, and the client script does not bundle them. */
export const chatPaths = {
  list: () => '/chats',
  chat: (uuid: string) => `/chats/${uuid}`,
  add: () => '/chats/new',
  one: (id: number) => `/chats/${id}`,
  edit: (id: number) => `/chats/${id}/edit`,
  confirmDelete: (id: number) => `/chats/${id}/delete`,
  popover: () => '/chats/popover',
  shareTicket: (uuid: string) => `/tickets/${uuid}/share`,
} as const;
