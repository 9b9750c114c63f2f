import type { Identify } from '@/kernel/http/authenticate.ts';
import { requireFactor } from '@/kernel/policy.ts';
import type { Kernel, UserActor } from '@/kernel/scope.ts';
import { fingerprint } from '@/kernel/secrets.ts';
import { findSessionActor, requireActiveCompany } from './sessions.service.ts';
import { readToken } from './tokens.ts';

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
    requireFactor({ actor });
    return actor;
  } catch {
    return undefined;
  }
}
