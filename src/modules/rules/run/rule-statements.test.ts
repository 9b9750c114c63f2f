import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { countStatements } from '@test/support/plans.ts';
import { createRulesFixture, type RulesFixture } from '../rules-fixture.test-support.ts';

let fixtures: RulesFixture;
beforeAll(async () => {
  fixtures = await createRulesFixture();
});
afterAll(() => fixtures.testApp.stop());
beforeEach(() => fixtures.reset());

test('a rule that does not match costs a message one statement, however many rules there are', async () => {
  await fixtures.receiveText('a primeira');
  const without = await countStatements(() => fixtures.receiveText('sem regra'));
  for (const word of ['boleto', 'segunda via', 'cancelamento'])
    await fixtures.rule({ type: 'words', words: [word] }, [{ type: 'tag', tagId: fixtures.tagId.vip }]);
  await fixtures.receiveText('a segunda');
  expect(await countStatements(() => fixtures.receiveText('com regras'))).toBe(without + 1);
});
