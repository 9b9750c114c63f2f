import { defineModule } from '@/core/module.ts';
import { isAdmin } from '@/core/policy.ts';
import { companyErasurePages } from './company/company-erasures.pages.tsx';
import { erasingAtStart, goOnErasing } from './company/erase-company.service.ts';
import { erasurePaths } from './erasure-paths.schema.ts';
import { type ErasureEvents, publishErasure } from './erasures.events.ts';
import { erasuresPages } from './erasures.pages.tsx';
import {
  expiredPersonFiles,
  makePersonFile,
  type PersonFileWork,
  personFilesAtStart,
} from './file/person-file.service.ts';
import { oldMessages } from './retention/retention.service.ts';
import { carryOut, type ErasureWork } from './run-erasure.outbox.ts';

const errors = {
  ERR_NO_ERASURE_FOUND: 404,
  ERR_NO_PERSON_FILE_FOUND: 404,
  ERR_NO_COMPANY_ERASURE_FOUND: 404,
  ERR_ERASURE_WAITS: 503,
} as const;
type Errors = typeof errors;
declare module '@/core/errors.ts' {
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
  atStart: [erasingAtStart, personFilesAtStart],
  platformJobs: (kernel) => [
    { name: 'goOnErasing', pattern: '*/10 * * * *', run: () => goOnErasing(kernel) },
  ],
});
