import { defineModule } from '@/kernel/module.ts';
import { isAdmin } from '@/kernel/policy.ts';
import { carryOut, type ErasureWork } from './carry-out.ts';
import { erasurePaths } from './erasure-paths.schema.ts';
import { type ErasureEvents, tellErasure } from './erasures.events.ts';
import { erasuresPages } from './erasures.pages.tsx';

const errors = {
  ERR_NO_ERASURE_FOUND: 404,
  ERR_ERASURE_WAITS: 503,
} as const;
type Errors = typeof errors;
declare module '@/kernel/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const erasures = defineModule<{
  errors: keyof Errors;
  events: keyof ErasureEvents;
  outbox: keyof ErasureWork;
}>({
  name: 'erasures',
  errors,
  pages: erasuresPages,
  settingsTabs: [
    { key: 'privacy', label: 'erasures:tab', href: erasurePaths.privacy(), rank: 80, isFor: isAdmin },
  ],
  listeners: { 'erasure.moved': tellErasure },
  outbox: { 'erasure.run': carryOut },
});
