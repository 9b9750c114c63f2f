export const companyFilePaths = {
  exports: () => '/settings/export',
  newExport: () => '/settings/export/new',
  export: (id: number) => `/settings/export/${id}`,
  exportFile: (id: number) => `/settings/export/${id}/file`,
  confirmDeleteExport: (id: number) => `/settings/export/${id}/delete`,
} as const;
