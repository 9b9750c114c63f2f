import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { accessTokens, companies, logins, plans } from '@db/platform/schema/index.ts';
import { messages, tags, users } from '@db/tenant/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { eq } from 'drizzle-orm';
import { createLog } from '@/kernel/log.ts';
import { changeSetting } from '@/modules/settings/settings.service.ts';
import { createTag } from '@/modules/tags/tags.service.ts';
import { createToken, findTokenActor } from './access-tokens.service.ts';
import { SCOPES } from './public-api.schema.ts';
import { tokenFor } from './token.test-support.ts';

type Told = {
  status: number;
  headers: Headers;
  body: Record<string, unknown> & { data: { id: number; name: string }[] };
};

let desk: TestDesk;
let token: string;
const log: string[] = [];
beforeAll(async () => {
  desk = await createTestDesk({ log: createLog('trace', { write: (line) => void log.push(line) }) });
});
afterAll(() => desk.stop());
beforeEach(async () => {
  desk.clock.advance(3_600_000);
  token = await tokenFor(await desk.scopeOf('ana'));
  const scope = await desk.systemScope();
  await scope.write((tx) => tx.db.delete(tags));
});

type More = { bearer?: string; headers?: Record<string, string>; text?: string };

async function ask(
  method: string,
  path: string,
  body?: unknown,
  { bearer = token, headers, text }: More = {},
): Promise<Told> {
  const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const reply = await desk.app.fetch(
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
  const said = await reply.text();
  return { status: reply.status, headers: reply.headers, body: said === '' ? {} : JSON.parse(said) } as Told;
}

describe('a list', () => {
  test('is gone through by its cursor, each row once', async () => {
    const scope = await desk.scopeOf('ana');
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

  test('that the contract does not page is paged too', async () => {
    const first = await ask('GET', '/queues?limit=1');
    expect(first.body.data).toHaveLength(1);
    const rest = await ask('GET', `/queues?after=${first.body.next}`);
    expect(rest.body).toMatchObject({ next: null });
    expect(rest.body.data.map(({ id }) => id)).not.toContain(first.body.data[0]?.id);
  });
});

describe('a refusal', () => {
  test('is a problem with our code, and names the fields', async () => {
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

  test('of a wrong content type, of no JSON, and of more than a megabyte', async () => {
    const headers = { 'Content-Type': 'text/plain' };
    expect((await ask('POST', '/tags', { name: 'Nova tag' }, { headers })).status).toBe(400);
    expect((await ask('POST', '/tags', undefined, { text: '{' })).status).toBe(400);
    const long = JSON.stringify({ name: 'x'.repeat(1_100_000) });
    expect(await ask('POST', '/tags', undefined, { text: long })).toMatchObject({
      status: 413,
      body: { code: 'ERR_TOO_LARGE' },
    });
  });

  test('of a company without the flag, past due or blocked', async () => {
    const { platform } = desk.kernel;
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

  test('of one who calls too often: the headers say when to come back', async () => {
    const { headers } = await ask('GET', '/tags');
    expect(headers.get('RateLimit-Policy')).toBe('"default";q=600;w=60');
    expect(headers.get('RateLimit')).toBe('"default";r=599;t=1');
    const [row] = await desk.kernel.platform.db
      .select()
      .from(accessTokens)
      .where(eq(accessTokens.prefix, token.slice(0, 8)));
    desk.kernel.services.tokenPace.tryTake(String(row?.id), 599);
    const late = await ask('GET', '/tags');
    expect({ status: late.status, wait: late.headers.get('Retry-After') }).toEqual({
      status: 429,
      wait: '1',
    });
  });

  test('of one who guesses tokens', async () => {
    const guess = async (n: number) => (await ask('GET', '/tags', undefined, { bearer: `bal_${n}` })).status;
    for (let n = 0; n < 20; n += 1) expect(await guess(n)).toBe(401);
    expect(await guess(20)).toBe(429);
    expect((await ask('GET', '/tags')).status).toBe(200);
  });
});

describe('a token', () => {
  test('acts with the rights that its person has now', async () => {
    const bearer = await tokenFor(await desk.scopeOf('bia'));
    expect(await ask('GET', '/campaigns', undefined, { bearer })).toMatchObject({
      status: 403,
      body: { code: 'ERR_NO_PERMISSION' },
    });
    expect((await ask('GET', '/campaigns')).status).toBe(200);
  });

  test('stops with its time, and with its person', async () => {
    const opens = async (bearer: string) => (await ask('GET', '/tags', undefined, { bearer })).status;
    const short = await tokenFor(await desk.scopeOf('ana'), {
      expiresAt: new Date(desk.clock.now.getTime() + 1000),
    });
    expect(await opens(short)).toBe(200);
    desk.clock.advance(1001);
    expect(await opens(short)).toBe(401);
    const bearer = await tokenFor(await desk.scopeOf('caio'));
    expect(await opens(bearer)).toBe(200);
    const scope = await desk.systemScope();
    await scope.write((tx) => tx.db.delete(users).where(eq(users.id, desk.cast.userId.caio)));
    expect(await opens(bearer)).toBe(401);
    void logins;
  });

  test('stops while its company wants a second factor that its person has not', async () => {
    const scope = await desk.systemScope();
    const demand = (value: string) => scope.write((tx) => changeSetting(tx, { key: 'secondFactor', value }));
    await demand('enabled');
    expect(await ask('GET', '/tags')).toMatchObject({ status: 403, body: { code: 'ERR_FACTOR_MISSING' } });
    expect((await ask('POST', '/tags', { name: 'Nova', color: '#111111' })).status).toBe(403);
    await demand('disabled');
    expect((await ask('GET', '/tags')).status).toBe(200);
  });

  test('is noted when it is used, at most once a minute', async () => {
    const used = async () =>
      (
        await desk.kernel.platform.db
          .select()
          .from(accessTokens)
          .where(eq(accessTokens.prefix, token.slice(0, 8)))
      )[0]?.lastUsedAt;
    expect(await used()).toBeNull();
    await ask('GET', '/tags');
    const first = await used();
    desk.clock.advance(30_000);
    await ask('GET', '/tags');
    expect(await used()).toEqual(first as Date);
    desk.clock.advance(31_000);
    await ask('GET', '/tags');
    expect(await used()).toEqual(desk.clock.now);
  });

  test('opens neither the contract nor pages, and a session opens nothing here', async () => {
    const bearer = { Authorization: `Bearer ${token}` };
    const contract = await desk.app.fetch(new Request('http://desk.test/api/tags', { headers: bearer }));
    expect(contract.status).toBe(403);
    const ana = await desk.as('ana');
    expect((await ana.raw('/api/v1/tags')).status).toBe(401);
  });

  test('is shown once: nothing but its hash is stored, and no log names it', async () => {
    const made = await createToken(await desk.scopeOf('ana'), {
      name: 'Loja',
      scopes: [...SCOPES],
      lifetime: '30',
    });
    expect(made).toMatch(/^bal_[\w-]{32}$/);
    expect(await findTokenActor(desk.kernel, made)).toMatchObject({ name: expect.any(String), super: false });
    await ask('GET', '/tags', undefined, { bearer: made });
    const stored = JSON.stringify(await desk.kernel.platform.db.select().from(accessTokens));
    expect(stored).not.toContain(made);
    expect(log.filter((line) => line.includes(made))).toEqual([]);
    const page = await (await desk.as('ana')).page('/messages-api/tokens');
    expect(page.text).toContain('Loja');
    expect(page.text).not.toContain(made);
  });
});

describe('a key', () => {
  const headers = { 'Idempotency-Key': 'k1' };

  test('is answered again as before; another body under it is refused', async () => {
    const first = await ask('POST', '/tags', { name: 'Uma tag' }, { headers });
    const again = await ask('POST', '/tags', { name: 'Uma tag' }, { headers });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    const other = await ask('POST', '/tags', { name: 'Outra tag' }, { headers });
    expect(other).toMatchObject({ status: 422, body: { code: 'ERR_KEY_OF_ANOTHER_CALL' } });
  });

  test('of another token is another key', async () => {
    await ask('POST', '/tags', { name: 'Uma tag' }, { headers });
    const bearer = await tokenFor(await desk.scopeOf('ana'));
    expect((await ask('POST', '/tags', { name: 'Outra tag' }, { headers, bearer })).status).toBe(200);
    const scope = await desk.systemScope();
    expect(await scope.db.select().from(tags)).toHaveLength(2);
    expect(await scope.db.select().from(messages)).toEqual([]);
  });
});

describe('its page', () => {
  test('makes, lists and deletes tokens; for administrators', async () => {
    const ana = await desk.as('ana');
    expect((await (await desk.as('bia')).page('/messages-api/tokens')).status).toBe(403);
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
    const [row] = await desk.kernel.platform.db
      .select()
      .from(accessTokens)
      .where(eq(accessTokens.name, 'ERP'));
    expect((await (await desk.as('davi')).part('DELETE', `/messages-api/tokens/${row?.id}`)).status).toBe(
      404,
    );
    expect((await ana.part('DELETE', `/messages-api/tokens/${row?.id}`)).status).toBe(204);
    expect((await ask('GET', '/tags', undefined, { bearer })).status).toBe(401);
  });
});
