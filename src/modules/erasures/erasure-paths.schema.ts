export const erasurePaths = {
  privacy: () => '/settings/privacy',
  erase: (contactId: number) => `/contacts/${contactId}/erase`,
  personFile: (contactId: number) => `/contacts/${contactId}/file`,
  fetchPersonFile: (personFileId: number) => `/person-files/${personFileId}`,
  retention: () => '/settings/privacy/retention',
  eraseCompany: (companyId: number) => `/settings/companies/bin/${companyId}/erase`,
  companyErasures: () => '/settings/companies/erasures',
  companyCertificate: (companyErasureId: number) => `/settings/companies/erasures/${companyErasureId}`,
  companyCertificatePdf: (companyErasureId: number) =>
    `/settings/companies/erasures/${companyErasureId}/certificate.pdf`,
  certificate: (erasureId: number) => `/erasures/${erasureId}`,
  certificatePdf: (erasureId: number) => `/erasures/${erasureId}/certificate.pdf`,
} as const;
