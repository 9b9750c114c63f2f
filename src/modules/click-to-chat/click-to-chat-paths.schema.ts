export const clickPaths = {
  list: () => '/click-to-chat',
  add: () => '/click-to-chat/new',
  one: (id: number) => `/click-to-chat/${id}`,
  show: (id: number) => `/click-to-chat/${id}/show`,
  edit: (id: number) => `/click-to-chat/${id}/edit`,
  confirmDelete: (id: number) => `/click-to-chat/${id}/delete`,
  preview: () => '/click-to-chat/preview',
};
