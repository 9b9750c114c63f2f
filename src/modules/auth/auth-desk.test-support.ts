import { companies } from '@db/platform/schema/index.ts';
import { createTestDesk } from '@test/support/deps.ts';
import { emailOf, PASSWORD, type PersonName } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';

export const ORIGIN = 'http://desk.test';
export const MINUTE = 60_000;

type Login = {
  token: string;
  user: { id: number; company: { settings: { key: string }[]; dueDate: string | null } };
  error?: string;
  date?: string;
};

type Given = {
  body?: unknown;
  bearer?: string;
  cookie?: string;
  headers?: Record<string, string>;
  from?: string;
};

export type AuthDesk = Awaited<ReturnType<typeof createAuthDesk>>;

export async function createAuthDesk() {
  const desk = await createTestDesk();

  async function call(method: string, path: string, given: Given = {}) {
    const headers: Record<string, string> = {
      Host: 'desk.test',
      Accept: 'application/json',
      ...given.headers,
    };
    if (given.body !== undefined) headers['Content-Type'] = 'application/json';
    if (given.bearer) headers.Authorization = `Bearer ${given.bearer}`;
    if (given.cookie) headers.Cookie = given.cookie;
    if (given.cookie && !('Origin' in headers)) headers.Origin = ORIGIN;
    const body = given.body === undefined ? undefined : JSON.stringify(given.body);
    const request = new Request(`${ORIGIN}${path}`, { method, headers, body });
    const response = await desk.app.fetch(request, { peer: given.from ?? '127.0.0.1' });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text.startsWith('{') ? JSON.parse(text) : text) as Login,
    };
  }

  return {
    desk,
    call,
    signIn: (name: PersonName, password = PASSWORD, from?: string) =>
      call('POST', '/auth/login', { body: { email: emailOf(name), password }, from }),
    setCompany: (name: 'aurora' | 'boreal', change: { status?: boolean; dueDate?: Date | null }) =>
      desk.kernel.platform.write((tx) =>
        tx.update(companies).set(change).where(eq(companies.id, desk.cast.companyId[name])),
      ),
  };
}

export function cookieOf(reply: { headers: Headers }, name: string): string | undefined {
  return new RegExp(`${name}=([^;]*)`).exec(reply.headers.getSetCookie().join('\n'))?.[0];
}
