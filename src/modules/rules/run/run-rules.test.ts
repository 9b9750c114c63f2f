import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { messages, ruleRuns, ticketNotes } from '@db/tenant/schema/index.ts';
import { turnsOf } from '@test/support/loop-turns.ts';
import { desc, eq } from 'drizzle-orm';
import { addTicketTag, syncTicketTags } from '@/modules/tickets/work/ticket-tags.service.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import type { Action } from '../rules.schema.ts';
import { updateRule } from '../rules.service.ts';
import { createRulesDesk, type Given, type RulesDesk } from '../rules-desk.test-support.ts';
import { runRules } from './run-rules.ts';

let world: RulesDesk;

beforeAll(async () => {
  world = await createRulesDesk();
});
afterAll(() => world.desk.stop());
beforeEach(() => world.reset());

const happenings: Record<Given['type'], { given: () => Given; happen: () => Promise<number> }> = {
  opened: { given: () => ({ type: 'opened' }), happen: () => world.says('bom dia') },
  words: { given: () => ({ type: 'words', words: ['urgente'] }), happen: () => world.says('é URGENTE!') },
  tag: {
    given: () => ({ type: 'tag', tagId: world.tagId.vip }),
    async happen() {
      const ticketId = await world.says('bom dia');
      await addTicketTag(world.scope, { ticketId, tagId: world.tagId.vip });
      await world.desk.settle();
      return ticketId;
    },
  },
  waiting: {
    given: () => ({ type: 'waiting', minutes: 10 }),
    async happen() {
      const ticketId = await world.says('bom dia');
      await world.later(11);
      return ticketId;
    },
  },
};

type Proof = { action: () => Action; told: unknown; proof: (ticketId: number) => Promise<void> };
const actions: Record<Action['type'], Proof> = {
  queue: {
    action: () => ({ type: 'queue', queueId: world.desk.cast.queueId.Vendas }),
    told: { queue: 'Vendas' },
    async proof(id) {
      const { queueId, status, userId } = await world.ticket(id);
      expect({ queueId, status, userId }).toEqual({
        queueId: world.desk.cast.queueId.Vendas,
        status: 'pending',
        userId: null,
      });
    },
  },
  person: {
    action: () => ({ type: 'person', userId: world.desk.cast.userId.ana }),
    told: { person: 'Ana' },
    async proof(id) {
      expect(await world.ticket(id)).toMatchObject({ status: 'open', userId: world.desk.cast.userId.ana });
    },
  },
  tag: {
    action: () => ({ type: 'tag', tagId: world.tagId.urgent }),
    told: { tag: 'Urgente' },
    async proof(id) {
      expect(await world.tagsOf(id)).toContain(world.tagId.urgent);
    },
  },
  quickMessage: {
    action: () => ({ type: 'quickMessage', quickMessageId: world.quickMessageId }),
    told: { quickMessage: 'ola' },
    async proof(id) {
      const sent = await world.sentTexts(id);
      expect(sent.map(({ body }) => body)).toEqual(['Olá Maria!']);
      expect(sent[0]?.clientId).toMatch(/^auto:rule:\d+:\w+:/);
      expect(world.desk.whatsapp.sent).toHaveLength(1);
      expect((await world.ticket(id)).waitingSince).not.toBeNull();
    },
  },
  note: {
    action: () => ({ type: 'note', note: 'ligar hoje' }),
    told: { note: '1' },
    async proof(id) {
      const notes = await world.scope.db.select().from(ticketNotes).where(eq(ticketNotes.ticketId, id));
      expect(notes.map(({ note, userId }) => ({ note, userId }))).toEqual([
        { note: 'ligar hoje', userId: null },
      ]);
    },
  },
  snooze: {
    action: () => ({ type: 'snooze', minutes: 30 }),
    told: { snooze: '30' },
    async proof(id) {
      const until = new Date(world.desk.clock.now.getTime() + 30 * 60_000);
      expect((await world.ticket(id)).snoozedUntil).toEqual(until);
    },
  },
};

describe('what happens × what is done', () => {
  for (const [when, { given, happen }] of Object.entries(happenings))
    for (const [then, { action, told, proof }] of Object.entries(actions))
      test(`${when} → ${then}, once, and its line in the story`, async () => {
        await world.rule(given(), [action()], { name: 'Urgentes' });
        const ticketId = await happen();
        await proof(ticketId);
        expect(await world.story(ticketId)).toEqual([{ rule: 'Urgentes', ...(told as object) }]);
        expect(await world.scope.db.select().from(ruleRuns)).toHaveLength(1);
      });
});

describe('a rule runs', () => {
  const tagIt = (): Action => ({ type: 'tag', tagId: world.tagId.urgent });
  const words: Given = { type: 'words', words: ['segunda via', 'água'] };

  test.each([
    ['quero a SEGUNDA  via, por favor', true],
    ['falta agua aqui', true],
    ['ÁGUA', true],
    ['segunda-via', true],
    ['a segunda viagem', false],
    ['aguardo', false],
    ['via segunda', false],
    ['', false],
  ])('on whole words, whatever their case and accents: %p %p', async (text, runs) => {
    await world.rule(words, [tagIt()]);
    const ticketId = await world.says(text);
    expect(await world.tagsOf(ticketId)).toEqual(runs ? [world.tagId.urgent] : []);
  });

  test('not on words of ours, of a group, or when it is off', async () => {
    const ruleId = await world.rule(words, [tagIt()]);
    expect(await world.tagsOf(await world.says('água', { fromMe: true }))).toEqual([]);
    expect(await world.tagsOf(await world.says('água', { group: true }))).toEqual([]);
    await updateRule(world.scope, { ruleId, isActive: false });
    expect(await world.tagsOf(await world.says('água'))).toEqual([]);
  });

  test('only on its connection and in its queue, as they were before any rule', async () => {
    const { Vendas, Suporte } = world.desk.cast.queueId;
    const { vip, urgent } = world.tagId;
    await world.rule({ type: 'opened', queueId: Suporte }, [{ type: 'tag', tagId: vip }]);
    await world.rule({ type: 'opened', connectionId: world.connectionId }, [
      { type: 'queue', queueId: Vendas },
    ]);
    await world.rule({ type: 'opened', queueId: Vendas }, [{ type: 'tag', tagId: urgent }]);
    const ticketId = await world.says('oi');
    expect(await world.ticket(ticketId)).toMatchObject({ queueId: Vendas });
    expect(await world.tagsOf(ticketId)).toEqual([]);
  });

  test('when a customer reopens, and not on their next message', async () => {
    await world.rule({ type: 'opened' }, [{ type: 'quickMessage', quickMessageId: world.quickMessageId }]);
    const ticketId = await world.says('oi');
    await world.says('ainda aí?');
    expect(await world.sentTexts(ticketId)).toHaveLength(1);
    await patchTicket(world.scope, { ticketId, status: 'closed' });
    expect(await world.says('voltei')).toBe(ticketId);
    expect(await world.sentTexts(ticketId)).toHaveLength(2);
  });

  test('its actions in their order, and rules in theirs', async () => {
    const { Vendas } = world.desk.cast.queueId;
    await world.rule(
      { type: 'opened' },
      [
        { type: 'queue', queueId: Vendas },
        { type: 'person', userId: world.desk.cast.userId.bia },
        tagIt(),
        { type: 'tag', tagId: world.tagId.vip },
      ],
      { name: 'Urgentes' },
    );
    const ticketId = await world.says('oi');
    expect(await world.ticket(ticketId)).toMatchObject({ status: 'open', queueId: Vendas });
    expect(await world.story(ticketId)).toEqual([
      { rule: 'Urgentes', queue: 'Vendas', person: 'Bia', tag: 'Urgente, VIP' },
    ]);
  });

  test('never on a ticket that is closed', async () => {
    await world.rule({ type: 'tag', tagId: world.tagId.vip }, [tagIt()]);
    const ticketId = await world.says('oi');
    await patchTicket(world.scope, { ticketId, status: 'closed' });
    await addTicketTag(world.scope, { ticketId, tagId: world.tagId.vip });
    expect(await world.tagsOf(ticketId)).toEqual([world.tagId.vip]);
  });

  test('for a tag that comes, not for one that stays', async () => {
    const { vip, urgent } = world.tagId;
    await world.rule({ type: 'tag', tagId: vip }, [{ type: 'note', note: 'é VIP' }]);
    const ticketId = await world.says('oi');
    const sync = (...ids: number[]) =>
      syncTicketTags(world.scope, { ticketId, tags: ids.map((id) => ({ id })) });
    await sync(vip);
    await sync(vip, urgent);
    await addTicketTag(world.scope, { ticketId, tagId: vip });
    expect(await world.story(ticketId)).toHaveLength(1);
    await sync();
    world.desk.clock.advance(1);
    await sync(vip);
    expect(await world.story(ticketId)).toHaveLength(2);
  });
});

describe('loops', () => {
  const tagTo = (tagId: number): Action => ({ type: 'tag', tagId });

  test('A sets B off no more than B sets A off', async () => {
    const { vip, urgent } = world.tagId;
    await world.rule({ type: 'tag', tagId: vip }, [tagTo(urgent)]);
    await world.rule({ type: 'tag', tagId: urgent }, [tagTo(vip), { type: 'note', note: 'B' }]);
    const ticketId = await world.says('oi');
    await addTicketTag(world.scope, { ticketId, tagId: vip });
    expect((await world.tagsOf(ticketId)).sort()).toEqual([vip, urgent].sort());
    expect(await world.story(ticketId)).toHaveLength(1);
  });

  test('nor itself: what it sends says its own word', async () => {
    const quickMessageId = await world.quick({ shortcode: 'eco', message: 'urgente, urgente' });
    await world.rule({ type: 'words', words: ['urgente'] }, [{ type: 'quickMessage', quickMessageId }]);
    const ticketId = await world.says('urgente');
    await world.desk.settle();
    expect(await world.sentTexts(ticketId)).toHaveLength(1);
  });

  test('two rules that move what waits back and forth end', async () => {
    const { Vendas, Suporte } = world.desk.cast.queueId;
    await world.rule({ type: 'waiting', minutes: 5 }, [{ type: 'queue', queueId: Vendas }]);
    await world.rule({ type: 'waiting', minutes: 5, queueId: Vendas }, [{ type: 'queue', queueId: Suporte }]);
    const ticketId = await world.says('oi');
    for (let round = 0; round < 5; round += 1) await world.later(6);
    expect(await world.story(ticketId)).toHaveLength(2);
    expect(await world.ticket(ticketId)).toMatchObject({ queueId: Suporte });
  });

  test('the same message again is no second cause', async () => {
    await world.rule({ type: 'words', words: ['oi'] }, [{ type: 'note', note: 'oi' }]);
    const ticketId = await world.says('oi');
    const [known] = await world.scope.db.select().from(messages);
    const ticket = { ...(await world.ticket(ticketId)), isOpened: true };
    const again = { ticket, messageId: known?.id ?? 0, kind: 'message', fromMe: false, text: 'oi' } as const;
    const answer = { isMoved: false };
    await world.scope.write((tx) => tx.kernel.steps.take(tx, 'message.placing', { ...again, answer }));
    expect(await world.story(ticketId)).toHaveLength(1);
  });
});

test('others are served while many rules look into one text', async () => {
  const ticketId = await world.says('bom dia');
  const message = await world.scope.db.query.messages.findFirst({ orderBy: desc(messages.id) });
  const messageId = message?.id ?? 0;
  const many = 45;
  for (let n = 0; n < many; n += 1)
    await world.rule({ type: 'words', words: [`outra coisa ${n}`] }, [{ type: 'note', note: 'nada' }]);
  const cause = { type: 'words', ticketId, messageId, key: `message:${messageId}` } as const;
  const turns = await turnsOf(() => world.scope.write((tx) => runRules(tx, [cause])));
  expect(turns).toBeGreaterThanOrEqual(many / 5);
  expect(await world.story(ticketId)).toEqual([]);
});
