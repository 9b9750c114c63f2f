import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test';
import { users } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { eq } from 'drizzle-orm';
import { createLog } from '../log.ts';
import { UNAUTHENTICATED } from '../queue/fair-scheduler.ts';

const lines: string[] = [];
const apps: TestApp[] = [];
let bare: TestApp;
let after: TestApp;

beforeAll(async () => {
  const start = async (env: Record<string, string>) => {
    const log = createLog('warn', { write: (line) => void lines.push(line) });
    const testApp = await createTestApp({ env, log });
    apps.push(testApp);
    return testApp;
  };
  bare = await start({});
  after = await start({ TRUSTED_PROXY: '172.18.0.1' });
});
afterAll(() => Promise.all(apps.map((testApp) => testApp.stop())));

async function ask(testApp: TestApp, peer: string, forwarded?: string): Promise<string[]> {
  lines.length = 0;
  const headers = { Host: 'desk.test', ...(forwarded !== undefined && { 'X-Forwarded-For': forwarded }) };
  await testApp.app.fetch(new Request('http://desk.test/version', { headers }), { peer });
  await testApp.app.fetch(
    new Request('http://desk.test/login', { headers: { ...headers, Accept: 'text/html' } }),
    { peer },
  );
  return [...lines];
}

test('warns once about an undeclared proxy with its address', async () => {
  expect(await ask(bare, '172.18.0.1')).toEqual([]);
  expect(await ask(bare, '172.18.0.1', '198.51.100.9')).toEqual([
    expect.stringContaining('TRUSTED_PROXY=172.18.0.1'),
  ]);
  expect(await ask(bare, '172.18.0.1', '198.51.100.9')).toEqual([]);
});

test('shows the proxy notice on pages to super administrators only', async () => {
  const ana = await bare.as('ana');
  const bia = await bare.as('bia');
  for (const testApp of [bare, after])
    await (await testApp.systemScope()).write((tx) =>
      tx.db.update(users).set({ super: true }).where(eq(users.id, testApp.people.userId.ana)),
    );
  await ask(bare, '172.18.0.1', '198.51.100.9');
  const notice = /data-notice="proxy"/;
  const { text } = await ana.page('/tags');
  expect(text).toMatch(notice);
  expect(text.replaceAll('<!-- -->', '')).toContain('<code>TRUSTED_PROXY=172.18.0.1</code>');
  for (const other of [bia, await bare.as('davi')])
    expect((await other.page('/tags')).text).not.toMatch(notice);
  const named = await after.as('ana');
  expect((await named.page('/tags')).text).not.toMatch(notice);
});

test('ignores public addresses as proxies and trusts a named one in either notation', async () => {
  expect(await ask(after, '8.8.8.8', '198.51.100.9')).toEqual([]);
  expect(await ask(after, '172.18.0.1', '198.51.100.9')).toEqual([]);
  expect(await ask(after, '::ffff:172.18.0.1', '198.51.100.9')).toEqual([]);
  const [line = '', ...more] = await ask(after, '::ffff:172.18.0.9', '198.51.100.9');
  expect(more).toEqual([]);
  expect(line).toContain('TRUSTED_PROXY=172.18.0.9');
  expect(await ask(after, '172.18.0.9', '198.51.100.9')).toEqual([]);
});

test('uses the same peer address for paths below /api', async () => {
  lines.length = 0;
  const testApp = await createTestApp({ log: createLog('warn', { write: (line) => void lines.push(line) }) });
  apps.push(testApp);
  const headers = { Host: 'desk.test', 'X-Forwarded-For': '198.51.100.9' };
  await testApp.app.fetch(new Request('http://desk.test/api/auth/me/', { headers }), { peer: '172.18.0.7' });
  expect(lines).toEqual([expect.stringContaining('TRUSTED_PROXY=172.18.0.7')]);
});

test('rejects invalid hosts and page addresses and logs them', async () => {
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const testApp = await createTestApp({ log });
  apps.push(testApp);
  lines.length = 0;
  const asked = [
    testApp.app.fetch(new Request('http://malformed.invalid/'), { isMalformed: true }),
    testApp.app.fetch(
      new Request('http://desk.test/login', { headers: { Host: 'a b', Accept: 'text/html' } }),
    ),
    testApp.app.fetch(new Request('http://desk.test/tags', { headers: { 'HX-Current-URL': 'http://[' } })),
  ];
  const replies = await Promise.all(asked);
  expect(replies.map(({ status }) => status)).toEqual([400, 400, 400]);
  for (const { headers } of replies) expect(headers.get('X-Request-Id')).toBeTruthy();
  expect(lines.map((line) => JSON.parse(line).status)).toEqual([400, 400, 400]);
});

test('a path with two slashes does not change the host', async () => {
  const request = new Request('http://desk.test/api//elsewhere.example/login', {
    headers: { Host: 'desk.test' },
  });
  expect((await bare.app.fetch(request)).status).toBe(404);
});

test('schedules requests without a valid sign-in as unauthenticated', async () => {
  const { scheduler } = bare.kernel;
  const taken: number[] = [];
  const take = spyOn(scheduler, 'take').mockImplementation(
    (companyId) => void taken.push(companyId) as undefined,
  );
  const asked = async (path: string, headers: Record<string, string>) => {
    taken.length = 0;
    await bare.app.fetch(
      new Request(`http://desk.test${path}`, { headers: { Host: 'desk.test', ...headers } }),
      {},
    );
    return [...taken];
  };
  const { cookie } = await bare.as('ana');
  const own = bare.people.companyId.aurora;
  expect(await asked('/login', { Accept: 'text/html' })).toEqual([UNAUTHENTICATED]);
  expect(await asked('/tags', {})).toEqual([UNAUTHENTICATED]);
  expect(await asked('/tags', { Cookie: 'sid=made-up' })).toEqual([UNAUTHENTICATED]);
  expect(await asked('/tags', { Cookie: `sid=${cookie}` })).toEqual([own]);
  take.mockRestore();
});
