import { afterAll, beforeAll, expect, test } from 'bun:test';
import { ruleRuns } from '@db/tenant/schema/index.ts';
import { createRulesDesk, type RulesDesk } from '../rules-desk.test-support.ts';
import { oldRuns } from './old-runs.ts';

let world: RulesDesk;
beforeAll(async () => {
  world = await createRulesDesk();
});
afterAll(() => world.desk.stop());

const DAY_MS = 86_400_000;
const runs = async () => (await world.scope.db.select().from(ruleRuns)).length;

test('a run is forgotten after a year, when the clock looks for it', async () => {
  await world.reset();
  expect(await oldRuns.dueAt(world.scope)).toBeNull();
  await world.rule({ type: 'words', words: ['preço'] }, [{ type: 'note', note: 'quer saber' }]);
  await world.says('qual o preço?');
  expect(await runs()).toBe(1);
  const dueAt = (await oldRuns.dueAt(world.scope)) ?? new Date(0);
  world.desk.clock.now = new Date(dueAt.getTime() - 2 * DAY_MS);
  await oldRuns.run(world.scope);
  expect(await runs()).toBe(1);
  world.desk.clock.now = dueAt;
  await oldRuns.run(world.scope);
  expect(await runs()).toBe(0);
});
