import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { outbox, prompts, queueIntegrations, tickets } from '@db/tenant/schema/index.ts';
import { eq, like } from 'drizzle-orm';
import type { TicketAtHand } from '@/modules/tickets/open/find-or-create-ticket.service.ts';
import { carryOut, stateOf } from './apply-decision.service.ts';
import { type BotFixture, createBotFixture } from './bot-fixture.test-support.ts';
import type { BotAction, BotConfig, BotState } from './decide/bot.logic.ts';

let bot: BotFixture;
let queueId: number;
beforeAll(async () => {
  bot = await createBotFixture();
  queueId = bot.testApp.people.queueId.Vendas;
  await bot.scope.write(async ({ db }) => {
    await db.insert(prompts).values({ id: 7, name: 'Modelo', prompt: 'Responda.' });
    await db.insert(queueIntegrations).values({ id: 8, type: 'typebot', name: 'Fluxo' });
  });
});
afterAll(() => bot.testApp.stop());
beforeEach(async () => {
  await bot.reset();
  await bot.arrive({ pushName: 'Maria', text: 'oi' });
});

const CONFIG = { queues: [], elsewhere: [] } as Partial<BotConfig> as BotConfig;
const apply = async (actions: BotAction[], state: Partial<BotState>, before?: TicketAtHand) => {
  const ticket = before ?? (await bot.ticket());
  const decision = { actions, state: { ...stateOf(ticket), ...state } };
  await bot.scope.write((tx) => carryOut(tx, ticket, CONFIG, decision, 'moment'));
  return bot.ticket();
};

describe('the state of a ticket', () => {
  const answered = { useIntegration: true, promptId: null, integrationId: null };
  const rows: [string, Partial<TicketAtHand>, Partial<BotState>][] = [
    ['waits', { status: 'pending', userId: null }, { hasAgent: false }],
    ['is open for nobody', { status: 'open', userId: null }, { hasAgent: true }],
    ['waits for a named agent', { status: 'pending', userId: 3 }, { hasAgent: true }],
    ['has no responder', { useIntegration: false, promptId: 7, integrationId: 8 }, { responder: null }],
    ['is with a prompt', { ...answered, promptId: 7 }, { responder: { kind: 'prompt', id: 7 } }],
    [
      'is with an integration',
      { ...answered, integrationId: 8 },
      { responder: { kind: 'integration', id: 8 } },
    ],
    ['is with the invoices', { ...answered, queueId: 5 }, { responder: { kind: 'invoices', id: 5 } }],
    [
      'is with the invoices of none',
      { ...answered, queueId: null },
      { responder: { kind: 'invoices', id: 0 } },
    ],
  ];
  test.each(rows)('that %s', async (_, values, state) => {
    expect(stateOf({ ...(await bot.ticket()), ...values })).toMatchObject(state);
  });
});

describe('a decision', () => {
  test.each(['prompt', 'integration', 'invoices'] as const)('stores a responder: %s', async (kind) => {
    const id = { prompt: 7, integration: 8, invoices: queueId }[kind];
    const ticket = await apply([], { queueId, responder: { kind, id } });
    expect(ticket).toMatchObject({
      useIntegration: true,
      promptId: kind === 'prompt' ? id : null,
      integrationId: kind === 'integration' ? id : null,
    });
    expect(stateOf(ticket).responder).toEqual({ kind, id });
    expect(await apply([], { responder: null })).toMatchObject({ useIntegration: false, promptId: null });
  });

  test('asks its responder about the newest message', async () => {
    const responder = { kind: 'prompt', id: 7 } as const;
    const { id: ticketId, lastMessageId } = await bot.ticket();
    await apply([{ type: 'responder', responder }], { responder });
    const none = { ...(await bot.ticket()), lastMessageId: null };
    await apply([{ type: 'responder', responder }], { responder }, none);
    const rows = await bot.scope.db.select().from(outbox).where(like(outbox.kind, 'machine.turn'));
    const turns = rows.map(({ payload }) => payload);
    const turn = { ticketId, machine: responder, at: bot.testApp.clock.now.getTime() };
    expect(turns).toEqual([
      { ...turn, messageId: lastMessageId },
      { ...turn, messageId: 0 },
    ]);
  });

  test('records the first menu of an attendance only', async () => {
    await apply([], { chatbot: true });
    expect((await bot.tracking())?.chatbotAt).toBeNull();
    await apply([], { menus: 1 });
    expect((await bot.tracking())?.chatbotAt).toEqual(bot.testApp.clock.now);
  });

  test('records the customer’s choices, not the company’s', async () => {
    const config = { ...CONFIG, queues: [{ id: queueId, name: 'Vendas' }] } as BotConfig;
    const ticket = await bot.ticket();
    const record = (actions: BotAction[]) =>
      bot.scope.write((tx) => carryOut(tx, ticket, config, { actions, state: stateOf(ticket) }, 'moment'));
    const option = { id: 1, option: '1', title: 'Internet', message: '', media: null, options: [] };
    await record([
      { type: 'queue', queueId, by: 'app' },
      { type: 'queue', queueId: null, by: 'customer' },
      { type: 'option', option },
    ]);
    expect(await bot.history()).toEqual([{ type: 'opened' }]);
    await record([
      { type: 'queue', queueId, by: 'customer' },
      { type: 'option', option },
      { type: 'people' },
    ]);
    const choices = ['Vendas', 'Internet'].map((choice) => ({ type: 'bot', choice }));
    expect(await bot.history()).toEqual([{ type: 'opened' }, ...choices]);
  });

  test('leaves an unchanged ticket as it is', async () => {
    const { id } = await bot.ticket();
    const before = await bot.ticket();
    await bot.scope.write((tx) => tx.db.update(tickets).set({ promptId: 7 }).where(eq(tickets.id, id)));
    expect(await apply([], {}, before)).toMatchObject({ promptId: 7 });
  });
});
