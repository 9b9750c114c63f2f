import { defineModule } from '@/kernel/module.ts';
import { isAdmin } from '@/kernel/policy.ts';
import { carryOut, type ErasureWork } from './carry-out.ts';
import { companyErasurePages } from './company/company-erasures.pages.tsx';
import { erasingAtStart, goOnErasing } from './company/erase-company.ts';
import { erasurePaths } from './erasure-paths.schema.ts';
import { type ErasureEvents, publishErasure } from './erasures.events.ts';
import { erasuresPages } from './erasures.pages.tsx';
import { expiredPersonFiles, makePersonFile, type PersonFileWork } from './file/person-file.ts';
import { oldMessages } from './retention/retention.ts';

const errors = {
  ERR_NO_ERASURE_FOUND: 404,
  ERR_NO_PERSON_FILE_FOUND: 404,
  ERR_NO_COMPANY_ERASURE_FOUND: 404,
  ERR_ERASURE_WAITS: 503,
} as const;
type Errors = typeof errors;
declare module '@/kernel/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const erasures = defineModule<{
  errors: keyof Errors;
  events: keyof ErasureEvents;
  outbox: keyof ErasureWork | keyof PersonFileWork;
  services: 'companyErasing';
}>({
  name: 'erasures',
  errors,
  services: { companyErasing: () => new Set() },
  pages: [...erasuresPages, ...companyErasurePages],
  settingsTabs: [
    { key: 'privacy', label: 'erasures:tab', href: erasurePaths.privacy(), rank: 80, isFor: isAdmin },
  ],
  listeners: { 'erasure.moved': publishErasure },
  outbox: { 'erasure.run': carryOut, 'person.file': makePersonFile },
  companyJobs: [expiredPersonFiles, oldMessages],
  atStart: [erasingAtStart],
  jobs: (kernel) => [{ name: 'goOnErasing', pattern: '*/10 * * * *', run: () => goOnErasing(kernel) }],
});
