import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test';
import { LocalConnection } from '@/core/db/driver/local-connection.ts';
import { createWorkFixture, type WorkFixture } from '@/modules/tickets/work/work-fixture.test-support.ts';

const WAITING = '/tickets?status=pending&showAll=true';

let work: WorkFixture;
beforeAll(async () => {
  work = await createWorkFixture();
  await work.reset();
});
afterAll(() => work.testApp.stop());

const page = async (who: 'ana' | 'bia') => (await (await work.testApp.as(who)).page('/tickets')).text;

test('a warm workspace page queries only its tickets and their tags', async () => {
  const ana = await work.testApp.as('ana');
  await ana.page(WAITING);
  const reads = [spyOn(LocalConnection.prototype, 'values'), spyOn(LocalConnection.prototype, 'run')];
  await ana.page(WAITING);
  const asked = reads.flatMap(({ mock }) =>
    mock.calls.map(([sql]) => / from "(\w+)" inner/.exec(sql)?.[1] ?? sql),
  );
  for (const read of reads) read.mockRestore();
  expect(asked.sort()).toEqual(['ticket_tags', 'tickets']);
});

test('a changed preference applies to the next page of its user only', async () => {
  expect(await page('ana')).toContain('"isCompact":false');
  await work.call('ana', 'PUT', '/me/preferences', { key: 'list.compact', value: 'enabled' });
  expect([await page('ana'), await page('bia')].map((text) => /"isCompact":(\w+)/.exec(text)?.[1])).toEqual([
    'true',
    'false',
  ]);
});
