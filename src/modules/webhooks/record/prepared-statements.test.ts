import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test';
import { connectionQueues, connections, queues } from '@db/tenant/schema/index.ts';
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import { createRule } from '@/modules/rules/rules.service.ts';
import { createTag } from '@/modules/tags/tags.service.ts';
import { createWebhooksFixture, type WebhooksFixture } from '../webhooks-fixture.test-support.ts';

let fixtures: WebhooksFixture;
beforeAll(async () => {
  fixtures = await createWebhooksFixture();
});
afterAll(() => fixtures.stop());

async function offerQueues(): Promise<void> {
  const { scope, connectionId } = fixtures;
  await scope.write(async (tx) => {
    const colors = { 'Fila A': '#111111', 'Fila B': '#222222' };
    const rows = Object.entries(colors).map(([name, color]) => ({ name, color }));
    for (const { id: queueId } of await tx.db.insert(queues).values(rows).returning())
      await tx.db.insert(connectionQueues).values({ connectionId, queueId });
    await tx.db.update(connections).set({ greetingMessage: 'Olá' });
  });
}

/** Building takes longer than running. */
test('a message of a known customer is stored, answered, tagged and reported without building a statement', async () => {
  const { scope } = fixtures;
  await offerQueues();
  const { id: tagId } = await createTag(scope, { name: 'Urgente', color: '#B80000', kanban: false });
  const anywhere = { connectionId: null, queueId: null };
  for (const [name, word] of [
    ['Combina', 'oi'],
    ['Não combina', 'boleto'],
  ] as const) {
    const happening = { type: 'words' as const, words: [word], ...anywhere };
    await createRule(scope, { name, isActive: true, happening, actions: [{ type: 'tag', tagId }] });
  }
  await fixtures.hook(['message.received']);
  for (const text of ['oi', '1', '#']) await fixtures.writes(text);
  const build = spyOn(SQLiteAsyncDialect.prototype, 'sqlToQuery');
  for (const text of ['oi', '#']) await fixtures.writes(text);
  const built = build.mock.results.map(({ value }) => (value as { sql: string }).sql);
  build.mockRestore();
  expect(built).toEqual([]);
  expect((await fixtures.receiver.got()).map(({ json }) => json.data.text)).toEqual([
    'oi',
    '1',
    '#',
    'oi',
    '#',
  ]);
});
