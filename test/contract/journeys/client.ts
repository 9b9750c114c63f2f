import { expect } from 'bun:test';
import { passkeys } from '@db/platform/schema/index.ts';
import type { TestApp } from '@test/support/deps.ts';
import { createFilledApp, type Fixtures, PNG } from '@test/support/fixtures.ts';
import { emailOf, PASSWORD, type PersonName, setSuper } from '@test/support/people.ts';

const ORIGIN = 'https://painel.example';

type Params = Record<string, string | number | boolean | null | undefined>;
export type Row = Record<string, unknown> & { id: number };

/** An existing browser client: bearer token, refresh cookie, its addresses and parameters as it spells them. */
export type Client = {
  testApp: TestApp;
  fixtures: Fixtures;
  user: Row & { companyId: number };
  get<T = Row>(path: string, params?: Params): Promise<T>;
  send<T = Row>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T>;
  upload<T = Row>(path: string, fields?: Record<string, string>, name?: string): Promise<T>;
  status(method: string, path: string, body?: unknown): Promise<number>;
  reply(method: string, path: string, body?: unknown): Promise<{ status: number; data: unknown }>;
  stop(): Promise<void>;
};

export async function openClient(who: PersonName = 'ana', { isSuper = false } = {}): Promise<Client> {
  const { testApp, fixtures } = await createFilledApp({ env: { ALLOWED_ORIGINS: ORIGIN } });
  // Existing clients know no second factor.
  await testApp.kernel.platform.write((tx) => tx.delete(passkeys));
  if (isSuper) await setSuper(testApp.kernel, testApp.people, who);
  const asked = { email: emailOf(who), password: PASSWORD };
  const login = await ask(testApp, '', 'POST', '/auth/login', asked);
  expect(login.status).toBe(200);
  const { token, user } = login.data as { token: string; user: Client['user'] };
  const done = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const { status, data } = await ask(testApp, token, method, path, body);
    expect({ method, path, isDone: status >= 200 && status < 300, data }).toMatchObject({ isDone: true });
    return data as T;
  };
  return {
    testApp,
    fixtures,
    user,
    get: (path, params = {}) => done('GET', path + queryOf(params)),
    send: done,
    upload(path, fields = {}, name = 'file') {
      const form = new FormData();
      for (const [field, value] of Object.entries(fields)) form.append(field, value);
      form.append(name, new File([PNG], 'foto.png', { type: 'image/png' }));
      return done('POST', path, form);
    },
    status: async (method, path, body) => (await ask(testApp, token, method, path, body)).status,
    reply: (method, path, body) => ask(testApp, token, method, path, body),
    stop: () => testApp.stop(),
  };
}

export async function ask(testApp: TestApp, token: string, method: string, path: string, body?: unknown) {
  const isForm = body instanceof FormData;
  const stranger = await testApp.as();
  const response = await stranger.raw(path, {
    method,
    headers: {
      Accept: 'application/json, text/plain, */*',
      Origin: ORIGIN,
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && !isForm && { 'Content-Type': 'application/json;charset=UTF-8' }),
    },
    body: isForm ? body : body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  const isJson = response.headers.get('Content-Type')?.includes('json');
  return { status: response.status, data: (isJson ? JSON.parse(text) : text) as unknown };
}

/** As axios: nothing for null and undefined, `+` for a space. */
function queryOf(params: Params): string {
  const sent = Object.entries(params).filter(([, value]) => value !== null && value !== undefined);
  const query = new URLSearchParams(sent.map(([name, value]) => [name, String(value)]));
  return sent.length > 0 ? `?${query}` : '';
}

/**
 * The fields that a screen reads unchecked, as `records[].contact.name`, `name:string`. An array must have an element;
 * a field without a type must only be there.
 */
export function expectFields(data: unknown, fields: string): void {
  for (const field of fields.trim().split(/\s+/)) {
    const [path = '', type] = field.split(':');
    for (const value of valuesAt(data, path, field)) {
      expect({ field, isThere: value !== undefined }).toEqual({ field, isThere: true });
      if (type) expect({ field, type: typeof value as string }).toEqual({ field, type });
    }
  }
}

function valuesAt(data: unknown, path: string, field: string): unknown[] {
  return path.split('.').reduce<unknown[]>(
    (values, step) => {
      const name = step.replace('[]', '');
      const found = values.map((value) => (name === '' ? value : read(value, name, field)));
      if (!step.endsWith('[]')) return found;
      const rows = found.flatMap((list) => (Array.isArray(list) ? list : [undefined]));
      expect({ field, hasRows: rows.length > 0 && !rows.includes(undefined) }).toEqual({
        field,
        hasRows: true,
      });
      return rows;
    },
    [data],
  );
}

function read(value: unknown, name: string, field: string): unknown {
  expect({ field, isObject: typeof value === 'object' && value !== null }).toEqual({ field, isObject: true });
  return (value as Record<string, unknown>)[name];
}
