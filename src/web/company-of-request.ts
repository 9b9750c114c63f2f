import { parse } from 'hono/utils/cookie';
import { SESSION_COOKIE } from '../core/http/sessions/authenticate.ts';
import { bearerIn } from '../core/http/sessions/bearer.ts';
import type { Kernel } from '../core/scope.ts';
import { fingerprint } from '../core/security/secrets.ts';
import { readToken } from '../modules/auth/sessions/access-tokens.logic.ts';
import { companyOfSession } from '../modules/auth/sessions/sessions.service.ts';
import { findByToken } from '../modules/connections/api-token.service.ts';
import { findAccessToken } from '../modules/public-api/access-tokens.service.ts';

const MEDIA = /^\/media\/(\d+)\//;

/** The company whose file, token or session a request names, for its way to a node; the node checks them. */
export async function companyOfRequest(kernel: Kernel, request: Request): Promise<number | undefined> {
  const { pathname, searchParams } = new URL(request.url);
  const media = MEDIA.exec(pathname)?.[1];
  if (media) return Number(media);
  const bearer = bearerIn(request.headers.get('Authorization') ?? undefined);
  const token = bearer ?? (pathname.startsWith('/socket.io/') ? searchParams.get('token') : null);
  if (token) return companyOfToken(kernel, token);
  const cookies = parse(request.headers.get('Cookie') ?? '');
  const session = cookies[`__Host-${SESSION_COOKIE}`] ?? cookies[SESSION_COOKIE];
  return session ? companyOfSession(kernel, fingerprint(session)) : undefined;
}

async function companyOfToken(kernel: Kernel, token: string): Promise<number | undefined> {
  const session = sessionIn(kernel, token);
  if (session !== undefined) return companyOfSession(kernel, session);
  const known = (await findAccessToken(kernel, token)) ?? (await findByToken(kernel, token));
  return known?.companyId;
}

function sessionIn(kernel: Kernel, token: string): string | undefined {
  try {
    return readToken(kernel, token);
  } catch {
    return undefined;
  }
}
