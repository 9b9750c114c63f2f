import { companies } from '@db/platform/schema/index.ts';
import { createTestApp } from '@test/support/deps.ts';
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

type Options = {
  body?: unknown;
  bearer?: string;
  cookie?: string;
  headers?: Record<string, string>;
  from?: string;
};

export type AuthFixture = Awaited<ReturnType<typeof createAuthFixture>>;

export async function createAuthFixture() {
  const testApp = await createTestApp();

  async function call(method: string, path: string, options: Options = {}) {
    const headers: Record<string, string> = {
      Host: 'desk.test',
      Accept: 'application/json',
      ...options.headers,
    };
    if (options.body !== undefined) headers['Content-Type'] = 'application/json';
    if (options.bearer) headers.Authorization = `Bearer ${options.bearer}`;
    if (options.cookie) headers.Cookie = options.cookie;
    if (options.cookie && !('Origin' in headers)) headers.Origin = ORIGIN;
    const body = options.body === undefined ? undefined : JSON.stringify(options.body);
    const request = new Request(`${ORIGIN}${path}`, { method, headers, body });
    const response = await testApp.app.fetch(request, { peer: options.from ?? '127.0.0.1' });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text.startsWith('{') ? JSON.parse(text) : text) as Login,
    };
  }

  return {
    testApp,
    call,
    signIn: (name: PersonName, password = PASSWORD, from?: string) =>
      call('POST', '/auth/login', { body: { email: emailOf(name), password }, from }),
    setCompany: (name: 'aurora' | 'boreal', change: { status?: boolean; dueDate?: Date | null }) =>
      testApp.kernel.platform.write((tx) =>
        tx.update(companies).set(change).where(eq(companies.id, testApp.people.companyId[name])),
      ),
  };
}

export function cookieOf(reply: { headers: Headers }, name: string): string | undefined {
  return new RegExp(`${name}=([^;]*)`).exec(reply.headers.getSetCookie().join('\n'))?.[0];
}
