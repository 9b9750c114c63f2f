import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { settings, ticketTrackings } from '@db/tenant/schema/index.ts';
import { addConnection, inbound, inGroup } from '@test/support/inbound.ts';
import { desc, eq } from 'drizzle-orm';
import { storeOwnMessage } from '@/modules/messages/write/store-own-message.service.ts';
import { restorePreviousMessage } from './last-message.service.ts';
import { patchWithUndo } from './ticket-undo.service.ts';
import { patchTicket } from './tickets.service.ts';
import { findTracking } from './trackings.service.ts';
import { createWorkFixture, type WorkFixture } from './work-fixture.test-support.ts';

let work: WorkFixture;
let maria: number;

beforeAll(async () => {
  work = await createWorkFixture();
});
afterAll(() => work.testApp.stop());
beforeEach(async () => {
  ({ maria } = await work.reset());
  work.testApp.clock.now = new Date('2026-03-10T15:00:00Z');
});

const at = (minute: number) => {
  work.testApp.clock.now = new Date(Date.UTC(2026, 2, 10, 15, minute));
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
const sendReply = (body: string) => work.call('bia', 'POST', `/messages/${maria}`, { body });
const asks = (text: string) => work.customer('5511911110001', 'Maria Conceição', text);
const sendsByItself = async () => {
  const ticket = await work.ticketOf(maria);
  await work.system.write((tx) =>
    storeOwnMessage(tx, ticket, {
      ...{ body: 'automático', mediaType: 'conversation', origin: 'system' },
      ...{ quotedMsg: null, clientId: null, media: null },
    }),
  );
};
const sendsOnPhone = () => {
  const target = { companyId: work.system.companyId, connectionId: work.connectionId };
  const from = { pn: '5511911110001@s.whatsapp.net', lid: null };
  return work.testApp.listener.onMessages(target, [inbound({ from, fromMe: true, text: 'do celular' })]);
};

describe('customer silence', () => {
  test('starts with a person’s message and restarts with each one', async () => {
    await accept();
    expect(await answeredAt()).toBeNull();
    at(1);
    await sendReply('pois não');
    expect(await answeredAt()).toBe(1);
    at(2);
    await sendsOnPhone();
    expect(await answeredAt()).toBe(2);
  });

  test('is that of the message that is the last again after a newer one was removed', async () => {
    await accept();
    const shown = { ticketId: maria, messageId: null, preview: '', wasUnread: false };
    const sentAt = new Date(Date.UTC(2026, 2, 10, 15, 7));
    const remove = (origin: 'agent' | 'customer') =>
      work.system.write((tx) => restorePreviousMessage(tx, { ...shown, origin, sentAt }));
    await remove('agent');
    expect(await answeredAt()).toBe(7);
    await remove('customer');
    expect(await answeredAt()).toBeNull();
  });

  test('ends with the customer’s message', async () => {
    await accept();
    await sendReply('pois não');
    await asks('obrigada');
    expect(await answeredAt()).toBeNull();
  });

  test('is neither started nor extended by automatic texts', async () => {
    await accept();
    await sendsByItself();
    expect(await answeredAt()).toBeNull();
    at(1);
    await sendReply('pois não');
    at(2);
    await sendsByItself();
    expect(await answeredAt()).toBe(1);
  });

  test('continues through tags, notes and reads', async () => {
    await accept();
    await sendReply('pois não');
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

  test('restarts when another user takes over and is unset for a closed ticket', async () => {
    await accept();
    await sendReply('pois não');
    at(5);
    await patchTicket(work.system, { ticketId: maria, userId: work.testApp.people.userId.rui });
    expect(await answeredAt()).toBe(5);
    await patchTicket(work.system, { ticketId: maria, status: 'closed' });
    expect(await answeredAt()).toBeNull();
    await patchTicket(work.system, {
      ticketId: maria,
      status: 'open',
      userId: work.testApp.people.userId.bia,
    });
    expect(await answeredAt()).toBeNull();
  });

  test('is not tracked in groups', async () => {
    const target = { companyId: work.system.companyId, connectionId: work.connectionId };
    const groups = { key: 'CheckMsgIsGroup', value: 'disabled' };
    await work.system.write((tx) => tx.db.insert(settings).values(groups));
    await work.testApp.listener.onMessages(target, [inGroup({ text: 'oi', fromMe: true })]);
    const rows = await work.system.db.query.tickets.findMany();
    expect(rows.find(({ isGroup }) => isGroup)).toMatchObject({ fromMe: true, answeredAt: null });
  });

  test('is restored when a close is undone', async () => {
    await accept();
    await sendReply('pois não');
    at(5);
    const bia = await work.testApp.scopeOf('bia');
    const { undo } = await patchWithUndo(bia, { ticketId: maria, status: 'closed' });
    expect(await answeredAt()).toBeNull();
    expect(await bia.kernel.undo.take(bia, undo)).toEqual({ done: 1 });
    expect(await answeredAt()).toBe(0);
  });
});

describe('attendance', () => {
  test('stores its queue and the times of queueing, acceptance, first answer and end', async () => {
    const { Vendas, Suporte } = work.testApp.people.queueId;
    const { bia } = work.testApp.people.userId;
    at(1);
    await patchTicket(work.system, { ticketId: maria, queueId: Suporte });
    expect(await attendance()).toEqual({ moments: [1, null, null, null], queueId: Suporte, userId: null });
    at(2);
    await patchTicket(work.system, { ticketId: maria, queueId: Vendas });
    at(3);
    await accept();
    expect(await attendance()).toEqual({ moments: [2, 3, null, null], queueId: Vendas, userId: bia });
    at(4);
    await sendsByItself();
    expect((await attendance()).moments).toEqual([2, 3, null, null]);
    at(5);
    await sendReply('pois não');
    at(6);
    await sendReply('mais alguma coisa?');
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

  test('began with its first agent: a transfer to a colleague does not extend the wait', async () => {
    const { ana } = work.testApp.people.userId;
    const { Vendas } = work.testApp.people.queueId;
    at(2);
    await accept();
    const { moments } = await attendance();
    at(50);
    await patchTicket(work.system, { ticketId: maria, status: 'open', userId: ana, queueId: Vendas });
    expect(moments[1]).toBe(2);
    expect(await attendance()).toEqual({ moments, queueId: Vendas, userId: ana });
    await patchTicket(work.system, { ticketId: maria, status: 'pending' });
    at(55);
    await accept();
    expect((await attendance()).moments).toEqual([50, 55, null, null]);
  });

  test('has the connection to which its ticket was moved, until that is undone', async () => {
    const loja = work.connectionId;
    const filial = await addConnection(work.testApp, { name: 'Filial' });
    const bia = await work.testApp.scopeOf('bia');
    const line = async () => (await findTracking(work.system, maria))?.connectionId;
    const { undo } = await patchWithUndo(bia, { ticketId: maria, whatsappId: filial });
    expect(await line()).toBe(filial);
    await bia.kernel.undo.take(bia, undo);
    expect(await line()).toBe(loja);
    await patchTicket(bia, { ticketId: maria, status: 'open', whatsappId: filial });
    expect(await line()).toBe(filial);
    await patchTicket(bia, { ticketId: maria, status: 'closed', whatsappId: loja });
    expect(await line()).toBe(loja);
  });

  test('counts a message sent from the phone as the first answer', async () => {
    at(4);
    await sendsOnPhone();
    expect((await attendance()).moments[2]).toBe(4);
  });
});
