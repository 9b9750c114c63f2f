import { expect } from 'bun:test';
import { CANARY } from './canaries.ts';
import type { Call } from './routes.ts';
import type { Reply, Role } from './stage.ts';

/** Neither the other company's words nor a secret is in the reply, and nothing broke. */
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

/** An error; on pages also being led away, or a reply without anything in it. */
export function isRefusal({ door }: Call, { status, text }: Reply): boolean {
  if (status >= 400 && status < 500) return true;
  return door === 'pages' && (status === 302 || status === 303 || (status === 204 && text === ''));
}

/** Whether a route's address names a row, which another company's id can be put into. */
export function hasForeignId(name: string): boolean {
  return /:(id|ticketId|uuid|file)\b/.test(name);
}
