import { afterEach, beforeEach, expect, test } from 'bun:test';
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { createTag } from '@/modules/tags/tags.service.ts';
import { backUp } from '../backups.service.ts';
import { READY } from './restores.schema.ts';
import { restoresAtStart } from './restores.service.ts';

let testApp: TestApp;
let aurora: number;

beforeEach(async () => {
  testApp = await createTestApp();
  aurora = testApp.people.companyId.aurora;
  await tag('de ontem');
  await backUp(testApp.kernel, 'clock');
  await tag('de hoje');
});
afterEach(() => testApp.stop());

const tag = async (name: string) =>
  createTag(await testApp.systemScope(), { name, color: '#111111', kanban: false });
const inData = (...names: string[]) => join(testApp.kernel.config.dataDir, ...names);
const restoring = () => inData('restoring', String(aurora));
const asides = () => readdirSync(inData('companies')).filter((name) => name.includes('.aside-'));
const tagsNow = async () => {
  const { body } = await (await testApp.as('ana')).json<{ tags: { name: string }[] }>('GET', '/tags');
  return body.tags.map(({ name }) => name);
};
/** Leaves what a killed process leaves. */
async function fetched(): Promise<void> {
  const job = { companyId: aurora, folder: restoring(), report: inData('report.txt') };
  const ended = await testApp.kernel.services.restores.fetch(job, () => undefined);
  expect(ended).toEqual({ isFetched: true });
}

test('completes a fully fetched restore at the next start', async () => {
  await fetched();
  await restoresAtStart.run(testApp.kernel);
  expect(await tagsNow()).toEqual(['de ontem']);
  expect([existsSync(restoring()), asides().length]).toEqual([false, 1]);
});

test('repeats the row replacement when the folder was already moved', async () => {
  await fetched();
  cpSync(join(restoring(), READY), inData('kept'));
  await restoresAtStart.run(testApp.kernel);
  mkdirSync(restoring(), { recursive: true });
  cpSync(inData('kept'), join(restoring(), READY));
  await restoresAtStart.run(testApp.kernel);
  expect(await tagsNow()).toEqual(['de ontem']);
  expect([existsSync(restoring()), asides().length]).toEqual([false, 1]);
});

test('discards a half fetched restore and leaves the company unchanged', async () => {
  mkdirSync(join(restoring(), 'company'), { recursive: true });
  await restoresAtStart.run(testApp.kernel);
  expect(await tagsNow()).toEqual(['de hoje', 'de ontem']);
  expect([existsSync(restoring()), asides().length]).toEqual([false, 0]);
});
