import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { createLog } from '../log.ts';

let desk: TestDesk;
const lines: string[] = [];

beforeAll(async () => {
  desk = await createTestDesk();
  desk.kernel.log = createLog('info', { write: (line) => void lines.push(line) });
});
afterAll(() => desk.stop());

const refused = () =>
  lines.splice(0).flatMap((line) => {
    const said = JSON.parse(line);
    return said.msg === 'refused' ? [said] : [];
  });

test('who tries what they may not is in the log, by ids alone', async () => {
  const bia = await desk.as('bia');
  refused();
  expect((await bia.json('POST', '/tags', { name: 'Quadro', kanban: 1 })).status).toBe(403);
  const [line, ...rest] = refused();
  expect(rest).toEqual([]);
  expect(line).toMatchObject({
    level: 40,
    code: 'ERR_NO_PERMISSION',
    companyId: desk.cast.companyId.aurora,
    userId: desk.cast.userId.bia,
    path: '/tags',
  });
  expect(Object.keys(line).sort()).toEqual(
    ['address', 'code', 'companyId', 'level', 'msg', 'path', 'requestId', 'time', 'userId'].sort(),
  );
});

test('a stranger from another site is, too; what is right, and an old token, are not', async () => {
  const ana = await desk.as('ana');
  refused();
  expect((await ana.json('GET', '/tags')).status).toBe(200);
  await (await desk.as()).raw('/api/tags', { headers: { Authorization: 'Bearer x.y.z' } });
  expect(refused()).toEqual([]);
  await ana.raw('/api/tags', { method: 'POST', headers: { Origin: 'https://evil.example' } });
  expect(refused().map(({ code }) => code)).toEqual(['ERR_BAD_ORIGIN']);
});
