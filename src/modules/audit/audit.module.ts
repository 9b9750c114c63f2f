import { defineModule } from '@/core/module.ts';
import { isAdmin } from '@/core/policy.ts';
import { auditEndpoints } from './audit.endpoints.ts';
import { auditPages } from './audit.pages.tsx';
import { auditPaths } from './audit-paths.schema.ts';
import { oldEntries, prunePlatformAudit } from './audit-retention.jobs.ts';

const errors = { ERR_NO_AUDIT_ENTRY_FOUND: 404 } as const;
type Errors = typeof errors;
declare module '@/core/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const auditLog = defineModule<{ errors: keyof Errors }>({
  name: 'audit',
  errors,
  endpoints: auditEndpoints,
  pages: auditPages,
  menu: [
    {
      key: 'audit',
      label: 'audit:title.company',
      href: auditPaths.list('company'),
      icon: 'history',
      section: 'team',
      position: 30,
      isFor: isAdmin,
    },
  ],
  companyJobs: [oldEntries],
  platformJobs: (kernel) => [
    { name: 'prunePlatformAudit', pattern: '34 4 * * *', run: () => prunePlatformAudit(kernel) },
  ],
});
