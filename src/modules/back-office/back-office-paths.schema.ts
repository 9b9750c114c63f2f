/** Separate from the shared paths to keep them out of the workspace script. */
export const backOfficePaths = {
  companies: () => '/settings/companies',
  newCompany: () => '/settings/companies/new',
  company: (id: number) => `/settings/companies/${id}`,
  nextDueDate: () => '/settings/companies/next-due-date',
  enterCompany: (id: number) => `/settings/companies/${id}/enter`,
  confirmDeleteCompany: (id: number) => `/settings/companies/${id}/delete`,
  bin: () => '/settings/companies/bin',
  bringBack: (id: number) => `/settings/companies/bin/${id}`,
  companyPeople: (id: number) => `/settings/companies/${id}/people`,
  plans: () => '/settings/plans',
  newPlan: () => '/settings/plans/new',
  plan: (id: number) => `/settings/plans/${id}`,
  editPlan: (id: number) => `/settings/plans/${id}/edit`,
  confirmDeletePlan: (id: number) => `/settings/plans/${id}/delete`,
} as const;
