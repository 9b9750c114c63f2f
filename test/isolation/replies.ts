import { expect } from 'bun:test';
import { codesOf } from '@/web/openapi.ts';
import { ENDPOINTS } from '@/web/routes.ts';
import { CANARY } from './canaries.ts';
import type { Reply, Role } from './fixture.ts';
import type { Call } from './routes.ts';

export function expectNothing(role: Role, call: Call, reply: Reply, mark: string): void {
  const found = { role, path: call.path, mark: reply.text.includes(mark) || reply.headers.includes(mark) };
  expect(found).toEqual({ role, path: call.path, mark: false });
  expect(reply.text).not.toMatch(CANARY);
  expect({ role, path: call.path, broken: reply.status >= 500 }).toEqual({
    role,
    path: call.path,
    broken: false,
  });
}

/** The API document must contain the error code. */
export function expectDocumented({ method, path }: Pick<Call, 'method' | 'path'>, reply: Reply): void {
  if (reply.status < 400) return;
  const found = ENDPOINTS.filter((one) => one.method === method && patternOf(one.path).test(path));
  const endpoint = found.find((one) => one.path === path.split('?')[0]) ?? found[0];
  const { error, code = error } = JSON.parse(reply.text) as { error: string; code?: string };
  const isKnown = endpoint !== undefined && (codesOf(endpoint) as string[]).includes(code);
  expect({ method, path, code, isKnown }).toEqual({ method, path, code, isKnown: true });
}

const patternOf = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/?]+')}(\\?|$)`);

/** On pages a redirect or an empty reply is a refusal too. */
export function isRefusal({ subApp }: Call, { status, text }: Reply): boolean {
  if (status >= 400 && status < 500) return true;
  return subApp === 'pages' && (status === 302 || status === 303 || (status === 204 && text === ''));
}

export function hasForeignId(name: string): boolean {
  return /:(id|\w+Id|uuid|\w+Uuid|file)\b/.test(name);
}
