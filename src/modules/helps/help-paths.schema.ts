/** Separate from the common paths, so that the client script does not bundle them. */
export const helpPaths = {
  gallery: () => '/helps',
  player: (id: number) => `/helps/${id}/player`,
  thumbnail: (id: number) => `/helps/${id}/thumbnail`,
  list: () => '/settings/helps',
  add: () => '/settings/helps/new',
  one: (id: number) => `/helps/${id}`,
  edit: (id: number) => `/settings/helps/${id}/edit`,
  confirmDelete: (id: number) => `/settings/helps/${id}/delete`,
} as const;
