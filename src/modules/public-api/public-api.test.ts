import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { accessTokens, companies, logins, plans } from '@db/platform/schema/index.ts';
import { messages, tags, users } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { eq } from 'drizzle-orm';
import { createLog } from '@/core/log.ts';
import { changeSetting } from '@/modules/settings/settings.service.ts';
import { createTag } from '@/modules/tags/tags.service.ts';
import { createToken, findTokenActor } from './access-tokens.service.ts';
import { SCOPES } from './public-api.schema.ts';
import { tokenFor } from './token.test-support.ts';

type Reported = {
  status: number;
  headers: Headers;
  body: Record<string, unknown> & { data: { id: number; name: string }[] };
};

let testApp: TestApp;
let token: string;
const log: string[] = [];
beforeAll(async () => {
  testApp = await createTestApp({ log: createLog('trace', { write: (line) => void log.push(line) }) });
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  testApp.clock.advance(3_600_000);
  token = await tokenFor(await testApp.scopeOf('ana'));
  const scope = await testApp.systemScope();
  await scope.write((tx) => tx.db.delete(tags));
});

type More = { bearer?: string; headers?: Record<string, string>; text?: string };

async function ask(
  method: string,
  path: string,
  body?: unknown,
  { bearer = token, headers, text }: More = {},
): Promise<Reported> {
  const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const reply = await testApp.app.fetch(
    new Request(`http://desk.test/api/v1${path}`, {
      method,
      body: sent,
      headers: {
        Authorization: `Bearer ${bearer}`,
        ...(sent !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
    }),
  );
  const answer = await reply.text();
  return {
    status: reply.status,
    headers: reply.headers,
    body: answer === '' ? {} : JSON.parse(answer),
  } as Reported;
}

describe('list of the public API', () => {
  test('is read by cursor, each row once', async () => {
    const scope = await testApp.scopeOf('ana');
    for (const name of ['Um', 'Dois', 'Tres', 'Quatro', 'Cinco'])
      await createTag(scope, { name: `Tag ${name}`, color: '#123456', kanban: false });
    const seen: string[] = [];
    let after = '';
    for (let page = 0; page < 5; page += 1) {
      const { body } = await ask('GET', `/tags?limit=2${after && `&after=${after}`}`);
      seen.push(...body.data.map(({ name }) => name));
      if (body.next === null) break;
      after = String(body.next);
    }
    expect(seen).toEqual(['Tag Cinco', 'Tag Dois', 'Tag Quatro', 'Tag Tres', 'Tag Um']);
    expect((await ask('GET', '/tags?search=quatro')).body.data).toHaveLength(1);
    for (const bad of ['limit=0', 'limit=101', 'limit=x', 'after=-1'])
      expect({ bad, status: (await ask('GET', `/tags?${bad}`)).status }).toEqual({ bad, status: 400 });
  });

  test('is paged even where the contract does not page', async () => {
    const first = await ask('GET', '/queues?limit=1');
    expect(first.body.data).toHaveLength(1);
    const rest = await ask('GET', `/queues?after=${first.body.next}`);
    expect(rest.body).toMatchObject({ next: null });
    expect(rest.body.data.map(({ id }) => id)).not.toContain(first.body.data[0]?.id);
  });
});

describe('public API errors', () => {
  test('return a problem document with code and fields', async () => {
    const { status, headers, body } = await ask('POST', '/tags', { name: 'x' });
    expect({ status, type: headers.get('Content-Type') }).toEqual({
      status: 400,
      type: 'application/problem+json',
    });
    expect(body).toMatchObject({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      code: 'ERR_VALIDATION',
      errors: [{ field: 'name', detail: 'Mensagem muito curta' }],
    });
    expect(await ask('GET', '/tickets/987654')).toMatchObject({
      status: 404,
      body: { code: 'ERR_NO_TICKET_FOUND' },
    });
    expect(await ask('GET', '/nothing')).toMatchObject({ status: 404, body: { code: 'ERR_NOT_FOUND' } });
  });

  test('cover wrong content types, invalid JSON and oversized bodies', async () => {
    const headers = { 'Content-Type': 'text/plain' };
    expect((await ask('POST', '/tags', { name: 'Nova tag' }, { headers })).status).toBe(400);
    const malformed = { code: 'ERR_MALFORMED_JSON', detail: 'O corpo da requisição não é um JSON válido.' };
    expect(await ask('POST', '/tags', undefined, { text: '{' })).toMatchObject({
      status: 400,
      body: malformed,
    });
    const long = JSON.stringify({ name: 'x'.repeat(1_100_000) });
    expect(await ask('POST', '/tags', undefined, { text: long })).toMatchObject({
      status: 413,
      body: { code: 'ERR_TOO_LARGE' },
    });
  });

  test('cover companies without the feature, past due or blocked', async () => {
    const { platform } = testApp.kernel;
    const refused = async () => (await ask('GET', '/tags')).body.code;
    await platform.write((tx) => tx.update(plans).set({ useExternalApi: false }));
    expect(await refused()).toBe('ERR_FEATURE_NOT_IN_PLAN');
    await platform.write((tx) => tx.update(plans).set({ useExternalApi: true }));
    await platform.write((tx) => tx.update(companies).set({ dueDate: new Date(0) }));
    expect(await refused()).toBe('ERR_SUBSCRIPTION_EXPIRED');
    await platform.write((tx) => tx.update(companies).set({ dueDate: null, status: false }));
    expect(await refused()).toBe('ERR_COMPANY_DISABLED');
    await platform.write((tx) => tx.update(companies).set({ status: true }));
    expect((await ask('GET', '/tags')).status).toBe(200);
  });

  test('include headers with the retry time over the rate limit', async () => {
    const { headers } = await ask('GET', '/tags');
    expect(headers.get('RateLimit-Policy')).toBe('"default";q=600;w=60');
    expect(headers.get('RateLimit')).toBe('"default";r=599;t=1');
    const [row] = await testApp.kernel.platform.db
      .select()
      .from(accessTokens)
      .where(eq(accessTokens.prefix, token.slice(0, 8)));
    testApp.kernel.services.tokenPace.tryTake(String(row?.id), 599);
    const late = await ask('GET', '/tags');
    expect({ status: late.status, wait: late.headers.get('Retry-After') }).toEqual({
      status: 429,
      wait: '1',
    });
  });

  test('become 429 after repeated token guesses', async () => {
    const guess = async (n: number) => (await ask('GET', '/tags', undefined, { bearer: `bal_${n}` })).status;
    for (let n = 0; n < 20; n += 1) expect(await guess(n)).toBe(401);
    expect(await guess(20)).toBe(429);
    expect((await ask('GET', '/tags')).status).toBe(200);
  });
});

describe('access token', () => {
  test('has the current rights of its user', async () => {
    const bearer = await tokenFor(await testApp.scopeOf('bia'));
    expect(await ask('GET', '/campaigns', undefined, { bearer })).toMatchObject({
      status: 403,
      body: { code: 'ERR_NO_PERMISSION' },
    });
    expect((await ask('GET', '/campaigns')).status).toBe(200);
  });

  test('expires with its time and its user', async () => {
    const opens = async (bearer: string) => (await ask('GET', '/tags', undefined, { bearer })).status;
    const short = await tokenFor(await testApp.scopeOf('ana'), {
      expiresAt: new Date(testApp.clock.now.getTime() + 1000),
    });
    expect(await opens(short)).toBe(200);
    testApp.clock.advance(1001);
    expect(await opens(short)).toBe(401);
    const bearer = await tokenFor(await testApp.scopeOf('caio'));
    expect(await opens(bearer)).toBe(200);
    const scope = await testApp.systemScope();
    await scope.write((tx) => tx.db.delete(users).where(eq(users.id, testApp.people.userId.caio)));
    expect(await opens(bearer)).toBe(401);
    void logins;
  });

  test('is refused while its user lacks a required second factor', async () => {
    const scope = await testApp.systemScope();
    const demand = (value: string) => scope.write((tx) => changeSetting(tx, { key: 'secondFactor', value }));
    await demand('enabled');
    expect(await ask('GET', '/tags')).toMatchObject({ status: 403, body: { code: 'ERR_FACTOR_MISSING' } });
    expect((await ask('POST', '/tags', { name: 'Nova', color: '#111111' })).status).toBe(403);
    await demand('disabled');
    expect((await ask('GET', '/tags')).status).toBe(200);
  });

  test('records its last use at most once a minute', async () => {
    const used = async () =>
      (
        await testApp.kernel.platform.db
          .select()
          .from(accessTokens)
          .where(eq(accessTokens.prefix, token.slice(0, 8)))
      )[0]?.lastUsedAt;
    expect(await used()).toBeNull();
    await ask('GET', '/tags');
    const first = await used();
    testApp.clock.advance(30_000);
    await ask('GET', '/tags');
    expect(await used()).toEqual(first as Date);
    testApp.clock.advance(31_000);
    await ask('GET', '/tags');
    expect(await used()).toEqual(testApp.clock.now);
  });

  test('works only for the public API, and sessions do not', async () => {
    const bearer = { Authorization: `Bearer ${token}` };
    const contract = await testApp.app.fetch(new Request('http://desk.test/api/tags', { headers: bearer }));
    expect(contract.status).toBe(403);
    const ana = await testApp.as('ana');
    expect((await ana.raw('/api/v1/tags')).status).toBe(401);
  });

  test('is shown once, stored as a hash and never logged', async () => {
    const made = await createToken(await testApp.scopeOf('ana'), {
      name: 'Loja',
      scopes: [...SCOPES],
      lifetime: '30',
    });
    expect(made).toMatch(/^bal_[\w-]{32}$/);
    expect(await findTokenActor(testApp.kernel, made)).toMatchObject({
      name: expect.any(String),
      super: false,
    });
    await ask('GET', '/tags', undefined, { bearer: made });
    const stored = JSON.stringify(await testApp.kernel.platform.db.select().from(accessTokens));
    expect(stored).not.toContain(made);
    expect(log.filter((line) => line.includes(made))).toEqual([]);
    const page = await (await testApp.as('ana')).page('/messages-api/tokens');
    expect(page.text).toContain('Loja');
    expect(page.text).not.toContain(made);
  });
});

describe('idempotency key', () => {
  const headers = { 'Idempotency-Key': 'k1' };

  test('replays the first response and refuses another body', async () => {
    const first = await ask('POST', '/tags', { name: 'Uma tag' }, { headers });
    const again = await ask('POST', '/tags', { name: 'Uma tag' }, { headers });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    const other = await ask('POST', '/tags', { name: 'Outra tag' }, { headers });
    expect(other).toMatchObject({ status: 422, body: { code: 'ERR_KEY_OF_ANOTHER_CALL' } });
  });

  test('is separate for each token', async () => {
    await ask('POST', '/tags', { name: 'Uma tag' }, { headers });
    const bearer = await tokenFor(await testApp.scopeOf('ana'));
    expect((await ask('POST', '/tags', { name: 'Outra tag' }, { headers, bearer })).status).toBe(200);
    const scope = await testApp.systemScope();
    expect(await scope.db.select().from(tags)).toHaveLength(2);
    expect(await scope.db.select().from(messages)).toEqual([]);
  });
});

describe('access tokens page', () => {
  test('creates, lists and deletes tokens for administrators only', async () => {
    const ana = await testApp.as('ana');
    expect((await (await testApp.as('bia')).page('/messages-api/tokens')).status).toBe(403);
    const refused = await ana.part('POST', '/messages-api/tokens', { name: 'Sem escopo', lifetime: '30' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('Escolha ao menos uma permissão');
    const made = await ana.part('POST', '/messages-api/tokens', {
      name: 'ERP',
      scopes: 'read:tags',
      lifetime: '30',
    });
    const bearer = /bal_[\w-]{32}/.exec(made.text)?.[0] ?? '';
    expect((await ask('GET', '/tags', undefined, { bearer })).status).toBe(200);
    expect(await ask('POST', '/tags', { name: 'Nova tag' }, { bearer })).toMatchObject({
      status: 403,
      body: { code: 'ERR_TOKEN_SCOPE', scope: 'write:tags' },
    });
    const [row] = await testApp.kernel.platform.db
      .select()
      .from(accessTokens)
      .where(eq(accessTokens.name, 'ERP'));
    expect((await (await testApp.as('davi')).part('DELETE', `/messages-api/tokens/${row?.id}`)).status).toBe(
      404,
    );
    expect((await ana.part('DELETE', `/messages-api/tokens/${row?.id}`)).status).toBe(204);
    expect((await ask('GET', '/tags', undefined, { bearer })).status).toBe(401);
  });
});
