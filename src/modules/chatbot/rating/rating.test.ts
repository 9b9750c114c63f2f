import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { outbox } from '@db/tenant/schema/index.ts';
import { inGroup } from '@test/support/inbound.ts';
import { mergeByHand } from '@/modules/contacts/merge.service.ts';
import { changeSetting } from '@/modules/settings/settings.service.ts';
import { patchWithUndo } from '@/modules/tickets/work/ticket-undo.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { type BotDesk, createBotDesk } from '../bot-desk.test-support.ts';

let bot: BotDesk;
let id: number;

beforeAll(async () => {
  bot = await createBotDesk();
});
afterAll(() => bot.desk.stop());

const QUESTION =
  'Como fomos?\n\nDigite de 1 à 3 para qualificar nosso atendimento:\n*1* - Insatisfeito\n*2* - Satisfeito\n*3* - Muito Satisfeito';
const BYE = 'Até logo, Maria!';

beforeEach(async () => {
  await bot.reset();
  await bot.connection({ complationMessage: 'Até logo, {{firstName}}!', ratingMessage: 'Como fomos?' });
  await bot.setting('userRating', 'enabled');
  await bot.arrive({ pushName: 'Maria Silva', text: 'oi' });
  ({ id } = await bot.ticket());
  await accept();
});

const ana = () => bot.desk.scopeOf('ana');
const accept = async () => patchTicket(await ana(), { ticketId: id, status: 'open' });
const close = async () => patchTicket(await ana(), { ticketId: id, status: 'closed' });
const said = async () => (await bot.automatic()).map(({ body }) => body);

/** As the outbox's own pause would end. */
async function pass(ms: number): Promise<void> {
  bot.desk.clock.advance(ms);
  bot.desk.kernel.outbox.wake(bot.scope.companyId, 'farewell:');
  await bot.desk.settle();
}
async function closeAndAsk(): Promise<void> {
  await close();
  await bot.desk.settle();
  await pass(10_000);
}

describe('closing', () => {
  test('closes at once, and asks when nobody can take it back any more', async () => {
    await close();
    expect((await bot.ticket()).status).toBe('closed');
    await bot.desk.settle();
    expect(await said()).toEqual([]);
    await pass(8_000);
    expect(await said()).toEqual([]);
    await pass(2_000);
    expect(await said()).toEqual([QUESTION]);
    expect(await bot.ticket()).toMatchObject({
      status: 'closed',
      lastMessage: expect.stringContaining('Como'),
    });
    expect((await bot.tracking())?.ratingAt).toEqual(bot.desk.clock.now);
    await bot.desk.settle();
    expect(bot.desk.whatsapp.sent.map(({ content }) => content)).toContainEqual({
      type: 'text',
      text: QUESTION,
    });
    expect(await bot.scope.db.select().from(outbox)).toEqual([]);
  });

  test('says goodbye where nothing is rated', async () => {
    await changeSetting(await ana(), { key: 'userRating', value: 'disabled' });
    await closeAndAsk();
    expect(await said()).toEqual([BYE]);
  });

  test('by the setting of the moment in which it is said', async () => {
    await close();
    await bot.setting('userRating', 'disabled');
    await pass(10_000);
    expect(await said()).toEqual([BYE]);
  });

  test('without words leaves no work behind', async () => {
    await bot.setting('userRating', 'disabled');
    await bot.connection({ complationMessage: ' ' });
    await close();
    expect(await bot.scope.db.select().from(outbox)).toEqual([]);
  });

  test('that was taken back says nothing; the next one says it once', async () => {
    const scope = await ana();
    const { undo } = await patchWithUndo(scope, { ticketId: id, status: 'closed' });
    bot.desk.clock.advance(7_000);
    await bot.desk.kernel.undo.take(scope, undo);
    await pass(10_000);
    expect([await said(), (await bot.ticket()).status]).toEqual([[], 'open']);
    await closeAndAsk();
    expect(await said()).toEqual([QUESTION]);
  });

  test('taken back and closed again waits its own ten seconds', async () => {
    const scope = await ana();
    const { undo } = await patchWithUndo(scope, { ticketId: id, status: 'closed' });
    bot.desk.clock.advance(7_000);
    await bot.desk.kernel.undo.take(scope, undo);
    await close();
    await pass(4_000);
    expect(await said()).toEqual([]);
    await pass(6_000);
    expect(await said()).toEqual([QUESTION]);
  });

  test('is forgotten when the customer writes, or an agent reopens, in between', async () => {
    await close();
    await bot.write('mais uma coisa');
    await pass(10_000);
    expect(await said()).toEqual([]);
    await accept();
    await close();
    await patchTicket(await ana(), { ticketId: id, status: 'open' });
    await pass(10_000);
    expect(await said()).toEqual([]);
  });

  test('by the clock, or by the desk itself, says nothing', async () => {
    await patchTicket(await bot.desk.systemScope(), { ticketId: id, status: 'closed', cause: 'expired' });
    await pass(10_000);
    await accept();
    await patchTicket(await bot.desk.systemScope(), { ticketId: id, status: 'closed' });
    await pass(10_000);
    expect(await said()).toEqual([]);
  });

  test('without an agent is not rated', async () => {
    await patchTicket(await ana(), { ticketId: id, status: 'pending' });
    await closeAndAsk();
    expect(await said()).toEqual([BYE]);
  });

  test('in a group says nothing', async () => {
    await bot.setting('CheckMsgIsGroup', 'disabled');
    const target = { companyId: bot.scope.companyId, connectionId: bot.connectionId };
    await bot.desk.listener.onMessages(target, [inGroup({ text: 'oi' })]);
    ({ id } = await bot.ticket());
    await accept();
    await closeAndAsk();
    expect(await said()).toEqual([]);
  });

  test('survives a clock that is set back', async () => {
    await close();
    bot.desk.clock.now = new Date('2026-03-10T14:00:00Z');
    await pass(10_000);
    expect(await said()).toEqual([]);
    bot.desk.clock.now = new Date('2026-03-10T15:00:30Z');
    await pass(0);
    expect(await said()).toEqual([QUESTION]);
  });
});

describe('the answer', () => {
  beforeEach(async () => {
    await closeAndAsk();
  });

  test.each(['1', '2', '3', ' 3 '])('%p is the rating; the ticket stays closed', async (text) => {
    const heard = await bot.desk.listenAs('ana');
    expect(await bot.write(text)).toEqual([BYE]);
    expect(await bot.ratings()).toMatchObject([
      {
        ticketId: id,
        rate: Number(text),
        userId: bot.desk.cast.userId.ana,
        trackingId: (await bot.tracking())?.id,
      },
    ]);
    expect(await bot.ticket()).toMatchObject({ status: 'closed', unreadMessages: 0, waitingSince: null });
    expect(await bot.tracking()).toMatchObject({ rated: true });
    expect((await bot.story()).at(-1)).toEqual({ type: 'rated', rate: Number(text) });
    await bot.desk.settle();
    expect(heard.map(({ channel }) => channel)).toContain('ticketEvent');
  });

  test.each(['4', '0', '12', '1,5', 'três', 'nota 3', '3!', '', '#'])(
    '%p opens a conversation',
    async (text) => {
      expect(await bot.write(text)).toEqual([]);
      expect(await bot.ratings()).toEqual([]);
      expect((await bot.ticket()).status).toBe('pending');
      await bot.write('3');
      expect(await bot.ratings()).toEqual([]);
    },
  );

  test('counts once', async () => {
    await bot.write('3');
    expect(await bot.write('1')).toEqual([]);
    expect(await bot.ratings()).toHaveLength(1);
    expect((await bot.ticket()).status).toBe('pending');
  });

  test('offered twice by WhatsApp counts once', async () => {
    expect(await bot.arrive({ id: 'R', text: '3' }, { id: 'R', text: '3' })).toEqual([BYE]);
    expect((await bot.ticket()).status).toBe('closed');
  });

  test('after a day is a conversation', async () => {
    bot.desk.clock.advance(24 * 60 * 60_000);
    await bot.write('3');
    expect([await bot.ratings(), (await bot.ticket()).status]).toEqual([[], 'pending']);
  });

  test('of our own phone is none', async () => {
    await bot.arrive({ fromMe: true, text: '3' });
    expect([await bot.ratings(), (await bot.ticket()).status]).toEqual([[], 'closed']);
  });

  test('comes after a restart all the same', async () => {
    const tracking = await bot.tracking();
    expect(tracking).toMatchObject({ rated: false, ratingAt: expect.any(Date) });
    await bot.write('2');
    expect(await bot.ratings()).toMatchObject([{ trackingId: tracking?.id, rate: 2 }]);
  });

  test('goes with its conversation when two contacts become one, and back with it', async () => {
    await bot.write('3');
    await bot.write('voltei');
    await bot.arrive({ from: { pn: '5521977776666@s.whatsapp.net', lid: null }, text: 'sou eu' });
    const other = await bot.ticket();
    const first = await bot.scope.db.query.tickets.findFirst();
    const scope = await ana();
    const { undo } = await mergeByHand(scope, { keep: other.contactId, drop: first?.contactId ?? 0 });
    expect(await bot.ratings()).toMatchObject([{ ticketId: other.id, rate: 3 }]);
    await bot.desk.kernel.undo.take(scope, undo);
    expect(await bot.ratings()).toMatchObject([{ ticketId: id, rate: 3 }]);
  });
});
