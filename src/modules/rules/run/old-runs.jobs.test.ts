import { afterAll, beforeAll, expect, test } from 'bun:test';
import { ruleRuns } from '@db/tenant/schema/index.ts';
import { createRulesFixture, type RulesFixture } from '../rules-fixture.test-support.ts';
import { oldRuns } from './old-runs.jobs.ts';

let fixtures: RulesFixture;
beforeAll(async () => {
  fixtures = await createRulesFixture();
});
afterAll(() => fixtures.testApp.stop());

const DAY_MS = 86_400_000;
const runs = async () => (await fixtures.scope.db.select().from(ruleRuns)).length;

test('deletes a run after a year', async () => {
  await fixtures.reset();
  expect(await oldRuns.dueAt(fixtures.scope)).toBeNull();
  await fixtures.rule({ type: 'words', words: ['preço'] }, [{ type: 'note', note: 'quer saber' }]);
  await fixtures.receiveText('qual o preço?');
  expect(await runs()).toBe(1);
  const dueAt = (await oldRuns.dueAt(fixtures.scope)) ?? new Date(0);
  fixtures.testApp.clock.now = new Date(dueAt.getTime() - 2 * DAY_MS);
  await oldRuns.run(fixtures.scope);
  expect(await runs()).toBe(1);
  fixtures.testApp.clock.now = dueAt;
  await oldRuns.run(fixtures.scope);
  expect(await runs()).toBe(0);
});
