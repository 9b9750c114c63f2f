import type { Identify } from '@/core/http/sessions/authenticate.ts';
import { requireSetUp } from '@/core/policy.ts';
import type { Kernel, UserActor } from '@/core/scope.ts';
import { fingerprint } from '@/core/security/secrets.ts';
import { readToken } from './access-tokens.logic.ts';
import { findSessionActor, requireActiveCompany } from './sessions.service.ts';

export function createIdentify(kernel: Kernel): Identify {
  return {
    byCookie: (token) => findSessionActor(kernel, fingerprint(token)),
    byBearer: async (token) => findSessionActor(kernel, readToken(kernel, token)),
    requireActive: (companyId) => requireActiveCompany(kernel, companyId),
  };
}

/** Undefined when the token is not valid or the company may not work. */
export async function findBearer(kernel: Kernel, token: string): Promise<UserActor | undefined> {
  try {
    const actor = await findSessionActor(kernel, readToken(kernel, token));
    if (!actor) return undefined;
    await requireActiveCompany(kernel, actor.companyId);
    requireSetUp({ actor });
    return actor;
  } catch {
    return undefined;
  }
}
