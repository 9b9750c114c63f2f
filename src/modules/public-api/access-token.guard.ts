import type { Identify } from '@/core/http/sessions/authenticate.ts';
import type { Kernel } from '@/core/scope.ts';
import { createThrottle, type Throttle } from '@/core/security/throttle.ts';
import { requireActiveCompany } from '@/modules/auth/sessions/sessions.service.ts';
import { findTokenActor } from './access-tokens.service.ts';
import { CALLS_PER_MINUTE } from './public-api.schema.ts';

declare module '@/core/scope.ts' {
  interface Services {
    tokenPace: Throttle;
  }
}
export const createTokenPace = ({ ticks }: Kernel) => createThrottle(ticks, CALLS_PER_MINUTE);

/** Sessions are not valid here, and access tokens nowhere else. */
export function createTokenIdentify(kernel: Kernel): Identify {
  return {
    byCookie: async () => undefined,
    byBearer: (token) => findTokenActor(kernel, token),
    requireActive: (companyId) => requireActiveCompany(kernel, companyId),
  };
}
