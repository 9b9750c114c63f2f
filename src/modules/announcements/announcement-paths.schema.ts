export const announcementPaths = {
  list: () => '/announcements',
  add: () => '/announcements/new',
  one: (id: number) => `/announcements/${id}`,
  edit: (id: number) => `/announcements/${id}/edit`,
  confirmDelete: (id: number) => `/announcements/${id}/delete`,
  popover: () => '/announcements/popover',
  seen: () => '/announcements/seen',
} as const;
