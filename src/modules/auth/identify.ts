import type { Identify } from '@/kernel/http/authenticate.ts';
import type { Kernel, UserActor } from '@/kernel/scope.ts';
import { fingerprint } from '@/kernel/secrets.ts';
import { findSessionActor, requireActiveCompany } from './sessions.service.ts';
import { readToken } from './tokens.ts';

/** How the kernel's edge learns who is asking. */
export function createIdentify(kernel: Kernel): Identify {
  return {
    byCookie: (token) => findSessionActor(kernel, fingerprint(token)),
    byBearer: async (token) => findSessionActor(kernel, readToken(kernel, token)),
    requireActive: (companyId) => requireActiveCompany(kernel, companyId),
  };
}

/** The person of an access token, for sockets; undefined when it is not valid or their company may not work. */
export async function findBearer(kernel: Kernel, token: string): Promise<UserActor | undefined> {
  try {
    const actor = await findSessionActor(kernel, readToken(kernel, token));
    if (actor) await requireActiveCompany(kernel, actor.companyId);
    return actor;
  } catch {
    return undefined;
  }
}
