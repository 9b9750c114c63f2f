import { sign, verify } from 'hono/jwt';
import { z } from 'zod';
import { AppError } from '@/kernel/errors.ts';
import type { Kernel, UserActor } from '@/kernel/scope.ts';

const MINUTES = 15;

/** The contract's claims (its spelling), and the session that must still live. */
const Claims = z.object({ id: z.number(), companyId: z.number(), sid: z.string(), exp: z.number() });

/** An access token of the JSON contract: HS256, 15 minutes. */
export function issueToken(kernel: Kernel, actor: UserActor): Promise<string> {
  const exp = Math.floor(kernel.clock().getTime() / 1000) + MINUTES * 60;
  const claims = {
    usarname: actor.name,
    profile: actor.profile,
    id: actor.id,
    companyId: actor.companyId,
    sid: actor.session,
    exp,
  };
  return sign(claims, kernel.secrets.jwt, 'HS256');
}

/** The session a token belongs to. Throws ERR_INVALID_TOKEN when it is forged or old. */
export async function readToken(kernel: Kernel, token: string): Promise<string> {
  // Its end is read by the desk's own clock, as its beginning was.
  const options = { alg: 'HS256', exp: false } as const;
  const payload = await verify(token, kernel.secrets.jwt, options).catch((cause) => {
    throw new AppError('ERR_INVALID_TOKEN', {}, { cause });
  });
  const claims = Claims.safeParse(payload);
  if (!claims.success || claims.data.exp * 1000 <= kernel.clock().getTime())
    throw new AppError('ERR_INVALID_TOKEN');
  return claims.data.sid;
}
