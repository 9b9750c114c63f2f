import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { createLog } from '../log.ts';

let testApp: TestApp;
const lines: string[] = [];

beforeAll(async () => {
  testApp = await createTestApp();
  testApp.kernel.log = createLog('info', { write: (line) => void lines.push(line) });
});
afterAll(() => testApp.stop());

const refused = () =>
  lines.splice(0).flatMap((line) => {
    const sent = JSON.parse(line);
    return sent.msg === 'refused' ? [sent] : [];
  });

test('logs forbidden requests with ids only', async () => {
  const bia = await testApp.as('bia');
  refused();
  expect((await bia.json('POST', '/tags', { name: 'Quadro', kanban: 1 })).status).toBe(403);
  const [line, ...rest] = refused();
  expect(rest).toEqual([]);
  expect(line).toMatchObject({
    level: 40,
    code: 'ERR_NO_PERMISSION',
    companyId: testApp.people.companyId.aurora,
    userId: testApp.people.userId.bia,
    path: '/tags',
  });
  expect(Object.keys(line).sort()).toEqual(
    ['address', 'code', 'companyId', 'level', 'msg', 'path', 'requestId', 'time', 'userId'].sort(),
  );
});

test('logs cross-site requests, but not valid ones or invalid tokens', async () => {
  const ana = await testApp.as('ana');
  refused();
  expect((await ana.json('GET', '/tags')).status).toBe(200);
  await (await testApp.as()).raw('/api/tags', { headers: { Authorization: 'Bearer x.y.z' } });
  expect(refused()).toEqual([]);
  await ana.raw('/api/tags', { method: 'POST', headers: { Origin: 'https://evil.example' } });
  expect(refused().map(({ code }) => code)).toEqual(['ERR_BAD_ORIGIN']);
});
