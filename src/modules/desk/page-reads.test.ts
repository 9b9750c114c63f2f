import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test';
import { LocalConnection } from '@/kernel/db/local-connection.ts';
import { createWorkDesk, type WorkDesk } from '@/modules/tickets/work/work-desk.test-support.ts';

const WAITING = '/tickets?status=pending&showAll=true';

let work: WorkDesk;
beforeAll(async () => {
  work = await createWorkDesk();
  await work.reset();
});
afterAll(() => work.desk.stop());

const page = async (who: 'ana' | 'bia') => (await (await work.desk.as(who)).page('/tickets')).text;

test('a page of the desk that has been shown asks for its tickets and their tags, and nothing else', async () => {
  const ana = await work.desk.as('ana');
  await ana.page(WAITING);
  const reads = [spyOn(LocalConnection.prototype, 'values'), spyOn(LocalConnection.prototype, 'run')];
  await ana.page(WAITING);
  const asked = reads.flatMap(({ mock }) =>
    mock.calls.map(([sql]) => / from "(\w+)" inner/.exec(sql)?.[1] ?? sql),
  );
  for (const read of reads) read.mockRestore();
  expect(asked.sort()).toEqual(['ticket_tags', 'tickets']);
});

test('a preference that changes is seen on the next page, and by its person alone', async () => {
  expect(await page('ana')).toContain('"isCompact":false');
  await work.call('ana', 'PUT', '/me/preferences', { key: 'list.compact', value: 'enabled' });
  expect([await page('ana'), await page('bia')].map((text) => /"isCompact":(\w+)/.exec(text)?.[1])).toEqual([
    'true',
    'false',
  ]);
});
