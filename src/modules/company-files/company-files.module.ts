import { defineModule } from '@/kernel/module.ts';
import { isAdmin } from '@/kernel/policy.ts';
import { type CompanyFilePlatformEvents, tellExportChanged } from './company-files.events.ts';
import { companyFilePaths } from './company-files-paths.schema.ts';
import { exportsPages } from './exports.pages.tsx';
import { createCompanyFiles } from './run-file.ts';
import { exportsAtStart, sweepExports } from './sweep-exports.ts';

const errors = {
  ERR_COMPANY_NUMBER_TAKEN: 409,
  ERR_NO_EXPORT_FOUND: 404,
  ERR_EXPORT_RUNS: 409,
  ERR_EXPORTS_KEPT: 409,
  ERR_EXPORT_EXPIRED: 404,
} as const;
type Errors = typeof errors;
declare module '@/kernel/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const companyFiles = defineModule<{
  errors: keyof Errors;
  platformEvents: keyof CompanyFilePlatformEvents;
  services: 'companyFiles';
}>({
  name: 'company-files',
  errors,
  services: { companyFiles: createCompanyFiles },
  pages: exportsPages,
  settingsTabs: [
    {
      key: 'export',
      label: 'companyFiles:tab',
      href: companyFilePaths.exports(),
      rank: 40,
      isFor: isAdmin,
    },
  ],
  platformListeners: { 'company-export.changed': tellExportChanged },
  atStart: [exportsAtStart],
  jobs: (kernel) => [{ name: 'sweepExports', pattern: '17 * * * *', run: () => sweepExports(kernel) }],
});
