import type { Listener } from '@/kernel/bus.ts';
import { defineModule } from '@/kernel/module.ts';
import { platformScope } from '@/kernel/platform-scope.ts';
import { factorsPages } from './factors.pages.tsx';
import { createCodeTries, dropFactors } from './factors.service.ts';
import { createChallenges } from './passkey-challenges.ts';

const errors = {
  ERR_FACTOR_EXISTS: 409,
  ERR_NO_PASSKEY_FOUND: 404,
  ERR_NO_PASSKEYS_HERE: 409,
  ERR_PASSKEY_REFUSED: 422,
} as const;
type Errors = typeof errors;
declare module '@/kernel/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

const forgetFactors: Listener<'user.deleted'> = ({ kernel, companyId }, { userId }) =>
  dropFactors(platformScope(kernel), { companyId, userId });

export const factors = defineModule<{ errors: keyof Errors; services: 'codeTries' | 'passkeyChallenges' }>({
  name: 'factors',
  errors,
  services: { codeTries: createCodeTries, passkeyChallenges: createChallenges },
  pages: factorsPages,
  subscriptions: { 'user.deleted': forgetFactors },
});
