import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
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

test('a stranger who only says so is no proxy; one that is named is trusted, in either spelling', async () => {
  expect(await ask(behind, '8.8.8.8', '198.51.100.9')).toEqual([]);
  expect(await ask(behind, '172.18.0.1', '198.51.100.9')).toEqual([]);
  expect(await ask(behind, '::ffff:172.18.0.1', '198.51.100.9')).toEqual([]);
  const [line = '', ...more] = await ask(behind, '::ffff:172.18.0.9', '198.51.100.9');
  expect(more).toEqual([]);
  expect(line).toContain('TRUSTED_PROXY=172.18.0.9');
  expect(await ask(behind, '172.18.0.9', '198.51.100.9')).toEqual([]);
});
