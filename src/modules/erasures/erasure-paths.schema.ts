export const erasurePaths = {
  privacy: () => '/settings/privacy',
  erase: (contactId: number) => `/contacts/${contactId}/erase`,
  personFile: (contactId: number) => `/contacts/${contactId}/file`,
  fetchPersonFile: (personFileId: number) => `/person-files/${personFileId}`,
  retention: () => '/settings/privacy/retention',
  eraseCompany: (companyId: number) => `/settings/companies/bin/${companyId}/erase`,
  companyCertificate: (companyErasureId: number) => `/settings/companies/erasures/${companyErasureId}`,
  certificate: (erasureId: number) => `/erasures/${erasureId}`,
} as const;
