import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '@/core/errors.ts';
import { parsedJson } from '@/core/parse-json.ts';
import type { Kernel, UserActor } from '@/core/scope.ts';

const MINUTES = 15;

const Header = z.object({ alg: z.literal('HS256') });
const Claims = z.object({ id: z.number(), companyId: z.number(), sid: z.string(), exp: z.number() });

/** RFC 7519 with HS256. */
export function issueToken(kernel: Kernel, actor: UserActor): string {
  const exp = Math.floor(kernel.clock().getTime() / 1000) + MINUTES * 60;
  const claims = {
    usarname: actor.name,
    profile: actor.profile,
    id: actor.id,
    companyId: actor.companyId,
    sid: actor.session,
    exp,
  };
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${signed}.${signatureOf(kernel, signed).toString('base64url')}`;
}

/** Synchronous, because every request needs it. Throws ERR_INVALID_TOKEN when it is forged or expired. */
export function readToken(kernel: Kernel, token: string): string {
  const [header = '', body = '', signature = '', ...rest] = token.split('.');
  const expected = signatureOf(kernel, `${header}.${body}`);
  const actual = Buffer.from(signature, 'base64url');
  const isSigned = actual.length === expected.length && timingSafeEqual(actual, expected);
  // The algorithm is never taken from the token (RFC 8725 §3.1).
  if (rest.length > 0 || !isSigned || !Header.safeParse(decode(header)).success)
    throw new AppError('ERR_INVALID_TOKEN');
  const claims = Claims.safeParse(decode(body));
  if (!claims.success || claims.data.exp * 1000 <= kernel.clock().getTime())
    throw new AppError('ERR_INVALID_TOKEN');
  return claims.data.sid;
}

function signatureOf({ secrets }: Kernel, text: string): Buffer {
  return createHmac('sha256', secrets.jwt).update(text).digest();
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function decode(part: string): unknown {
  return parsedJson(Buffer.from(part, 'base64url').toString());
}
