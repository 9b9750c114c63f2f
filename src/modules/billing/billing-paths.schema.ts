/** Separate from the shared paths to keep them out of the workspace script. */
export const billingPaths = {
  list: () => '/financeiro',
  checkout: (id: number, go?: 'back' | 'next' | 'pay') =>
    `/financeiro/${id}/checkout${go ? `?go=${go}` : ''}`,
  code: (id: number) => `/financeiro/${id}/code`,
  receipt: (id: number) => `/financeiro/${id}/receipt.pdf`,
  charge: (id: number) => `/financeiro/charges/${id}`,
  paid: () => '/financeiro/paid',
  subscription: () => '/subscription',
  now: () => '/subscription/now',
  plans: () => '/subscription/plans',
  nextPlan: () => '/subscription/next-plan',
  all: () => '/platform/invoices',
  confirmPaid: (id: number) => `/platform/invoices/${id}/paid`,
  notices: () => '/platform/payment-notices',
  notice: (id: number) => `/platform/payment-notices/${id}`,
  providers: () => '/platform/payments',
  provider: (name: 'efi' | 'mercadopago') => `/platform/payments/${name}`,
  confirmRemove: (name: 'efi' | 'mercadopago') => `/platform/payments/${name}/remove`,
} as const;
