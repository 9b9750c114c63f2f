import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { z } from 'zod';
import type { Endpoint } from '@/core/http/routing/route.ts';
import { PUBLISHED } from '@/modules/public-api/published-endpoints.logic.ts';
import { tokenFor } from '@/modules/public-api/token.test-support.ts';
import { V1 } from '@/web/routes.ts';
import { PREPARED } from './contract/preparations.ts';
import { callOf } from './support/calls.ts';
import { createTestApp, type TestApp } from './support/deps.ts';
import { createFilledApp, type Fixtures } from './support/fixtures.ts';

type Operation = {
  parameters?: { name: string; in: string; required: boolean }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
};
type Document = { openapi: string; paths: Record<string, Record<string, Operation>>; components: object };

let testApp: TestApp;
let document: Document;

beforeAll(async () => {
  testApp = await createTestApp();
  document = (await (await ask(testApp, 'GET', '/openapi.json')).json()) as Document;
});
afterAll(() => testApp.stop());

function ask(at: TestApp, method: string, path: string, token?: string, body?: unknown): Promise<Response> {
  const isForm = body instanceof FormData;
  const headers = {
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
  };
  const sent = isForm ? body : body === undefined ? undefined : JSON.stringify(body);
  return Promise.resolve(
    at.app.fetch(new Request(`http://desk.test/api/v1${path}`, { method, headers, body: sent })),
  );
}

function operationOf({ method, path }: Endpoint): Operation {
  const found = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  if (!found) throw new Error(`${method} ${path} is not described`);
  return found;
}

function isDescribed(schema: object, value: unknown): void {
  const { components } = document;
  const whole = JSON.parse(
    JSON.stringify({ ...schema, $defs: (components as { schemas: object }).schemas }).replaceAll(
      '#/components/schemas/',
      '#/$defs/',
    ),
  );
  expect(z.fromJSONSchema(whole).safeParse(value).error?.issues ?? []).toEqual([]);
}

const PREPARED_HERE: Record<string, (fixtures: Fixtures, testApp: TestApp) => Promise<void>> = {
  'POST /tickets/:ticketId/messages/from-url': async (fixtures, testApp) => {
    await PREPARED['POST /messages/:ticketId']?.(fixtures, testApp);
    testApp.kernel.services.safeCall = async () => new Response('%PDF-1.4 nota');
  },
};

const OPERATIONS = V1.filter(({ tokenScope }) => tokenScope);

describe('v1 API document', () => {
  test('is OpenAPI 3.1 and describes exactly the existing routes', () => {
    expect(document.openapi).toBe('3.1.0');
    const described = Object.entries(document.paths).flatMap(([path, calls]) =>
      Object.keys(calls).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
    expect(described.sort()).toEqual(V1.map(({ name }) => name).sort());
    expect(described.length).toBe(PUBLISHED.length + 1);
  });

  test('has no name of a platform, as each may have its own', () => {
    expect(JSON.stringify(document)).not.toContain('Balcão');
  });

  test('references only defined schemas', () => {
    const { schemas } = document.components as { schemas: Record<string, object> };
    const named = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g)].map(
      ([, name]) => name,
    );
    expect(named.filter((name) => !(String(name) in schemas))).toEqual([]);
  });
});

test('responses that deviate from the document are detected', async () => {
  const token = await tokenFor(await testApp.scopeOf('ana'));
  const made = await (await ask(testApp, 'POST', '/tags', token, { name: 'Conferida' })).json();
  const { responses } = operationOf(OPERATIONS.find(({ name }) => name === 'POST /tags') as Endpoint);
  const schema = responses['200']?.content?.['application/json']?.schema ?? {};
  isDescribed(schema, made);
  const { name: _name, ...less } = made as { name: string };
  for (const other of [
    { ...(made as object), more: 1 },
    less,
    { ...(made as object), id: 'x' },
    [made],
    null,
  ])
    expect(() => isDescribed(schema, other)).toThrow();
});

describe('v1 API operation', () => {
  for (const row of OPERATIONS) {
    test(`${row.name} responds as the document describes`, async () => {
      const { testApp: own, fixtures } = await createFilledApp();
      try {
        const name = PUBLISHED.find(({ as }) => as === row.name)?.of ?? '';
        const { params, body } = (await PREPARED[name]?.(fixtures, own)) ?? {};
        await PREPARED_HERE[row.name]?.(fixtures, own);
        const token = await tokenFor(await own.scopeOf('ana'));
        const call = callOf(row, fixtures, {
          ...(params && { params }),
          ...(body !== undefined && { body }),
        });
        const operation = operationOf(row);
        for (const [key] of new URL(call.path, 'http://x').searchParams)
          expect(operation.parameters?.map(({ name: known }) => known)).toContain(key);
        if (call.body !== undefined)
          isDescribed(operation.requestBody?.content['application/json']?.schema as object, call.body);
        const reply = await ask(own, call.method, call.path, token, call.form ?? call.body);
        const text = await reply.text();
        expect({ status: reply.status, text: reply.status < 400 ? '' : text }).toEqual({
          status: row.status,
          text: '',
        });
        const described = operation.responses[String(reply.status)]?.content?.['application/json'];
        if (!described) return expect(text).toBe('');
        const reported = JSON.parse(text) as { data?: unknown[] };
        isDescribed(described.schema, reported);
        expect(row.reply?.safeParse(reported).error?.issues ?? []).toEqual([]);
        // An empty list would check no row.
        if ('limit' in (row.query instanceof z.ZodObject ? row.query.shape : {}))
          expect(reported.data?.length).toBeGreaterThan(0);
      } finally {
        await own.stop();
      }
    });

    test(`${row.name} returns problem details without a token and without its scope`, async () => {
      const scopes = ['read:contacts', 'read:tags'].filter((scope) => scope !== row.tokenScope);
      const token = await tokenFor(await testApp.scopeOf('ana'), { scopes });
      const path = row.path.replace(/:\w+/g, '1');
      for (const [bearer, status, code] of [
        [undefined, 401, 'ERR_SESSION_EXPIRED'],
        ['bal_made-up', 401, 'ERR_API_TOKEN'],
        [token, 403, 'ERR_TOKEN_SCOPE'],
      ] as const) {
        testApp.clock.advance(600_000);
        const reply = await ask(testApp, row.method, path, bearer, row.body && {});
        expect(reply.headers.get('Content-Type')).toBe('application/problem+json');
        const problem = (await reply.json()) as { code: string };
        expect({ bearer, status: reply.status, code: problem.code }).toEqual({ bearer, status, code });
        const schema =
          operationOf(row).responses[String(status)]?.content?.['application/problem+json']?.schema;
        isDescribed(schema ?? {}, problem);
      }
    });
  }
});
