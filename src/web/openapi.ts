import { z } from 'zod';
import { type ErrorCode, statusOf } from '../core/errors.ts';
import { paramsOf } from '../core/http/routing/mount.ts';
import { type Access, type Endpoint, plainly } from '../core/http/routing/route.ts';
import { namesTicket } from '../modules/messages/ticket-mismatch.guard.ts';
import { Problem } from '../modules/public-api/public-api.views.ts';
import { VERSION } from '../version.ts';

type Json = Record<string, unknown>;

type Document = { openapi: string; paths: Record<string, Record<string, { requestBody?: unknown }>> } & Json;

export function describeApi(rows: Endpoint[]): Document {
  return {
    openapi: '3.1.0',
    info: {
      title: 'API',
      version: VERSION,
      description:
        'Every path also works without the /api prefix if the request does not accept HTML. Numbers may be sent as text; message ids are text in responses. A body is limited to 16 KB before sign-in and 1 MB after it; only multipart/form-data endpoints take files, and `/messages/send`, which takes 4 MB of JSON with files in base64.',
    },
    servers: [{ url: '/api' }],
    security: [{ bearer: [] }, { session: [] }],
    paths: describePaths(rows, describe),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        session: { type: 'apiKey', in: 'cookie', name: 'sid' },
        refresh: { type: 'apiKey', in: 'cookie', name: 'jrt' },
      },
      schemas: describeShapes(),
    },
  };
}

export function describeV1(rows: Endpoint[]): Document {
  const paths = describePaths(rows, describeForTokens);
  return {
    openapi: '3.1.0',
    info: {
      title: 'API',
      version: 'v1',
      description:
        'A token has the rights of the person who created it, limited to its scopes. To read the next page of a list, pass `next` as `after`. Repeating a POST, PUT or DELETE with the same `Idempotency-Key` within a day returns the first response and changes nothing. The `RateLimit` header says how many calls are left. Errors are problem details (RFC 9457) with a `code`.',
    },
    servers: [{ url: '/api/v1' }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'bal_…' } },
      schemas: shapesNamedBy(paths),
    },
  };
}

const KEY_HEADER = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};

function describeForTokens(endpoint: Endpoint): Json {
  const {
    parameters = [],
    responses,
    ...rest
  } = describe(endpoint) as {
    parameters?: Json[];
    responses: Record<string, Json>;
  };
  const content = { 'application/problem+json': { schema: { $ref: COMPONENTS + names.get(Problem)?.id } } };
  const known = Object.entries(responses).map(([status, answer]) => [
    status,
    Number(status) < 400 ? answer : { ...answer, content },
  ]);
  const keyed = endpoint.method === 'GET' ? [] : [KEY_HEADER];
  return {
    operationId: endpoint.name.replace(/\W+/g, '_').toLowerCase(),
    tags: [endpoint.path.split('/')[1]],
    ...rest,
    ...(endpoint.tokenScope && { 'x-scope': endpoint.tokenScope }),
    ...nonEmpty('parameters', [...parameters, ...keyed]),
    responses: Object.fromEntries(known),
  };
}

function shapesNamedBy(paths: unknown): Json {
  const all = describeShapes();
  const named = new Set<string>();
  const follow = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (named.has(name)) continue;
      named.add(name);
      follow(all[name]);
    }
  };
  follow(paths);
  return Object.fromEntries([...named].sort().map((name) => [name, all[name]]));
}

/** OpenAPI has one item for paths that differ only in their parameters' names: such a parameter is `id` here. */
function describePaths(rows: Endpoint[], describe: (row: Endpoint) => Json): Document['paths'] {
  const paths: Document['paths'] = {};
  for (const same of Map.groupBy(rows, ({ path }) => path.replace(/:\w+/g, ':')).values()) {
    const shared = sharedNames(same);
    for (const endpoint of same) {
      const own = paramsOf(endpoint.path);
      const path = endpoint.path.replace(/:(\w+)/g, (_, name) => `{${shared[own.indexOf(name)]}}`);
      const { parameters = [], ...rest } = describe(endpoint) as { parameters?: Json[] };
      const renamed = parameters.map((one) =>
        one.in === 'path' ? { ...one, name: shared[own.indexOf(String(one.name))] } : one,
      );
      const operation = { ...rest, ...nonEmpty('parameters', renamed) };
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation };
    }
  }
  return paths;
}

function sharedNames(same: Endpoint[]): string[] {
  const [first = [], ...others] = same.map(({ path }) => paramsOf(path));
  return first.map((name, at) => (others.every((names) => names[at] === name) ? name : 'id'));
}

function describe(endpoint: Endpoint): Json {
  return {
    ...(endpoint.title === undefined
      ? { summary: endpoint.summary }
      : { summary: endpoint.title, description: endpoint.summary }),
    'x-access': endpoint.access,
    ...(endpoint.access === 'anyone' && { security: securityOf(endpoint) }),
    ...nonEmpty('parameters', [...pathParameters(endpoint), ...queryParameters(endpoint)]),
    ...((endpoint.body || endpoint.files) && {
      requestBody: { required: true, content: contentOf(endpoint) },
    }),
    responses: {
      [endpoint.status]: { description: 'Done', ...replyOf(endpoint) },
      ...refusals(endpoint),
    },
  };
}

function securityOf({ path }: Endpoint): Json[] {
  return path === '/auth/refresh_token' ? [{ refresh: [] }] : [];
}

function nonEmpty(key: string, list: Json[]): Json {
  return list.length > 0 ? { [key]: list } : {};
}

function pathParameters({ path }: Endpoint): Json[] {
  return paramsOf(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: /id$/i.test(name) && name !== 'uuid' ? { type: 'integer', minimum: 1 } : { type: 'string' },
  }));
}

function queryParameters({ query }: Endpoint): Json[] {
  if (!query) return [];
  const { properties = {}, required = [] } = inputSchema(query) as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function contentOf({ body, files }: Endpoint): Json {
  return {
    ...(body && { 'application/json': { schema: inputSchema(body) } }),
    ...(files && { 'multipart/form-data': { schema: filesSchema(files.field) } }),
  };
}

function filesSchema(field: string): Json {
  if (field === 'file') return { type: 'object', properties: { file: FILE }, required: [field] };
  const texts = { type: 'array', items: { type: 'string' } };
  return {
    type: 'object',
    properties: {
      body: texts,
      clientId: texts,
      quotedMsgId: { type: 'integer' },
      voice: { const: 'true' },
      [field]: { type: 'array', minItems: 1, items: FILE },
    },
    required: [field],
  };
}

const FILE = { type: 'string', contentMediaType: 'application/octet-stream' };

function replyOf({ reply, mime = 'application/json' }: Endpoint): Json {
  return reply ? { content: { [mime]: { schema: replySchema(reply) } } } : {};
}

const ENTERING: ErrorCode[] = ['ERR_SESSION_EXPIRED', 'ERR_INVALID_TOKEN'];
const WORKING: ErrorCode[] = [
  ...ENTERING,
  'ERR_COMPANY_DISABLED',
  'ERR_SUBSCRIPTION_EXPIRED',
  'ERR_COMPANY_DATA_DAMAGED',
  'ERR_COMPANY_DATA_MISSING',
];

const BY_ACCESS: Record<Access, ErrorCode[]> = {
  anyone: [],
  leaving: ENTERING,
  person: WORKING,
  reader: [...WORKING, 'ERR_NO_PERMISSION'],
  expired: [...ENTERING, 'ERR_COMPANY_DISABLED', 'ERR_NO_PERMISSION'],
  supervisor: [...WORKING, 'ERR_NO_PERMISSION'],
  admin: [...WORKING, 'ERR_NO_PERMISSION'],
  super: [...WORKING, 'ERR_NO_SUPER'],
};

/** Except ERR_INTERNAL, which any endpoint may answer. */
export function codesOf(endpoint: Endpoint): ErrorCode[] {
  const { method, path, access, guard, feature, query, body, errors } = endpoint;
  const forAddress: ErrorCode[] = /:\w*[iI]d\b/.test(path) ? ['ERR_NOT_FOUND'] : [];
  const forInput: ErrorCode[] = query || body ? ['ERR_VALIDATION'] : [];
  const forWriting: ErrorCode[] = method === 'GET' ? [] : ['ERR_BAD_ORIGIN'];
  const forBody: ErrorCode[] = body ? ['ERR_TOO_LARGE'] : [];
  const forPlan: ErrorCode[] = feature ? ['ERR_FEATURE_NOT_IN_PLAN'] : [];
  const forCompany: ErrorCode[] = access === 'anyone' && !guard ? [] : ['ERR_OTHER_COMPANY'];
  const forTicket: ErrorCode[] = namesTicket(endpoint) ? ['ERR_OTHER_TICKET'] : [];
  const own = [
    ...BY_ACCESS[access],
    ...forCompany,
    ...forTicket,
    ...forPlan,
    ...forAddress,
    ...forInput,
    ...forWriting,
    ...forBody,
    ...errors,
  ];
  return [...new Set(own)];
}

function refusals(endpoint: Endpoint): Json {
  const byStatus = Map.groupBy(codesOf(endpoint), (code) =>
    endpoint.plain ? plainly(statusOf(code)) : statusOf(code),
  );
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } };
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [status, { description: codes.join(', '), content }]),
  );
}

function inputSchema(schema: z.ZodType): Json {
  return withoutDialect(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: tidy }));
}

function replySchema(schema: z.ZodType): Json {
  const { $defs: _known, ...own } = z.toJSONSchema(schema, { metadata: names, override: tidy });
  return JSON.parse(JSON.stringify(withoutDialect(own)).replaceAll('#/$defs/', COMPONENTS));
}

function describeShapes(): Json {
  const { schemas } = z.toJSONSchema(names, { uri: (id) => COMPONENTS + id, override: tidy });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $id: _uri, ...schema }]) => [name, withoutDialect(schema)]),
  );
}

const COMPONENTS = '#/components/schemas/';

const names = z.globalRegistry;

function tidy({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.format) delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

/** OpenAPI 3.1 uses JSON Schema 2020-12 already. */
function withoutDialect({ $schema: _dialect, ...schema }: Json): Json {
  return schema;
}
