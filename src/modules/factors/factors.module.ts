import type { Listener } from '@/core/events.ts';
import { defineModule } from '@/core/module.ts';
import { platformScope } from '@/core/platform-scope.ts';
import { factorsPages } from './factors.pages.tsx';
import { createCodeTries, dropFactors } from './factors.service.ts';
import { createChallenges } from './passkey-challenges.state.ts';

const errors = {
  ERR_FACTOR_EXISTS: 409,
  ERR_NO_PASSKEY_FOUND: 404,
  ERR_NO_PASSKEYS_HERE: 409,
  ERR_PASSKEY_REFUSED: 422,
} as const;
type Errors = typeof errors;
declare module '@/core/errors.ts' {
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
