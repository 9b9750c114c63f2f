import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { queues } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { deleteTag } from '@/modules/tags/tags.service.ts';
import { addTicketTag } from '@/modules/tickets/work/ticket-tags.service.ts';
import { withUndo } from '@/modules/tickets/work/ticket-undo.service.ts';
import { createRulesFixture, type RulesFixture } from '../rules-fixture.test-support.ts';

let fixtures: RulesFixture;

beforeAll(async () => {
  fixtures = await createRulesFixture();
});
afterAll(() => fixtures.testApp.stop());
beforeEach(() => fixtures.reset());

describe('missing targets of a rule', () => {
  test('are skipped while the remaining actions run', async () => {
    const { vip, urgent } = fixtures.tagId;
    await fixtures.rule({ type: 'opened' }, [
      { type: 'tag', tagId: vip },
      { type: 'quickMessage', quickMessageId: fixtures.quickMessageId },
      { type: 'tag', tagId: urgent },
    ]);
    await deleteTag(fixtures.scope, { tagId: vip });
    await fixtures.scope.write((tx) => tx.db.run('delete from quick_messages'));
    const ticketId = await fixtures.receiveText('oi');
    expect(await fixtures.history(ticketId)).toMatchObject([{ tag: 'Urgente' }]);
  });

  test('are noted in the history when no action remains', async () => {
    const [queue] = await fixtures.scope.write((tx) =>
      tx.db.insert(queues).values({ name: 'Antiga', color: '#123456' }).returning(),
    );
    await fixtures.rule({ type: 'opened' }, [{ type: 'queue', queueId: queue?.id ?? 0 }]);
    await fixtures.scope.write((tx) => tx.db.delete(queues).where(eq(queues.id, queue?.id ?? 0)));
    expect(await fixtures.history(await fixtures.receiveText('oi'))).toMatchObject([{ nothing: 1 }]);
  });

  test('include a user who does not see the queue', async () => {
    const { bia } = fixtures.testApp.people.userId;
    await fixtures.rule({ type: 'opened' }, [{ type: 'person', userId: bia }]);
    expect(await fixtures.ticket(await fixtures.receiveText('oi'))).toMatchObject({
      status: 'pending',
      userId: null,
    });
  });

  test('include ids of another company, even when stored', async () => {
    const foreign = { ...fixtures.testApp.people.queueId }.Geral;
    const ruleId = await fixtures.rule({ type: 'opened' }, [{ type: 'tag', tagId: fixtures.tagId.vip }]);
    const far = [
      { type: 'queue', queueId: foreign + 500 },
      { type: 'person', userId: fixtures.testApp.people.userId.davi + 500 },
      { type: 'tag', tagId: fixtures.tagId.vip + 500 },
      { type: 'quickMessage', quickMessageId: fixtures.quickMessageId + 500 },
    ];
    await fixtures.scope.write((tx) =>
      tx.db.run(`update rules set actions = '${JSON.stringify(far)}' where id = ${ruleId}`),
    );
    const ticketId = await fixtures.receiveText('oi');
    expect(await fixtures.history(ticketId)).toMatchObject([{ nothing: 1 }]);
  });
});

test('undoing a tag also undoes a rule’s changes, keeping the history', async () => {
  const { Vendas } = fixtures.testApp.people.queueId;
  await fixtures.rule({ type: 'tag', tagId: fixtures.tagId.vip }, [{ type: 'queue', queueId: Vendas }]);
  const ticketId = await fixtures.receiveText('oi');
  const ana = await fixtures.testApp.scopeOf('ana');
  const { undo } = await withUndo(ana, ticketId, (tx) =>
    addTicketTag(tx, { ticketId, tagId: fixtures.tagId.vip }),
  );
  expect(await fixtures.ticket(ticketId)).toMatchObject({ queueId: Vendas });
  await ana.kernel.undo.take(ana, undo);
  expect(await fixtures.ticket(ticketId)).toMatchObject({ queueId: null });
  expect(await fixtures.tagsOf(ticketId)).toEqual([]);
  expect(await fixtures.history(ticketId)).toHaveLength(1);
});
