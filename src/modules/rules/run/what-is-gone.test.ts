import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { queues } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { deleteTag } from '@/modules/tags/tags.service.ts';
import { addTicketTag } from '@/modules/tickets/work/ticket-tags.service.ts';
import { withUndo } from '@/modules/tickets/work/ticket-undo.ts';
import { createRulesDesk, type RulesDesk } from '../rules-desk.test-support.ts';

let world: RulesDesk;

beforeAll(async () => {
  world = await createRulesDesk();
});
afterAll(() => world.desk.stop());
beforeEach(() => world.reset());

describe('what is gone', () => {
  test('is skipped, the rest is done', async () => {
    const { vip, urgent } = world.tagId;
    await world.rule({ type: 'opened' }, [
      { type: 'tag', tagId: vip },
      { type: 'quickMessage', quickMessageId: world.quickMessageId },
      { type: 'tag', tagId: urgent },
    ]);
    await deleteTag(world.scope, { tagId: vip });
    await world.scope.write((tx) => tx.db.run('delete from quick_messages'));
    const ticketId = await world.says('oi');
    expect(await world.story(ticketId)).toMatchObject([{ tag: 'Urgente' }]);
  });

  test('and where nothing is left, the story says so', async () => {
    const [queue] = await world.scope.write((tx) =>
      tx.db.insert(queues).values({ name: 'Antiga', color: '#123456' }).returning(),
    );
    await world.rule({ type: 'opened' }, [{ type: 'queue', queueId: queue?.id ?? 0 }]);
    await world.scope.write((tx) => tx.db.delete(queues).where(eq(queues.id, queue?.id ?? 0)));
    expect(await world.story(await world.says('oi'))).toMatchObject([{ nothing: 1 }]);
  });

  test('a person who does not see the queue gets nothing', async () => {
    const { bia } = world.desk.cast.userId;
    await world.rule({ type: 'opened' }, [{ type: 'person', userId: bia }]);
    expect(await world.ticket(await world.says('oi'))).toMatchObject({ status: 'pending', userId: null });
  });

  test('ids of another company name nothing, also where a row of the table holds them', async () => {
    const foreign = { ...world.desk.cast.queueId }.Geral;
    const ruleId = await world.rule({ type: 'opened' }, [{ type: 'tag', tagId: world.tagId.vip }]);
    const far = [
      { type: 'queue', queueId: foreign + 500 },
      { type: 'person', userId: world.desk.cast.userId.davi + 500 },
      { type: 'tag', tagId: world.tagId.vip + 500 },
      { type: 'quickMessage', quickMessageId: world.quickMessageId + 500 },
    ];
    await world.scope.write((tx) =>
      tx.db.run(`update rules set actions = '${JSON.stringify(far)}' where id = ${ruleId}`),
    );
    const ticketId = await world.says('oi');
    expect(await world.story(ticketId)).toMatchObject([{ nothing: 1 }]);
  });
});

test('a person takes back their tag, and with it what a rule made of it; the story stays', async () => {
  const { Vendas } = world.desk.cast.queueId;
  await world.rule({ type: 'tag', tagId: world.tagId.vip }, [{ type: 'queue', queueId: Vendas }]);
  const ticketId = await world.says('oi');
  const ana = await world.desk.scopeOf('ana');
  const { undo } = await withUndo(ana, ticketId, (tx) =>
    addTicketTag(tx, { ticketId, tagId: world.tagId.vip }),
  );
  expect(await world.ticket(ticketId)).toMatchObject({ queueId: Vendas });
  await ana.kernel.undo.take(ana, undo);
  expect(await world.ticket(ticketId)).toMatchObject({ queueId: null });
  expect(await world.tagsOf(ticketId)).toEqual([]);
  expect(await world.story(ticketId)).toHaveLength(1);
});
