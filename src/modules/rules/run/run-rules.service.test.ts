import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { messages, ruleRuns, ticketNotes } from '@db/tenant/schema/index.ts';
import { turnsOf } from '@test/support/loop-turns.ts';
import { desc, eq } from 'drizzle-orm';
import { addTicketTag, syncTicketTags } from '@/modules/tickets/work/ticket-tags.service.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import type { Action } from '../rules.schema.ts';
import { updateRule } from '../rules.service.ts';
import { createRulesFixture, type Options, type RulesFixture } from '../rules-fixture.test-support.ts';
import { runRules } from './run-rules.service.ts';

let fixtures: RulesFixture;

beforeAll(async () => {
  fixtures = await createRulesFixture();
});
afterAll(() => fixtures.testApp.stop());
beforeEach(() => fixtures.reset());

const happenings: Record<Options['type'], { options: () => Options; happen: () => Promise<number> }> = {
  opened: { options: () => ({ type: 'opened' }), happen: () => fixtures.receiveText('bom dia') },
  words: {
    options: () => ({ type: 'words', words: ['urgente'] }),
    happen: () => fixtures.receiveText('é URGENTE!'),
  },
  tag: {
    options: () => ({ type: 'tag', tagId: fixtures.tagId.vip }),
    async happen() {
      const ticketId = await fixtures.receiveText('bom dia');
      await addTicketTag(fixtures.scope, { ticketId, tagId: fixtures.tagId.vip });
      await fixtures.testApp.settle();
      return ticketId;
    },
  },
  waiting: {
    options: () => ({ type: 'waiting', minutes: 10 }),
    async happen() {
      const ticketId = await fixtures.receiveText('bom dia');
      await fixtures.later(11);
      return ticketId;
    },
  },
};

type CheckResult = { action: () => Action; reported: unknown; proof: (ticketId: number) => Promise<void> };
const actions: Record<Action['type'], CheckResult> = {
  queue: {
    action: () => ({ type: 'queue', queueId: fixtures.testApp.people.queueId.Vendas }),
    reported: { queue: 'Vendas' },
    async proof(id) {
      const { queueId, status, userId } = await fixtures.ticket(id);
      expect({ queueId, status, userId }).toEqual({
        queueId: fixtures.testApp.people.queueId.Vendas,
        status: 'pending',
        userId: null,
      });
    },
  },
  person: {
    action: () => ({ type: 'person', userId: fixtures.testApp.people.userId.ana }),
    reported: { person: 'Ana' },
    async proof(id) {
      expect(await fixtures.ticket(id)).toMatchObject({
        status: 'open',
        userId: fixtures.testApp.people.userId.ana,
      });
    },
  },
  tag: {
    action: () => ({ type: 'tag', tagId: fixtures.tagId.urgent }),
    reported: { tag: 'Urgente' },
    async proof(id) {
      expect(await fixtures.tagsOf(id)).toContain(fixtures.tagId.urgent);
    },
  },
  quickMessage: {
    action: () => ({ type: 'quickMessage', quickMessageId: fixtures.quickMessageId }),
    reported: { quickMessage: 'ola' },
    async proof(id) {
      const sent = await fixtures.sentTexts(id);
      expect(sent.map(({ body }) => body)).toEqual(['Olá Maria!']);
      expect(sent[0]?.clientId).toMatch(/^auto:rule:\d+:\w+:/);
      expect(fixtures.testApp.whatsapp.sent).toHaveLength(1);
      expect((await fixtures.ticket(id)).waitingSince).not.toBeNull();
    },
  },
  note: {
    action: () => ({ type: 'note', note: 'ligar hoje' }),
    reported: { note: '1' },
    async proof(id) {
      const notes = await fixtures.scope.db.select().from(ticketNotes).where(eq(ticketNotes.ticketId, id));
      expect(notes.map(({ note, userId }) => ({ note, userId }))).toEqual([
        { note: 'ligar hoje', userId: null },
      ]);
    },
  },
  snooze: {
    action: () => ({ type: 'snooze', minutes: 30 }),
    reported: { snooze: '30' },
    async proof(id) {
      const until = new Date(fixtures.testApp.clock.now.getTime() + 30 * 60_000);
      expect((await fixtures.ticket(id)).snoozedUntil).toEqual(until);
    },
  },
};

describe('triggers and actions', () => {
  for (const [when, { options, happen }] of Object.entries(happenings))
    for (const [then, { action, reported, proof }] of Object.entries(actions))
      test(`${when} → ${then} runs once and is in the history`, async () => {
        await fixtures.rule(options(), [action()], { name: 'Urgentes' });
        const ticketId = await happen();
        await proof(ticketId);
        expect(await fixtures.history(ticketId)).toEqual([{ rule: 'Urgentes', ...(reported as object) }]);
        expect(await fixtures.scope.db.select().from(ruleRuns)).toHaveLength(1);
      });
});

describe('a rule', () => {
  const tagIt = (): Action => ({ type: 'tag', tagId: fixtures.tagId.urgent });
  const words: Options = { type: 'words', words: ['segunda via', 'água'] };

  test.each([
    ['quero a SEGUNDA  via, por favor', true],
    ['falta agua aqui', true],
    ['ÁGUA', true],
    ['segunda-via', true],
    ['a segunda viagem', false],
    ['aguardo', false],
    ['via segunda', false],
    ['', false],
  ])('matches whole terms, ignoring case and accents: %p %p', async (text, runs) => {
    await fixtures.rule(words, [tagIt()]);
    const ticketId = await fixtures.receiveText(text);
    expect(await fixtures.tagsOf(ticketId)).toEqual(runs ? [fixtures.tagId.urgent] : []);
  });

  test('ignores own messages and groups, and does nothing when disabled', async () => {
    const ruleId = await fixtures.rule(words, [tagIt()]);
    expect(await fixtures.tagsOf(await fixtures.receiveText('água', { fromMe: true }))).toEqual([]);
    expect(await fixtures.tagsOf(await fixtures.receiveText('água', { group: true }))).toEqual([]);
    await updateRule(fixtures.scope, { ruleId, isActive: false });
    expect(await fixtures.tagsOf(await fixtures.receiveText('água'))).toEqual([]);
  });

  test('matches connection and queue as they were before any rule', async () => {
    const { Vendas, Suporte } = fixtures.testApp.people.queueId;
    const { vip, urgent } = fixtures.tagId;
    await fixtures.rule({ type: 'opened', queueId: Suporte }, [{ type: 'tag', tagId: vip }]);
    await fixtures.rule({ type: 'opened', connectionId: fixtures.connectionId }, [
      { type: 'queue', queueId: Vendas },
    ]);
    await fixtures.rule({ type: 'opened', queueId: Vendas }, [{ type: 'tag', tagId: urgent }]);
    const ticketId = await fixtures.receiveText('oi');
    expect(await fixtures.ticket(ticketId)).toMatchObject({ queueId: Vendas });
    expect(await fixtures.tagsOf(ticketId)).toEqual([]);
  });

  test('runs when a customer reopens, not on the next message', async () => {
    await fixtures.rule({ type: 'opened' }, [
      { type: 'quickMessage', quickMessageId: fixtures.quickMessageId },
    ]);
    const ticketId = await fixtures.receiveText('oi');
    await fixtures.receiveText('ainda aí?');
    expect(await fixtures.sentTexts(ticketId)).toHaveLength(1);
    await patchTicket(fixtures.scope, { ticketId, status: 'closed' });
    expect(await fixtures.receiveText('voltei')).toBe(ticketId);
    expect(await fixtures.sentTexts(ticketId)).toHaveLength(2);
  });

  test('runs actions in order, and rules in theirs', async () => {
    const { Vendas } = fixtures.testApp.people.queueId;
    await fixtures.rule(
      { type: 'opened' },
      [
        { type: 'queue', queueId: Vendas },
        { type: 'person', userId: fixtures.testApp.people.userId.bia },
        tagIt(),
        { type: 'tag', tagId: fixtures.tagId.vip },
      ],
      { name: 'Urgentes' },
    );
    const ticketId = await fixtures.receiveText('oi');
    expect(await fixtures.ticket(ticketId)).toMatchObject({ status: 'open', queueId: Vendas });
    expect(await fixtures.history(ticketId)).toEqual([
      { rule: 'Urgentes', queue: 'Vendas', person: 'Bia', tag: 'Urgente, VIP' },
    ]);
  });

  test('snoozes a ticket after it has moved it', async () => {
    const { Vendas } = fixtures.testApp.people.queueId;
    await fixtures.rule({ type: 'opened' }, [
      { type: 'snooze', minutes: 30 },
      { type: 'queue', queueId: Vendas },
    ]);
    const until = new Date(fixtures.testApp.clock.now.getTime() + 30 * 60_000);
    const ticketId = await fixtures.receiveText('oi');
    expect(await fixtures.ticket(ticketId)).toMatchObject({ queueId: Vendas, snoozedUntil: until });
  });

  test('never runs on a closed ticket', async () => {
    await fixtures.rule({ type: 'tag', tagId: fixtures.tagId.vip }, [tagIt()]);
    const ticketId = await fixtures.receiveText('oi');
    await patchTicket(fixtures.scope, { ticketId, status: 'closed' });
    await addTicketTag(fixtures.scope, { ticketId, tagId: fixtures.tagId.vip });
    expect(await fixtures.tagsOf(ticketId)).toEqual([fixtures.tagId.vip]);
  });

  test('runs for an added tag, not for an existing one', async () => {
    const { vip, urgent } = fixtures.tagId;
    await fixtures.rule({ type: 'tag', tagId: vip }, [{ type: 'note', note: 'é VIP' }]);
    const ticketId = await fixtures.receiveText('oi');
    const sync = (...ids: number[]) =>
      syncTicketTags(fixtures.scope, { ticketId, tags: ids.map((id) => ({ id })) });
    await sync(vip);
    await sync(vip, urgent);
    await addTicketTag(fixtures.scope, { ticketId, tagId: vip });
    expect(await fixtures.history(ticketId)).toHaveLength(1);
    await sync();
    fixtures.testApp.clock.advance(1);
    await sync(vip);
    expect(await fixtures.history(ticketId)).toHaveLength(2);
  });
});

describe('rule loops', () => {
  const tagTo = (tagId: number): Action => ({ type: 'tag', tagId });

  test('actions of a rule trigger no other rule', async () => {
    const { vip, urgent } = fixtures.tagId;
    await fixtures.rule({ type: 'tag', tagId: vip }, [tagTo(urgent)]);
    await fixtures.rule({ type: 'tag', tagId: urgent }, [tagTo(vip), { type: 'note', note: 'B' }]);
    const ticketId = await fixtures.receiveText('oi');
    await addTicketTag(fixtures.scope, { ticketId, tagId: vip });
    expect((await fixtures.tagsOf(ticketId)).sort()).toEqual([vip, urgent].sort());
    expect(await fixtures.history(ticketId)).toHaveLength(1);
  });

  test('a rule is not triggered by the message it sends', async () => {
    const quickMessageId = await fixtures.quick({ shortcode: 'eco', message: 'urgente, urgente' });
    await fixtures.rule({ type: 'words', words: ['urgente'] }, [{ type: 'quickMessage', quickMessageId }]);
    const ticketId = await fixtures.receiveText('urgente');
    await fixtures.testApp.settle();
    expect(await fixtures.sentTexts(ticketId)).toHaveLength(1);
  });

  test('two waiting rules that move a ticket back and forth stop', async () => {
    const { Vendas, Suporte } = fixtures.testApp.people.queueId;
    await fixtures.rule({ type: 'waiting', minutes: 5 }, [{ type: 'queue', queueId: Vendas }]);
    await fixtures.rule({ type: 'waiting', minutes: 5, queueId: Vendas }, [
      { type: 'queue', queueId: Suporte },
    ]);
    const ticketId = await fixtures.receiveText('oi');
    for (let round = 0; round < 5; round += 1) await fixtures.later(6);
    expect(await fixtures.history(ticketId)).toHaveLength(2);
    expect(await fixtures.ticket(ticketId)).toMatchObject({ queueId: Suporte });
  });

  test('a repeated message triggers no second run', async () => {
    await fixtures.rule({ type: 'words', words: ['oi'] }, [{ type: 'note', note: 'oi' }]);
    const ticketId = await fixtures.receiveText('oi');
    const [known] = await fixtures.scope.db.select().from(messages);
    const ticket = { ...(await fixtures.ticket(ticketId)), isOpened: true };
    const again = { ticket, messageId: known?.id ?? 0, kind: 'message', fromMe: false, text: 'oi' } as const;
    const answer = { isMoved: false };
    await fixtures.scope.write((tx) => tx.kernel.steps.take(tx, 'message.placing', { ...again, answer }));
    expect(await fixtures.history(ticketId)).toHaveLength(1);
  });
});

test('lets other work run while many rules check one text', async () => {
  const ticketId = await fixtures.receiveText('bom dia');
  const message = await fixtures.scope.db.query.messages.findFirst({ orderBy: desc(messages.id) });
  const messageId = message?.id ?? 0;
  const many = 45;
  for (let n = 0; n < many; n += 1)
    await fixtures.rule({ type: 'words', words: [`outra coisa ${n}`] }, [{ type: 'note', note: 'nada' }]);
  const cause = { type: 'words', ticketId, messageId, key: `message:${messageId}` } as const;
  const turns = await turnsOf(() => fixtures.scope.write((tx) => runRules(tx, [cause])));
  expect(turns).toBeGreaterThanOrEqual(many / 5);
  expect(await fixtures.history(ticketId)).toEqual([]);
});
