import { afterEach, beforeEach, expect, test } from 'bun:test';
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { createTag } from '@/modules/tags/tags.service.ts';
import { backUp } from '../backups.service.ts';
import { READY } from './restores.schema.ts';
import { restoresAtStart } from './restores.service.ts';

let desk: TestDesk;
let aurora: number;

beforeEach(async () => {
  desk = await createTestDesk();
  aurora = desk.cast.companyId.aurora;
  await tag('de ontem');
  await backUp(desk.kernel, 'clock');
  await tag('de hoje');
});
afterEach(() => desk.stop());

const tag = async (name: string) =>
  createTag(await desk.systemScope(), { name, color: '#111111', kanban: false });
const inData = (...names: string[]) => join(desk.kernel.config.dataDir, ...names);
const restoring = () => inData('restoring', String(aurora));
const asides = () => readdirSync(inData('companies')).filter((name) => name.includes('.aside-'));
const tagsNow = async () => {
  const { body } = await (await desk.as('ana')).json<{ tags: { name: string }[] }>('GET', '/tags');
  return body.tags.map(({ name }) => name);
};
/** A desk that was killed leaves this behind. */
async function fetched(): Promise<void> {
  const job = { companyId: aurora, folder: restoring(), report: inData('report.txt') };
  const ended = await desk.kernel.services.restores.fetch(job, () => undefined);
  expect(ended).toEqual({ isFetched: true });
}

test('all of it was fetched when the desk was killed: the next start finishes', async () => {
  await fetched();
  await restoresAtStart.run(desk.kernel);
  expect(await tagsNow()).toEqual(['de ontem']);
  expect([existsSync(restoring()), asides().length]).toEqual([false, 1]);
}, 60_000);

test('the folder was in place already: rows are replaced once more, and nothing moves', async () => {
  await fetched();
  cpSync(join(restoring(), READY), inData('kept'));
  await restoresAtStart.run(desk.kernel);
  mkdirSync(restoring(), { recursive: true });
  cpSync(inData('kept'), join(restoring(), READY));
  await restoresAtStart.run(desk.kernel);
  expect(await tagsNow()).toEqual(['de ontem']);
  expect([existsSync(restoring()), asides().length]).toEqual([false, 1]);
}, 60_000);

test('half of it was fetched: it goes, and the company stays as it is', async () => {
  mkdirSync(join(restoring(), 'company'), { recursive: true });
  await restoresAtStart.run(desk.kernel);
  expect(await tagsNow()).toEqual(['de hoje', 'de ontem']);
  expect([existsSync(restoring()), asides().length]).toEqual([false, 0]);
});
