import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test';
import { sessionJournal } from '@db/tenant/schema/index.ts';
import { inbound } from '@test/support/inbound.ts';
import { LocalTransaction } from '@/core/db/driver/local-transaction.ts';
import { createInboxFixture, type InboxFixture } from './inbox-fixture.test-support.ts';

let fixtures: InboxFixture;
beforeAll(async () => {
  fixtures = await createInboxFixture();
});
afterAll(() => fixtures.testApp.stop());

async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const values = spyOn(LocalTransaction.prototype, 'values');
  await work();
  const { calls, contexts } = values.mock;
  const stored = contexts[calls.findIndex(([text]) => text.startsWith('insert into "messages"'))];
  // Other work of the process writes meanwhile, in transactions of its own.
  const sql = calls.filter((_, index) => contexts[index] === stored).map(([text]) => text);
  values.mockRestore();
  return sql.map((text) => text.replace(/^(\w+)(?: .*?(?:from|into))? "(\w+)".*$/s, '$1 $2'));
}

test('a further message of a customer takes six statements', async () => {
  await fixtures.receive(inbound({ text: 'oi' }), inbound({ text: 'alguém aí?' }));
  await fixtures.testApp.settle();
  const statements = await statementsOf(() => fixtures.receive(inbound({ text: 'bom dia' })));
  expect(statements).toEqual([
    'select contact_identities',
    'select messages',
    'select tickets',
    'insert messages',
    'update tickets',
    'update contacts',
  ]);
});

test('its journal row is deleted by the same commit', async () => {
  const { testApp, scope, connectionId } = fixtures;
  const entries = () => scope.db.select({ id: sessionJournal.entryId }).from(sessionJournal);
  await scope.write((tx) =>
    tx.db.insert(sessionJournal).values(
      ['stored', 'also stored', 'waiting'].map((entryId) => ({
        ...{ connectionId, entryId, value: Buffer.from('x') },
      })),
    ),
  );
  const target = { companyId: scope.companyId, connectionId };
  const statements = await statementsOf(() =>
    testApp.listener.onMessages(target, [inbound({ text: 'boa tarde' })], ['stored', 'also stored']),
  );
  expect(statements).toContain('delete session_journal');
  expect(await entries()).toEqual([{ id: 'waiting' }]);
});
