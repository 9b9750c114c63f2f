/** Separate from the common paths, so that the client script does not bundle them. */
export const webhookPaths = {
  list: () => '/webhooks',
  add: () => '/webhooks/new',
  one: (id: number) => `/webhooks/${id}`,
  edit: (id: number) => `/webhooks/${id}/edit`,
  confirmDelete: (id: number) => `/webhooks/${id}/delete`,
  secret: (id: number) => `/webhooks/${id}/secret`,
  test: (id: number) => `/webhooks/${id}/test`,
  active: (id: number) => `/webhooks/${id}/active`,
  log: (id: number) => `/webhooks/${id}/log`,
  replayRange: (id: number) => `/webhooks/${id}/replay`,
  delivery: (id: number, deliveryId: number) => `/webhooks/${id}/deliveries/${deliveryId}`,
  replay: (id: number, deliveryId: number) => `/webhooks/${id}/deliveries/${deliveryId}/replay`,
};
