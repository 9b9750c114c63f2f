import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Access, Endpoint } from '@/core/http/routing/route.ts';
import { MODULES } from '@/modules.ts';
import { Refusal } from '@/schemas/reply-fields.schema.ts';
import { codesOf, describeApi } from '@/web/openapi.ts';
import { ENDPOINTS } from '@/web/routes.ts';
import { countAudited, UNAUDITED } from './contract/audited.ts';
import { missingKeys, unusedExcuses } from './contract/keys.ts';
import { OURS } from './contract/ours.ts';
import { PREPARED, type Prepared } from './contract/preparations.ts';
import { REFERENCE } from './contract/reference.ts';
import { NOT_FOUND } from './contract/reference-errors.ts';
import { callOf, type Sent } from './support/calls.ts';
import type { TestApp } from './support/deps.ts';
import { createFilledApp, type Fixtures } from './support/fixtures.ts';
import { type PersonName, setSuper } from './support/people.ts';

const nameOf = ({ name }: Endpoint) => name;
const shapeOf = (name: string) => name.replace(/:\w+/g, ':');
const REFERENCES = new Map(Object.entries(REFERENCE).map(([name, keys]) => [shapeOf(name), keys]));
/** Calls of modules that the reference does not know. */
const OF_OUR_MODULES = MODULES.map(({ endpoints = [] }) => endpoints.map(({ name }) => shapeOf(name)))
  .filter((shapes) => !shapes.some((shape) => REFERENCES.has(shape)))
  .flat();
const LOWEST: Record<Access, PersonName | 'stranger'> = {
  anyone: 'stranger',
  person: 'bia',
  leaving: 'bia',
  expired: 'ana',
  reader: 'bia',
  supervisor: 'rui',
  admin: 'ana',
  super: 'ana',
};
const MADE_UP = "Invalid token. We'll try to assign a new one on next request";

let testApp: TestApp;
let fixtures: Fixtures;

beforeAll(async () => {
  ({ testApp, fixtures } = await createFilledApp());
  await setSuper(testApp.kernel, testApp.people, 'ana');
});
afterAll(() => testApp.stop());

describe('contract endpoint table', () => {
  test('contains exactly the routes of the app', () => {
    const isContract = (path: string) => !path.includes('*');
    const mounted = testApp.app.routes.api
      .filter(({ path, method }) => isContract(path) && method !== 'ALL')
      .map(({ method, path }) => `${method} ${path}`);
    expect([...new Set(mounted)].sort()).toEqual(ENDPOINTS.map(nameOf).sort());
  });

  test('contains every prepared call', () => {
    const names = ENDPOINTS.map(nameOf);
    expect(Object.keys(PREPARED).filter((name) => !names.includes(name))).toEqual([]);
  });

  test('consists of the reference routes and our own', () => {
    const shapes = ENDPOINTS.map(({ name }) => shapeOf(name));
    expect([...REFERENCES.keys(), ...OURS.map(shapeOf), ...OF_OUR_MODULES].sort()).toEqual(shapes.sort());
  });

  test('matches the API document', () => {
    const { paths } = describeApi(ENDPOINTS);
    const described = Object.entries(paths).flatMap(([path, calls]) =>
      Object.keys(calls).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
    expect(described.map(shapeOf).sort()).toEqual(ENDPOINTS.map(({ name }) => shapeOf(name)).sort());
  });

  test('the API document describes file fields', () => {
    const { paths } = describeApi(ENDPOINTS);
    for (const { method, path, files } of ENDPOINTS.filter((one) => one.files)) {
      const shown = Object.keys(paths).find(
        (one) => one.replace(/\{\w+\}/g, ':') === path.replace(/:\w+/g, ':'),
      );
      const { requestBody } = paths[shown ?? '']?.[method.toLowerCase()] ?? {};
      const field = files?.field ?? '';
      const schema = { properties: { [field]: expect.anything() }, required: [field] };
      expect(requestBody).toMatchObject({ content: { 'multipart/form-data': { schema } } });
    }
  });
});

describe('successful calls', () => {
  for (const endpoint of ENDPOINTS) {
    test(nameOf(endpoint), async () => {
      const { status, body, type, isAudited } = await goodCall(endpoint);
      expect(status).toBe(endpoint.status);
      const isNotified = endpoint.method === 'GET' || isAudited || endpoint.name in UNAUDITED;
      expect({ isNotified, by: 'the audit, or an excuse in test/contract/audited.ts' }).toMatchObject({
        isNotified: true,
      });
      if (!endpoint.reply) return expect(body).toBe('');
      expect(type).toStartWith(endpoint.mime ?? 'application/json');
      // Strict shapes: replies must not contain undocumented keys.
      expect(endpoint.reply.safeParse(body).error?.issues ?? []).toEqual([]);
      for (const [at, keys] of Object.entries(REFERENCES.get(shapeOf(endpoint.name)) ?? {})) {
        expect({ at, missing: missingKeys(endpoint.name, body, at, keys) }).toEqual({ at, missing: [] });
      }
    });
  }

  test('leave no unused exception for missing keys', () => {
    expect(unusedExcuses()).toEqual([]);
  });
});

describe('refused calls', () => {
  const open = ['anyone'];
  const guarded = ENDPOINTS.filter(({ access }) => !open.includes(access));

  for (const endpoint of guarded) {
    test(`${nameOf(endpoint)} returns 401 without a token and asks to renew an old one`, async () => {
      const example = made(endpoint, fixtures);
      const stranger = await call(endpoint.method, { ...example, as: 'stranger' });
      expect(stranger).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_EXPIRED' } });
      const headers = { Authorization: 'Bearer made.up.token' };
      const forged = await call(endpoint.method, { ...example, as: 'stranger', headers });
      expect(forged).toMatchObject({ status: 403, body: { error: MADE_UP } });
      expect(Refusal.safeParse(forged.body).success).toBe(true);
    });
  }

  for (const endpoint of guarded.filter(({ access }) => ['admin', 'supervisor', 'super'].includes(access))) {
    test(`${nameOf(endpoint)} returns 403 to an agent without ending their session`, async () => {
      const example = made(endpoint, fixtures);
      const reply = await call(endpoint.method, { ...example, as: 'bia' });
      expect(reply).toMatchObject({
        status: 403,
        body: { error: endpoint.access === 'super' ? 'ERR_NO_SUPER' : 'ERR_NO_PERMISSION' },
      });
    });
  }

  for (const endpoint of guarded.filter(({ path }) => /:(id|\w+Id)\b/.test(path))) {
    test(`${nameOf(endpoint)} returns not found for unknown ids`, async () => {
      const example = made(endpoint, fixtures);
      for (const id of ['987654', '0', '-1', 'abc', '1e999']) {
        const path = example.path.replace(/\/\d+(?=[/?]|$)/, `/${id}`);
        const reply = await call(endpoint.method, { ...example, as: 'ana', path });
        expect({ id, status: reply.status }).toEqual({ id, status: 404 });
        const { error } = reply.body as { error: string };
        const [, first = ''] = /:(\w+)/.exec(endpoint.path) ?? [];
        const code = NOT_FOUND[first] ?? ownCodeOf(endpoint) ?? `no code is written down for :${first}`;
        expect(id === '987654' ? [code] : [code, 'ERR_NOT_FOUND']).toContain(error);
        expect(codesOf(endpoint) as string[]).toContain(error);
        expect(Refusal.safeParse(reply.body).success).toBe(true);
      }
    });
  }

  for (const endpoint of ENDPOINTS.filter(({ body, guard }) => body && !guard)) {
    test(`${nameOf(endpoint)} reports the errors of an invalid body`, async () => {
      const example = made(endpoint, fixtures);
      for (const body of [null, [], 'text', 7]) {
        const reply = await call(endpoint.method, { ...example, form: undefined, body });
        expect({ body, status: reply.status }).toEqual({ body, status: 400 });
        expect(reply.body).toMatchObject({ error: expect.any(String) });
      }
    });
  }
});

const ownCodeOf = (endpoint: Endpoint) => codesOf(endpoint).find((code) => /^ERR_NO_\w+_FOUND$/.test(code));

type Called = Sent & { as?: PersonName | 'stranger'; headers?: Record<string, string> };
type Reply = { status: number; body: unknown; type: string; isAudited?: boolean };

async function goodCall(endpoint: Endpoint): Promise<Reply> {
  const isPlain = endpoint.method === 'GET' && !PREPARED[endpoint.name];
  if (isPlain) return call(endpoint.method, made(endpoint, fixtures));
  const { testApp: own, fixtures: filled } = await createFilledApp();
  if (endpoint.access === 'super') await setSuper(own.kernel, own.people, 'ana');
  try {
    const prepared = await PREPARED[endpoint.name]?.(filled, own);
    const before = await countAudited(own);
    const reply = await call(endpoint.method, made(endpoint, filled, prepared), own);
    await own.settle();
    return { ...reply, isAudited: (await countAudited(own)) > before };
  } finally {
    await own.stop();
  }
}

function made(endpoint: Endpoint, of: Fixtures, prepared: Prepared = {}): Called {
  const { as = LOWEST[endpoint.access], headers, ...more } = prepared;
  return { as, headers, ...callOf(endpoint, of, more) };
}

async function call(method: string, example: Called, at = testApp): Promise<Reply> {
  const { as = 'ana', path, body, form, headers = {} } = example;
  const browser = await at.as(as === 'stranger' ? undefined : as);
  const response = await browser.raw(path, {
    method,
    headers: {
      Accept: 'application/json',
      ...(!form && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body: form ?? (body === undefined ? undefined : JSON.stringify(body)),
  });
  const type = response.headers.get('Content-Type') ?? '';
  return {
    status: response.status,
    type,
    body: type.includes('json') ? await response.json() : await response.text(),
  };
}
