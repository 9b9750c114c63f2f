import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { outbox, ratings } from '@db/tenant/schema/index.ts';
import { inGroup } from '@test/support/inbound.ts';
import { mergeByHand } from '@/modules/contacts/merge/merge.service.ts';
import { changeSetting } from '@/modules/settings/settings.service.ts';
import { patchWithUndo } from '@/modules/tickets/work/ticket-undo.service.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { type BotFixture, createBotFixture } from '../bot-fixture.test-support.ts';

let bot: BotFixture;
let id: number;

beforeAll(async () => {
  bot = await createBotFixture();
});
afterAll(() => bot.testApp.stop());

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

const ana = () => bot.testApp.scopeOf('ana');
const accept = async () => patchTicket(await ana(), { ticketId: id, status: 'open' });
const close = async () => patchTicket(await ana(), { ticketId: id, status: 'closed' });
const sent = async () => (await bot.automatic()).map(({ body }) => body);

async function pass(ms: number): Promise<void> {
  bot.testApp.clock.advance(ms);
  bot.testApp.kernel.outbox.wake(bot.scope.companyId, 'farewell:');
  await bot.testApp.settle();
}
async function closeAndAsk(): Promise<void> {
  await close();
  await bot.testApp.settle();
  await pass(10_000);
}

describe('closing a ticket', () => {
  test('closes at once and asks for a rating once undo has expired', async () => {
    await close();
    expect((await bot.ticket()).status).toBe('closed');
    await bot.testApp.settle();
    expect(await sent()).toEqual([]);
    await pass(8_000);
    expect(await sent()).toEqual([]);
    await pass(2_000);
    expect(await sent()).toEqual([QUESTION]);
    expect(await bot.ticket()).toMatchObject({
      status: 'closed',
      lastMessage: expect.stringContaining('Como'),
    });
    expect((await bot.tracking())?.ratingAt).toEqual(bot.testApp.clock.now);
    await bot.testApp.settle();
    expect(bot.testApp.whatsapp.sent.map(({ content }) => content)).toContainEqual({
      type: 'text',
      text: QUESTION,
    });
    expect(await bot.scope.db.select().from(outbox)).toEqual([]);
  });

  test('asks once after two open tickets were merged', async () => {
    const kept = await bot.ticket();
    await bot.arrive({ from: { pn: '5521977776666@s.whatsapp.net', lid: null }, text: 'sou eu' });
    const { contactId: drop } = await bot.ticket();
    await mergeByHand(await ana(), { keep: kept.contactId, drop });
    await closeAndAsk();
    expect(await sent()).toEqual([QUESTION]);
  });

  test('sends the farewell without ratings', async () => {
    await changeSetting(await ana(), { key: 'userRating', value: 'disabled' });
    await closeAndAsk();
    expect(await sent()).toEqual([BYE]);
  });

  test('uses the rating setting in force when it is sent', async () => {
    await close();
    await bot.setting('userRating', 'disabled');
    await pass(10_000);
    expect(await sent()).toEqual([BYE]);
  });

  test('sends nothing and leaves no outbox row when the text is blank', async () => {
    await bot.setting('userRating', 'disabled');
    await bot.connection({ complationMessage: ' ' });
    await close();
    expect(await bot.scope.db.select().from(outbox)).toEqual([]);
  });

  test('sends nothing after an undo, and once after the next closing', async () => {
    const scope = await ana();
    const { undo } = await patchWithUndo(scope, { ticketId: id, status: 'closed' });
    bot.testApp.clock.advance(7_000);
    await bot.testApp.kernel.undo.take(scope, undo);
    await pass(10_000);
    expect([await sent(), (await bot.ticket()).status]).toEqual([[], 'open']);
    await closeAndAsk();
    expect(await sent()).toEqual([QUESTION]);
  });

  test('asks anew the day after an undone closing that was rated', async () => {
    const scope = await ana();
    const { undo } = await patchWithUndo(scope, { ticketId: id, status: 'closed' });
    await bot.testApp.settle();
    await pass(10_000);
    await bot.write('3');
    await bot.testApp.kernel.undo.take(scope, undo);
    expect(await bot.ratings()).toEqual([]);
    bot.testApp.clock.advance(24 * 60 * 60_000);
    await closeAndAsk();
    expect(await bot.write('2')).toEqual([BYE]);
    expect(await bot.ratings()).toMatchObject([{ rate: 2 }]);
    expect(await bot.tracking()).toMatchObject({ rated: true, rate: 2 });
  });

  test('waits a full ten seconds after an undo and a second closing', async () => {
    const scope = await ana();
    const { undo } = await patchWithUndo(scope, { ticketId: id, status: 'closed' });
    bot.testApp.clock.advance(7_000);
    await bot.testApp.kernel.undo.take(scope, undo);
    await close();
    await pass(4_000);
    expect(await sent()).toEqual([]);
    await pass(6_000);
    expect(await sent()).toEqual([QUESTION]);
  });

  test('is cancelled when the customer writes or an agent reopens', async () => {
    await close();
    await bot.write('mais uma coisa');
    await pass(10_000);
    expect(await sent()).toEqual([]);
    await accept();
    await close();
    await patchTicket(await ana(), { ticketId: id, status: 'open' });
    await pass(10_000);
    expect(await sent()).toEqual([]);
  });

  test('sends nothing when the ticket expires or the system closes it', async () => {
    await patchTicket(await bot.testApp.systemScope(), { ticketId: id, status: 'closed', cause: 'expired' });
    await pass(10_000);
    await accept();
    await patchTicket(await bot.testApp.systemScope(), { ticketId: id, status: 'closed' });
    await pass(10_000);
    expect(await sent()).toEqual([]);
  });

  test('asks for no rating when no agent has the ticket', async () => {
    await patchTicket(await ana(), { ticketId: id, status: 'pending' });
    await closeAndAsk();
    expect(await sent()).toEqual([BYE]);
  });

  test('sends nothing to groups', async () => {
    await bot.setting('CheckMsgIsGroup', 'disabled');
    const target = { companyId: bot.scope.companyId, connectionId: bot.connectionId };
    await bot.testApp.listener.onMessages(target, [inGroup({ text: 'oi' })]);
    ({ id } = await bot.ticket());
    await accept();
    await closeAndAsk();
    expect(await sent()).toEqual([]);
  });

  test('is still sent after the clock was set back', async () => {
    await close();
    bot.testApp.clock.now = new Date('2026-03-10T14:00:00Z');
    await pass(10_000);
    expect(await sent()).toEqual([]);
    bot.testApp.clock.now = new Date('2026-03-10T15:00:30Z');
    await pass(0);
    expect(await sent()).toEqual([QUESTION]);
  });
});

describe('rating answers', () => {
  beforeEach(async () => {
    await closeAndAsk();
  });

  test.each(['1', '2', '3', ' 3 '])(
    '%p is stored as the rating and the ticket stays closed',
    async (text) => {
      const received = await bot.testApp.listenAs('ana');
      expect(await bot.write(text)).toEqual([BYE]);
      expect(await bot.ratings()).toMatchObject([
        {
          ticketId: id,
          rate: Number(text),
          userId: bot.testApp.people.userId.ana,
          trackingId: (await bot.tracking())?.id,
        },
      ]);
      expect(await bot.ticket()).toMatchObject({ status: 'closed', unreadMessages: 0, waitingSince: null });
      expect(await bot.tracking()).toMatchObject({ rated: true });
      expect((await bot.history()).at(-1)).toEqual({ type: 'rated', rate: Number(text) });
      await bot.testApp.settle();
      expect(received.map(({ channel }) => channel)).toContain('ticketEvent');
    },
  );

  test.each(['4', '0', '12', '1,5', 'três', 'nota 3', '3!', '', '#'])(
    '%p opens a conversation instead of a rating',
    async (text) => {
      expect(await bot.write(text)).toEqual([]);
      expect(await bot.ratings()).toEqual([]);
      expect((await bot.ticket()).status).toBe('pending');
      await bot.write('3');
      expect(await bot.ratings()).toEqual([]);
    },
  );

  test('counts once, a second answer opens a conversation', async () => {
    await bot.write('3');
    expect(await bot.write('1')).toEqual([]);
    expect(await bot.ratings()).toHaveLength(1);
    expect((await bot.ticket()).status).toBe('pending');
  });

  test('counts once when WhatsApp delivers it twice', async () => {
    expect(await bot.arrive({ id: 'R', text: '3' }, { id: 'R', text: '3' })).toEqual([BYE]);
    expect((await bot.ticket()).status).toBe('closed');
  });

  test('opens a conversation after 24 hours', async () => {
    bot.testApp.clock.advance(24 * 60 * 60_000);
    await bot.write('3');
    expect([await bot.ratings(), (await bot.ticket()).status]).toEqual([[], 'pending']);
  });

  test('replaces a rating left by an undone closing', async () => {
    const trackingId = (await bot.tracking())?.id ?? 0;
    await bot.scope.write((tx) => tx.db.insert(ratings).values({ ticketId: id, trackingId, rate: 3 }));
    expect(await bot.write('2')).toEqual([BYE]);
    expect(await bot.ratings()).toMatchObject([{ rate: 2, userId: bot.testApp.people.userId.ana }]);
  });

  test('ignores numbers sent from the company’s own phone', async () => {
    await bot.arrive({ fromMe: true, text: '3' });
    expect([await bot.ratings(), (await bot.ticket()).status]).toEqual([[], 'closed']);
  });

  test('is accepted with only the pending rating stored in the tracking', async () => {
    const tracking = await bot.tracking();
    expect(tracking).toMatchObject({ rated: false, ratingAt: expect.any(Date) });
    await bot.write('2');
    expect(await bot.ratings()).toMatchObject([{ trackingId: tracking?.id, rate: 2 }]);
  });

  test('moves the rating with a merge and restores it on undo', async () => {
    await bot.write('3');
    await bot.write('voltei');
    await bot.arrive({ from: { pn: '5521977776666@s.whatsapp.net', lid: null }, text: 'sou eu' });
    const other = await bot.ticket();
    const first = await bot.scope.db.query.tickets.findFirst();
    const scope = await ana();
    const { undo } = await mergeByHand(scope, { keep: other.contactId, drop: first?.contactId ?? 0 });
    expect(await bot.ratings()).toMatchObject([{ ticketId: other.id, rate: 3 }]);
    await bot.testApp.kernel.undo.take(scope, undo);
    expect(await bot.ratings()).toMatchObject([{ ticketId: id, rate: 3 }]);
  });
});
