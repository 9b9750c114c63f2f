import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { connectionQueues, tickets } from '@db/tenant/schema/index.ts';
import { type BotFixture, createBotFixture } from '@/modules/chatbot/bot-fixture.test-support.ts';
import { leaveMenus, leftMenuDueAt } from '@/modules/chatbot/clock/left-menus.jobs.ts';
import { listNotifications } from '@/modules/notifications/notifications.queries.ts';
import { deleteQueue } from '@/modules/queues/queues.service.ts';
import { countTickets, getTicket, listTickets } from '@/modules/tickets/list/tickets.queries.ts';
import { TicketFilter } from '@/modules/tickets/tickets.schema.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { readLiveNumbers } from './dashboard.queries.ts';

let bot: BotFixture;
let vendas: number;
let suporte: number;

beforeAll(async () => {
  bot = await createBotFixture();
  ({ Vendas: vendas, Suporte: suporte } = bot.testApp.people.queueId);
});
afterAll(() => bot.testApp.stop());
beforeEach(async () => {
  await bot.reset();
  await bot.connection({ greetingMessage: 'Olá!' });
  await bot.offer(vendas, suporte);
  await bot.option({ queueId: suporte, option: '1', title: 'Internet', message: 'Reinicie.' });
});

const NOBODY = { withBot: true, waiting: 0, bell: 0, live: 0, since: null };
const SOMEBODY = { withBot: false, waiting: 1, bell: 1, live: 1, since: expect.any(String) };

/** Every count of our own screens; the contract's list keeps the ticket. */
async function seen() {
  const ana = await bot.testApp.scopeOf('ana');
  const { id } = await bot.ticket();
  const { pending } = await countTickets(ana, { queueIds: [], showAll: true });
  const live = await readLiveNumbers(ana);
  const list = await listTickets(ana, TicketFilter.parse({ status: 'pending', showAll: 'true' }));
  expect([list.count, list.tickets.map((one) => one.id)]).toEqual([1, [id]]);
  const { withBot } = await getTicket(ana, id);
  const { count: bell } = await listNotifications(ana);
  return { withBot, waiting: pending, bell, live: live.pending, since: live.waitingSince };
}

async function leaveAfter(minutes: number): Promise<void> {
  bot.testApp.clock.advance(minutes * 60_000);
  await leaveMenus(bot.scope);
}

describe('a customer is with the bot, and waits for nobody,', () => {
  test('from the menu of queues until they are in a queue without options', async () => {
    await bot.write('oi');
    expect(await seen()).toEqual(NOBODY);
    await bot.write('suporte');
    expect(await seen()).toEqual(NOBODY);
    await bot.write('1');
    expect(await seen()).toEqual(SOMEBODY);
    await bot.write('#');
    expect(await seen()).toEqual(NOBODY);
    await bot.write('vendas');
    expect(await seen()).toEqual(SOMEBODY);
  });

  test('while a responder answers', async () => {
    await bot.write('oi');
    await bot.write('vendas');
    await bot.scope.write((tx) => tx.db.update(tickets).set({ useIntegration: true }));
    expect(await seen()).toEqual(NOBODY);
  });

  test('not where the connection offers no queue', async () => {
    await bot.scope.write((tx) => tx.db.delete(connectionQueues));
    await bot.write('oi');
    expect(await seen()).toEqual(SOMEBODY);
  });

  test('not once an agent has returned it: the menu comes with the next message', async () => {
    await bot.write('oi');
    const { id } = await bot.ticket();
    const ana = await bot.testApp.scopeOf('ana');
    await patchTicket(ana, { ticketId: id, status: 'open' });
    expect((await getTicket(ana, id)).withBot).toBe(false);
    await patchTicket(ana, { ticketId: id, status: 'pending' });
    expect(await seen()).toEqual(SOMEBODY);
    await bot.write('oi?');
    expect(await seen()).toEqual(NOBODY);
  });
});

describe('a customer who chooses no queue waits for people', () => {
  test('after half an hour, and may still choose', async () => {
    await bot.write('oi');
    expect(await leftMenuDueAt(bot.scope)).toEqual(new Date(bot.testApp.clock.now.getTime() + 30 * 60_000));
    const received = await bot.testApp.listenAs('ana');
    await leaveAfter(29);
    expect(await seen()).toEqual(NOBODY);
    await leaveAfter(1);
    expect(await seen()).toEqual(SOMEBODY);
    await bot.testApp.settle();
    expect(received).toContainEqual(
      expect.objectContaining({
        channel: 'ticket',
        data: expect.objectContaining({ ticket: expect.objectContaining({ withBot: false }) }),
      }),
    );
    expect(await leftMenuDueAt(bot.scope)).toBeNull();
    expect((await bot.history()).at(-1)).toMatchObject({ type: 'bot', cause: 'menuIgnored' });
    await bot.write('suporte');
    expect(await bot.ticket()).toMatchObject({ queueId: suporte, chatbot: true });
    expect(await seen()).toEqual(NOBODY);
  });

  test('after the minutes of the connection', async () => {
    await bot.connection({ timeToTransfer: 5 });
    await bot.write('oi');
    await leaveAfter(5);
    expect(await seen()).toEqual(SOMEBODY);
    await bot.connection({ timeToTransfer: null });
  });

  test('as soon as the bot has nothing more to say, until the menu comes again', async () => {
    await bot.write('oi');
    await bot.write('quero ajuda');
    expect(await seen()).toEqual(NOBODY);
    await bot.write('alguém aí?');
    expect(await seen()).toEqual(SOMEBODY);
    await bot.write('#');
    expect(await seen()).toEqual(NOBODY);
  });

  test('when the chosen queue is deleted', async () => {
    const ana = await bot.testApp.scopeOf('ana');
    await bot.write('oi');
    await bot.write('vendas');
    await deleteQueue(ana, { queueId: vendas });
    expect(await seen()).toEqual(SOMEBODY);
  });
});
