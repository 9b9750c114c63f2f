export const companyFilePaths = {
  exports: () => '/settings/export',
  newExport: () => '/settings/export/new',
  export: (id: number) => `/settings/export/${id}`,
  exportFile: (id: number) => `/settings/export/${id}/file`,
  confirmDeleteExport: (id: number) => `/settings/export/${id}/delete`,
  imports: () => '/settings/companies/import',
  upload: () => '/settings/companies/import/file',
  check: (file: string) => `/settings/companies/import/check?file=${encodeURIComponent(file)}`,
  checks: () => '/settings/companies/import/check',
  removeFile: () => '/settings/companies/import/remove',
  confirmRemoveFile: (file: string) => `/settings/companies/import/remove?file=${encodeURIComponent(file)}`,
  takeOver: () => '/settings/companies/import/take-over',
} as const;
