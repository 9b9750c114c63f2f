import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { connections, messages } from '@db/tenant/schema/index.ts';
import { addConnection, inbound, inGroup } from '@test/support/inbound.ts';
import { desc } from 'drizzle-orm';
import { sendUnprompted } from '@/modules/messages/write/send-unprompted-message.service.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { type BotFixture, createBotFixture } from '../bot-fixture.test-support.ts';

let bot: BotFixture;
let id: number;

beforeAll(async () => {
  bot = await createBotFixture();
});
afterAll(() => bot.testApp.stop());

const QUESTION = expect.stringContaining('Digite de 1 à 3');
const BYE = 'Até logo!';
const MENU = expect.stringContaining('*[ 1 ]* - ');

beforeEach(async () => {
  await bot.reset();
  await bot.connection({ complationMessage: BYE, ratingMessage: 'Como fomos?', greetingMessage: 'Olá!' });
  await bot.offer(bot.testApp.people.queueId.Vendas, bot.testApp.people.queueId.Suporte);
  await bot.setting('userRating', 'enabled');
  await bot.arrive({ pushName: 'Maria Silva', text: 'oi' });
  ({ id } = await bot.ticket());
  await accept();
});

const ana = () => bot.testApp.scopeOf('ana');
const accept = async () => patchTicket(await ana(), { ticketId: id, status: 'open' });
const close = async () => patchTicket(await ana(), { ticketId: id, status: 'closed' });

/** The texts that the customer gets. */
async function closeAndWait(): Promise<string[]> {
  const known = (await bot.automatic()).length;
  await close();
  await bot.testApp.settle();
  bot.testApp.clock.advance(10_000);
  bot.testApp.kernel.outbox.wake(bot.scope.companyId, 'farewell:');
  await bot.testApp.settle();
  return (await bot.automatic()).slice(known).map(({ body }) => body);
}
const SETTLED = { status: 'closed', unreadMessages: 0, waitingSince: null } as const;
const newest = () => bot.scope.db.query.messages.findFirst({ orderBy: desc(messages.id) });

describe('thanks after the closing', () => {
  test('stay in the closed conversation and a number after them is the rating', async () => {
    expect(await closeAndWait()).toEqual([QUESTION]);
    const received = await bot.testApp.listenAs('ana');
    expect(await bot.write('Obrigada!')).toEqual([]);
    expect(await bot.ticket()).toMatchObject({ ...SETTLED, id, lastMessage: 'Obrigada!' });
    expect(await newest()).toMatchObject({ ticketId: id, body: 'Obrigada!', fromMe: false });
    await bot.testApp.settle();
    const live = received.filter(({ channel }) => channel === 'appMessage');
    expect(live).toMatchObject([{ data: { action: 'create', message: { body: 'Obrigada!' } } }]);
    bot.testApp.clock.advance(59 * 60_000);
    expect(await bot.write('3')).toEqual([BYE]);
    expect(await bot.ratings()).toMatchObject([{ ticketId: id, rate: 3 }]);
    expect(await bot.write('🙏')).toEqual([]);
    expect(await bot.ticket()).toMatchObject(SETTLED);
  });

  test('also after the closing text, and before it is sent, which they do not prevent', async () => {
    await bot.setting('userRating', 'disabled');
    await close();
    await bot.write('valeu 👍');
    expect(await bot.ticket()).toMatchObject(SETTLED);
    await bot.testApp.settle();
    bot.testApp.clock.advance(10_000);
    bot.testApp.kernel.outbox.wake(bot.scope.companyId, 'farewell:');
    await bot.testApp.settle();
    expect((await bot.automatic()).at(-1)?.body).toBe(BYE);
    await bot.write('gracias');
    expect(await bot.ticket()).toMatchObject(SETTLED);
  });

  test.each(['obrigado, mas preciso de ajuda', 'obrigada, qual o prazo?', 'ok', 'não obrigado', '4'])(
    '%p opens a conversation with its menu',
    async (text) => {
      await closeAndWait();
      await bot.write('obrigado');
      expect(await bot.write(text)).toEqual([MENU]);
      expect(await bot.ticket()).toMatchObject({ id, status: 'pending', unreadMessages: 1 });
    },
  );

  test('open a conversation a day later', async () => {
    await closeAndWait();
    bot.testApp.clock.advance(24 * 60 * 60_000);
    expect(await bot.write('obrigado')).toEqual([MENU]);
    expect((await bot.ticket()).status).toBe('pending');
  });

  test('open a conversation when they answer something sent later', async () => {
    await closeAndWait();
    const { contactId } = await bot.ticket();
    await bot.scope.write((tx) =>
      sendUnprompted(tx, {
        ...{
          contactId,
          connectionId: bot.connectionId,
          body: 'Seu pedido chegou',
          mediaType: 'conversation',
        },
        ...{ media: null, cause: 'schedule:1', isQuiet: true },
      }),
    );
    await bot.write('obrigado');
    expect((await bot.ticket()).status).toBe('pending');
  });

  test('to the first message of a contact, or in a group, are a conversation', async () => {
    await closeAndWait();
    const from = { pn: '5521977776666@s.whatsapp.net', lid: null };
    await bot.arrive({ from, text: 'obrigado' });
    expect((await bot.ticket()).status).toBe('pending');
    await bot.setting('CheckMsgIsGroup', 'disabled');
    const target = { companyId: bot.scope.companyId, connectionId: bot.connectionId };
    await bot.testApp.listener.onMessages(target, [inGroup({ text: 'oi' })]);
    ({ id } = await bot.ticket());
    await accept();
    await close();
    await bot.testApp.listener.onMessages(target, [inGroup({ text: 'obrigado' })]);
    expect(await bot.ticket()).toMatchObject({ id, status: 'pending' });
  });

  test('in a conversation that is open are an ordinary message', async () => {
    await bot.write('obrigado');
    expect(await bot.ticket()).toMatchObject({ status: 'open', unreadMessages: 2 });
  });
});

describe('the rating question', () => {
  async function again(): Promise<string[]> {
    await bot.write('mais uma coisa');
    await accept();
    return closeAndWait();
  }

  test('is asked once within a day, then the closing text is sent', async () => {
    expect(await closeAndWait()).toEqual([QUESTION]);
    expect(await again()).toEqual([BYE]);
    bot.testApp.clock.advance(23 * 60 * 60_000);
    expect(await again()).toEqual([BYE]);
    bot.testApp.clock.advance(60 * 60_000);
    expect(await again()).toEqual([QUESTION]);
  });

  test('is not repeated after an answer, nor on another connection', async () => {
    await closeAndWait();
    await bot.write('3');
    expect(await again()).toEqual([BYE]);
    const connectionId = await addConnection(bot.testApp, { name: 'Filial' });
    await bot.scope.write((tx) => tx.db.update(connections).set({ complationMessage: BYE }));
    const target = { companyId: bot.scope.companyId, connectionId };
    await bot.testApp.listener.onMessages(target, [inbound({ text: 'oi' })]);
    ({ id } = await bot.ticket());
    await accept();
    expect(await closeAndWait()).toEqual([BYE]);
  });

  test('is asked of each contact', async () => {
    await closeAndWait();
    await bot.arrive({ from: { pn: '5521977776666@s.whatsapp.net', lid: null }, text: 'oi' });
    ({ id } = await bot.ticket());
    await accept();
    expect(await closeAndWait()).toEqual([QUESTION]);
  });
});
