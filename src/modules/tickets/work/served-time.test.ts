import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { queues, settings, ticketTrackings } from '@db/tenant/schema/index.ts';
import { inbound } from '@test/support/inbound.ts';
import { asc, eq } from 'drizzle-orm';
import { replyWithText } from '@/modules/messages/write/reply.service.ts';
import { createTicketFixture, type TicketFixture } from '../ticket-fixture.test-support.ts';
import type { TicketPatch } from '../tickets.schema.ts';
import { patchWithUndo } from './ticket-undo.service.ts';
import { patchTicket } from './tickets.service.ts';

let on: TicketFixture;
beforeAll(async () => {
  on = await createTicketFixture();
});
afterAll(() => on.testApp.stop());
beforeEach(async () => {
  // A Tuesday, at noon in São Paulo.
  on.testApp.clock.now = new Date('2026-03-10T15:00:00Z');
  await on.reset();
});

const HOUR = 3_600_000;
const later = (hours: number) => on.testApp.clock.advance(hours * HOUR);
const bia = () => on.testApp.scopeOf('bia');
const change = async (patch: TicketPatch) => patchTicket(await bia(), { ticketId: on.ticketId, ...patch });
const answer = async () =>
  replyWithText(await bia(), { ticketId: on.ticketId, body: 'Já vejo', quotedMsg: null });
const times = async () => {
  const rows = await on.system.db.select().from(ticketTrackings).orderBy(asc(ticketTrackings.id));
  return rows.map(({ answerSeconds, resolutionSeconds }) => [answerSeconds, resolutionSeconds]);
};
const setHours = (value: string) =>
  on.system.write((tx) => tx.db.insert(settings).values({ key: 'scheduleType', value }));

describe('service times of an attendance', () => {
  test('stores the time to the first answer and the total time once', async () => {
    later(1);
    await change({ status: 'open' });
    expect(await times()).toEqual([[null, null]]);
    later(1);
    await answer();
    expect(await times()).toEqual([[2 * 3600, null]]);
    later(1);
    await answer();
    await change({ status: 'closed' });
    expect(await times()).toEqual([[2 * 3600, 3 * 3600]]);
  });

  test('stores no first answer time when an agent started the conversation', async () => {
    await change({ status: 'closed' });
    later(1);
    const app = await bia();
    const { contactId } = await on.row();
    const reply = await (await on.testApp.as('bia')).json('POST', '/tickets', {
      contactId,
      queueId: on.testApp.people.queueId.Vendas,
      whatsappId: on.connectionId,
    });
    expect(reply.status).toBe(200);
    later(1);
    await replyWithText(app, { ticketId: on.ticketId, body: 'Olá!', quotedMsg: null });
    later(1);
    await change({ status: 'closed' });
    expect((await times()).at(-1)).toEqual([null, 2 * 3600]);
  });

  test('counts only the service hours of its queue', async () => {
    await setHours('queue');
    const tuesday = { weekday: '', weekdayEn: 'tuesday', startTime: '08:00', endTime: '13:00' };
    const wednesday = { weekday: '', weekdayEn: 'wednesday', startTime: '08:00', endTime: '18:00' };
    const { Vendas } = on.testApp.people.queueId;
    await on.system.write((tx) =>
      tx.db
        .update(queues)
        .set({ schedules: [tuesday, wednesday] })
        .where(eq(queues.id, Vendas)),
    );
    await change({ status: 'open' });
    later(21);
    await answer();
    later(1);
    await change({ status: 'closed' });
    // Tuesday from 12 to 13, Wednesday from 8 to 9 and to 10.
    expect(await times()).toEqual([[2 * 3600, 3 * 3600]]);
    await on.system.write((tx) => tx.db.update(queues).set({ schedules: [] }));
  });

  test('removes the total time when the close is undone', async () => {
    later(1);
    const { undo } = await patchWithUndo(await bia(), { ticketId: on.ticketId, status: 'closed' });
    expect(await times()).toEqual([[null, 3600]]);
    await (await on.testApp.as('bia')).json('POST', `/undo/${undo}`);
    expect(await times()).toEqual([[null, null]]);
  });

  test('starts anew for each attendance when the customer returns', async () => {
    await change({ status: 'closed' });
    later(5);
    await on.receive(inbound({ text: 'mais uma coisa' }));
    later(2);
    const ana = await on.testApp.scopeOf('ana');
    await patchTicket(ana, { ticketId: on.ticketId, status: 'open' });
    await replyWithText(ana, { ticketId: on.ticketId, body: 'Sim?', quotedMsg: null });
    expect(await times()).toEqual([
      [null, 0],
      [2 * 3600, null],
    ]);
  });
});
