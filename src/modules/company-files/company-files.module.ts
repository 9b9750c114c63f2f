import { onEachNode } from '@/core/events.ts';
import { defineModule } from '@/core/module.ts';
import { isAdmin } from '@/core/policy.ts';
import { createCompanyFiles } from './company-file-runner.state.ts';
import {
  type CompanyFilePlatformEvents,
  publishExportChanged,
  publishImportChanged,
} from './company-files.events.ts';
import { companyFilePaths } from './company-files-paths.schema.ts';
import { createCompanyImport } from './company-import.state.ts';
import { exportsPages } from './exports.pages.tsx';
import { importsPages } from './imports.pages.tsx';
import { importsAtStart } from './imports.service.ts';
import { sweepIncoming } from './incoming-files.service.ts';
import { exportsAtStart, sweepExports } from './sweep-exports.jobs.ts';

const errors = {
  ERR_NO_EXPORT_FOUND: 404,
  ERR_EXPORT_RUNS: 409,
  ERR_EXPORTS_KEPT: 409,
  ERR_EXPORT_EXPIRED: 404,
  ERR_NO_COMPANY_FILE_FOUND: 404,
  ERR_IMPORT_RUNS: 409,
  ERR_NOTHING_CHECKED: 409,
} as const;
type Errors = typeof errors;
declare module '@/core/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const companyFiles = defineModule<{
  errors: keyof Errors;
  platformEvents: keyof CompanyFilePlatformEvents;
  services: 'companyFiles' | 'companyImport';
}>({
  name: 'company-files',
  errors,
  services: { companyFiles: createCompanyFiles, companyImport: createCompanyImport },
  pages: [...exportsPages, ...importsPages],
  settingsTabs: [
    {
      key: 'export',
      label: 'companyFiles:tab',
      href: companyFilePaths.exports(),
      rank: 40,
      isFor: isAdmin,
    },
  ],
  platformListeners: {
    'company-export.changed': onEachNode(publishExportChanged),
    'company-import.changed': onEachNode(publishImportChanged),
  },
  atStart: [importsAtStart, exportsAtStart],
  jobs: (kernel) => [
    { name: 'sweepExports', pattern: '17 * * * *', run: () => sweepExports(kernel) },
    { name: 'sweepIncoming', pattern: '47 * * * *', run: () => sweepIncoming(kernel) },
  ],
});
