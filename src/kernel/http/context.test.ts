import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test';
import { users } from '@db/tenant/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { eq } from 'drizzle-orm';
import { STRANGERS } from '../company-turns.ts';
import { createLog } from '../log.ts';

const lines: string[] = [];
const desks: TestDesk[] = [];
let bare: TestDesk;
let behind: TestDesk;

beforeAll(async () => {
  const start = async (env: Record<string, string>) => {
    const log = createLog('warn', { write: (line) => void lines.push(line) });
    const desk = await createTestDesk({ env, log });
    desks.push(desk);
    return desk;
  };
  bare = await start({});
  behind = await start({ TRUSTED_PROXY: '172.18.0.1' });
});
afterAll(() => Promise.all(desks.map((desk) => desk.stop())));

async function ask(desk: TestDesk, peer: string, forwarded?: string): Promise<string[]> {
  lines.length = 0;
  const headers = { Host: 'desk.test', ...(forwarded !== undefined && { 'X-Forwarded-For': forwarded }) };
  await desk.app.fetch(new Request('http://desk.test/version', { headers }), { peer });
  await desk.app.fetch(
    new Request('http://desk.test/login', { headers: { ...headers, Accept: 'text/html' } }),
    { peer },
  );
  return [...lines];
}

test('a proxy that nobody has named is warned of, once and by its address', async () => {
  expect(await ask(bare, '172.18.0.1')).toEqual([]);
  expect(await ask(bare, '172.18.0.1', '198.51.100.9')).toEqual([
    expect.stringContaining('TRUSTED_PROXY=172.18.0.1'),
  ]);
  expect(await ask(bare, '172.18.0.1', '198.51.100.9')).toEqual([]);
});

test('who runs the desk reads it above the page, nobody else does', async () => {
  const ana = await bare.as('ana');
  const bia = await bare.as('bia');
  for (const desk of [bare, behind])
    await (await desk.systemScope()).write((tx) =>
      tx.db.update(users).set({ super: true }).where(eq(users.id, desk.cast.userId.ana)),
    );
  await ask(bare, '172.18.0.1', '198.51.100.9');
  const notice = /data-notice="proxy"/;
  const { text } = await ana.page('/tags');
  expect(text).toMatch(notice);
  expect(text.replaceAll('<!-- -->', '')).toContain('<code>TRUSTED_PROXY=172.18.0.1</code>');
  for (const other of [bia, await bare.as('davi')])
    expect((await other.page('/tags')).text).not.toMatch(notice);
  const named = await behind.as('ana');
  expect((await named.page('/tags')).text).not.toMatch(notice);
});

test('a stranger who only says so is no proxy; one that is named is trusted, in either spelling', async () => {
  expect(await ask(behind, '8.8.8.8', '198.51.100.9')).toEqual([]);
  expect(await ask(behind, '172.18.0.1', '198.51.100.9')).toEqual([]);
  expect(await ask(behind, '::ffff:172.18.0.1', '198.51.100.9')).toEqual([]);
  const [line = '', ...more] = await ask(behind, '::ffff:172.18.0.9', '198.51.100.9');
  expect(more).toEqual([]);
  expect(line).toContain('TRUSTED_PROXY=172.18.0.9');
  expect(await ask(behind, '172.18.0.9', '198.51.100.9')).toEqual([]);
});

test('an address below /api is of the same peer', async () => {
  lines.length = 0;
  const desk = await createTestDesk({ log: createLog('warn', { write: (line) => void lines.push(line) }) });
  desks.push(desk);
  const headers = { Host: 'desk.test', 'X-Forwarded-For': '198.51.100.9' };
  await desk.app.fetch(new Request('http://desk.test/api/auth/me/', { headers }), { peer: '172.18.0.7' });
  expect(lines).toEqual([expect.stringContaining('TRUSTED_PROXY=172.18.0.7')]);
});

test('a host that is none, and a page that none can be on, are refused like any request: with a line in the log', async () => {
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const desk = await createTestDesk({ log });
  desks.push(desk);
  lines.length = 0;
  const asked = [
    desk.app.fetch(new Request('http://malformed.invalid/'), { isMalformed: true }),
    desk.app.fetch(new Request('http://desk.test/login', { headers: { Host: 'a b', Accept: 'text/html' } })),
    desk.app.fetch(new Request('http://desk.test/tags', { headers: { 'HX-Current-URL': 'http://[' } })),
  ];
  const replies = await Promise.all(asked);
  expect(replies.map(({ status }) => status)).toEqual([400, 400, 400]);
  for (const { headers } of replies) expect(headers.get('X-Request-Id')).toBeTruthy();
  expect(lines.map((line) => JSON.parse(line).status)).toEqual([400, 400, 400]);
});

test('a path of two slashes names no host', async () => {
  const request = new Request('http://desk.test/api//elsewhere.example/login', {
    headers: { Host: 'desk.test' },
  });
  expect((await bare.app.fetch(request)).status).toBe(404);
});

test('who does not say who they are, or is nobody, has the strangers’ turn', async () => {
  const { turns } = bare.kernel;
  const taken: number[] = [];
  const take = spyOn(turns, 'take').mockImplementation(
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
  const own = bare.cast.companyId.aurora;
  expect(await asked('/login', { Accept: 'text/html' })).toEqual([STRANGERS]);
  expect(await asked('/tags', {})).toEqual([STRANGERS]);
  expect(await asked('/tags', { Cookie: 'sid=made-up' })).toEqual([STRANGERS]);
  expect(await asked('/tags', { Cookie: `sid=${cookie}` })).toEqual([own]);
  take.mockRestore();
});
