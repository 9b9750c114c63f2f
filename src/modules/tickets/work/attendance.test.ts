import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { settings, ticketTrackings } from '@db/tenant/schema/index.ts';
import { inbound, inGroup } from '@test/support/inbound.ts';
import { desc, eq } from 'drizzle-orm';
import { storeOwnMessage } from '@/modules/messages/write/own-message.ts';
import { patchWithUndo } from './ticket-undo.ts';
import { patchTicket } from './tickets.service.ts';
import { createWorkDesk, type WorkDesk } from './work-desk.test-support.ts';

let work: WorkDesk;
let maria: number;

beforeAll(async () => {
  work = await createWorkDesk();
});
afterAll(() => work.desk.stop());
beforeEach(async () => {
  ({ maria } = await work.reset());
  work.desk.clock.now = new Date('2026-03-10T15:00:00Z');
});

const at = (minute: number) => {
  work.desk.clock.now = new Date(Date.UTC(2026, 2, 10, 15, minute));
};
const minuteOf = (moment: Date | null | undefined) => moment?.getUTCMinutes() ?? null;
const answeredAt = async () => minuteOf((await work.ticketOf(maria)).answeredAt);
const attendance = async () => {
  const row = await work.system.db.query.ticketTrackings.findFirst({
    where: eq(ticketTrackings.ticketId, maria),
    orderBy: desc(ticketTrackings.id),
  });
  const { queuedAt, startedAt, firstAnswerAt, finishedAt, queueId, userId } = row ?? {};
  const moments = [queuedAt, startedAt, firstAnswerAt, finishedAt].map(minuteOf);
  return { moments, queueId, userId };
};

const accept = () => work.call('bia', 'PUT', `/tickets/${maria}`, { status: 'open' });
const say = (body: string) => work.call('bia', 'POST', `/messages/${maria}`, { body });
const asks = (text: string) => work.customer('5511911110001', 'Maria Conceição', text);
const saysByItself = async () => {
  const ticket = await work.ticketOf(maria);
  await work.system.write((tx) =>
    storeOwnMessage(tx, ticket, {
      ...{ body: 'automático', mediaType: 'conversation', origin: 'system' },
      ...{ quotedMsg: null, clientId: null, media: null },
    }),
  );
};
const saysOnPhone = () => {
  const target = { companyId: work.system.companyId, connectionId: work.connectionId };
  const from = { pn: '5511911110001@s.whatsapp.net', lid: null };
  return work.desk.listener.onMessages(target, [inbound({ from, fromMe: true, text: 'do celular' })]);
};

describe('the customer’s silence', () => {
  test('begins with a person’s word, and again with each', async () => {
    await accept();
    expect(await answeredAt()).toBeNull();
    at(1);
    await say('pois não');
    expect(await answeredAt()).toBe(1);
    at(2);
    await saysOnPhone();
    expect(await answeredAt()).toBe(2);
  });

  test('ends with the customer’s word', async () => {
    await accept();
    await say('pois não');
    await asks('obrigada');
    expect(await answeredAt()).toBeNull();
  });

  test('is neither begun nor prolonged by automatic texts', async () => {
    await accept();
    await saysByItself();
    expect(await answeredAt()).toBeNull();
    at(1);
    await say('pois não');
    at(2);
    await saysByItself();
    expect(await answeredAt()).toBe(1);
  });

  test('goes on while tags, notes and readers come', async () => {
    await accept();
    await say('pois não');
    at(5);
    const contactId = (await work.ticketOf(maria)).contactId;
    const { body: tag } = await work.call<{ id: number }>('ana', 'POST', '/tags', {
      name: `vip ${Math.floor(contactId)}`,
      color: '#112233',
    });
    await work.call('bia', 'POST', '/tags/sync', { ticketId: maria, tags: [{ id: tag.id }] });
    await work.call('bia', 'POST', '/ticket-notes', { note: 'nota', ticketId: maria, contactId });
    await work.call('bia', 'GET', `/messages/${maria}`);
    expect(await answeredAt()).toBe(0);
  });

  test('begins anew for whoever takes over; a closed ticket has none', async () => {
    await accept();
    await say('pois não');
    at(5);
    await patchTicket(work.system, { ticketId: maria, userId: work.desk.cast.userId.rui });
    expect(await answeredAt()).toBe(5);
    await patchTicket(work.system, { ticketId: maria, status: 'closed' });
    expect(await answeredAt()).toBeNull();
    await patchTicket(work.system, { ticketId: maria, status: 'open', userId: work.desk.cast.userId.bia });
    expect(await answeredAt()).toBeNull();
  });

  test('is nobody’s in a group', async () => {
    const target = { companyId: work.system.companyId, connectionId: work.connectionId };
    const groups = { key: 'CheckMsgIsGroup', value: 'disabled' };
    await work.system.write((tx) => tx.db.insert(settings).values(groups));
    await work.desk.listener.onMessages(target, [inGroup({ text: 'oi', fromMe: true })]);
    const rows = await work.system.db.query.tickets.findMany();
    expect(rows.find(({ isGroup }) => isGroup)).toMatchObject({ fromMe: true, answeredAt: null });
  });

  test('a closing that is taken back leaves it as it was', async () => {
    await accept();
    await say('pois não');
    at(5);
    const bia = await work.desk.scopeOf('bia');
    const { undo } = await patchWithUndo(bia, { ticketId: maria, status: 'closed' });
    expect(await answeredAt()).toBeNull();
    expect(await bia.kernel.undo.take(bia, undo)).toEqual({ done: 1 });
    expect(await answeredAt()).toBe(0);
  });
});

describe('an attendance', () => {
  test('knows its queue and when it was queued, taken, answered and finished', async () => {
    const { Vendas, Suporte } = work.desk.cast.queueId;
    const { bia } = work.desk.cast.userId;
    at(1);
    await patchTicket(work.system, { ticketId: maria, queueId: Suporte });
    expect(await attendance()).toEqual({ moments: [1, null, null, null], queueId: Suporte, userId: null });
    at(2);
    await patchTicket(work.system, { ticketId: maria, queueId: Vendas });
    at(3);
    await accept();
    expect(await attendance()).toEqual({ moments: [2, 3, null, null], queueId: Vendas, userId: bia });
    at(4);
    await saysByItself();
    expect((await attendance()).moments).toEqual([2, 3, null, null]);
    at(5);
    await say('pois não');
    at(6);
    await say('mais alguma coisa?');
    at(7);
    await patchTicket(work.system, { ticketId: maria, queueId: Suporte, userId: bia });
    expect(await attendance()).toEqual({ moments: [2, 3, 5, null], queueId: Suporte, userId: bia });
    at(8);
    await work.call('bia', 'PUT', `/tickets/${maria}`, { status: 'closed' });
    expect((await attendance()).moments).toEqual([2, 3, 5, 8]);
    at(9);
    await asks('voltei');
    expect((await attendance()).moments).toEqual([9, null, null, null]);
  });

  test('on the phone a person’s word is the first answer too', async () => {
    at(4);
    await saysOnPhone();
    expect((await attendance()).moments[2]).toBe(4);
  });
});
