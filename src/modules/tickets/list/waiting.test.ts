import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { tickets } from '@db/tenant/schema/index.ts';
import { inbound, JOAO } from '@test/support/inbound.ts';
import { ageOf } from '@views/parts/tickets/age.ts';
import { ageOfTicket } from '@views/parts/tickets/age-label.tsx';
import { ne } from 'drizzle-orm';
import { mergeContacts } from '@/modules/contacts/merge/merge-contacts.service.ts';
import { markTicketRead } from '@/modules/messages/mark-read.service.ts';
import { replyWithText } from '@/modules/messages/write/reply.service.ts';
import { storeOwnMessage } from '@/modules/messages/write/store-own-message.service.ts';
import { createTicketFixture, type TicketFixture } from '../ticket-fixture.test-support.ts';
import type { TicketPatch } from '../tickets.schema.ts';
import type { TicketView } from '../tickets.views.ts';
import { snoozeTicket } from '../work/snooze-ticket.service.ts';
import { patchWithUndo } from '../work/ticket-undo.service.ts';
import { patchTicket } from '../work/tickets.service.ts';
import { requireTicket } from './tickets.queries.ts';

let on: TicketFixture;
beforeAll(async () => {
  on = await createTicketFixture();
});
afterAll(() => on.testApp.stop());
beforeEach(() => on.reset());

const MINUTE = 60_000;
const now = () => on.testApp.clock.now.getTime();
const later = (minutes = 10) => on.testApp.clock.advance(minutes * MINUTE);
const since = async () => (await on.row()).waitingSince?.getTime() ?? null;
const bia = () => on.testApp.scopeOf('bia');
const change = async (patch: TicketPatch) => patchTicket(await bia(), { ticketId: on.ticketId, ...patch });
const accept = () => change({ status: 'open' });
const returnTicket = () => change({ status: 'pending', userId: null });
const answer = async () =>
  replyWithText(await bia(), { ticketId: on.ticketId, body: 'Já vejo', quotedMsg: null });
const ask = (text = 'e agora?') => on.receive(inbound({ text, timestamp: now() }));

describe('waiting since', () => {
  test('is the time of the first message, however many follow', async () => {
    await returnTicket();
    const first = await since();
    expect(first).not.toBeNull();
    later();
    await ask();
    await ask();
    expect(await since()).toBe(first);
  });

  test('uses the time a late message was written, but never a future time', async () => {
    for (const [written, counted] of [
      [-30 * MINUTE, -30 * MINUTE],
      [30 * MINUTE, 0],
    ] as const) {
      await patchTicket(on.system, { ticketId: on.ticketId, status: 'closed' });
      await on.receive(inbound({ timestamp: now() + written }));
      expect(await since()).toBe(now() + counted);
    }
  });

  test('is unchanged when a ticket is accepted and returned without an answer', async () => {
    const first = await since();
    later();
    await accept();
    later();
    await returnTicket();
    expect(await since()).toBe(first);
    later();
    await change({ queueId: on.testApp.people.queueId.Suporte });
    expect(await since()).toBe(first);
  });

  test('restarts when a ticket is returned after an answer, or at the customer’s later message', async () => {
    await accept();
    later();
    await answer();
    expect(await since()).toBeNull();
    later();
    await returnTicket();
    expect(await since()).toBe(now());
    await accept();
    await answer();
    later();
    await ask();
    const asked = now();
    later();
    await returnTicket();
    expect(await since()).toBe(asked);
  });

  test('is cleared by an answer from the phone but not by an automatic text', async () => {
    const first = await since();
    later();
    const text = {
      body: 'Olá!',
      mediaType: 'conversation',
      quotedMsg: null,
      clientId: null,
      media: null,
    } as const;
    await on.system.write(async (tx) => {
      await storeOwnMessage(tx, await requireTicket(tx, on.ticketId), { ...text, origin: 'system' });
    });
    expect(await since()).toBe(first);
    await on.receive(inbound({ text: 'Oi, aqui é da loja', fromMe: true }));
    expect(await since()).toBe(now());
  });

  test('is cleared by closing and restarts when the customer returns', async () => {
    await change({ status: 'closed' });
    expect(await since()).toBeNull();
    later();
    await ask();
    expect(await since()).toBe(now());
  });

  test('is unchanged by snoozing and by reading', async () => {
    const first = await since();
    await snoozeTicket(await bia(), { ticketId: on.ticketId, until: new Date(now() + MINUTE) });
    later();
    await markTicketRead(await bia(), { ticketId: on.ticketId });
    expect(await since()).toBe(first);
  });

  test('is preserved through every change to the ticket', async () => {
    const first = await since();
    const bulk = (input: object) => async () =>
      (await on.testApp.as('bia')).json('POST', '/tickets/bulk', { ids: [on.ticketId], ...input });
    const { queueId, userId } = on.testApp.people;
    const byAna = (patch: TicketPatch) => async () =>
      patchTicket(await on.testApp.scopeOf('ana'), { ticketId: on.ticketId, ...patch });
    const touches = [
      accept,
      byAna({ queueId: queueId.Suporte }),
      byAna({ status: 'open', userId: userId.bia, queueId: queueId.Vendas }),
      bulk({ action: 'unread' }),
      bulk({ action: 'read' }),
      returnTicket,
    ];
    for (const touch of touches) {
      later();
      await touch();
      const { body } = await (await on.testApp.as('ana')).json<TicketView>('GET', `/tickets/${on.ticketId}`);
      expect(ageOfTicket(body, now())).toEqual(ageOf(new Date(first ?? 0).toISOString(), now()));
    }
  });

  test('is the earlier time when two tickets are merged', async () => {
    const { contactId: keep } = await on.row();
    const asked = ((await since()) ?? 0) - MINUTE;
    await on.receive(inbound({ from: JOAO, timestamp: asked }));
    const joao = await on.system.db.query.tickets.findFirst({ where: ne(tickets.contactId, keep) });
    await on.system.write((tx) => mergeContacts(tx, { keep, drop: joao?.contactId ?? 0 }));
    expect(await since()).toBe(asked);
  });
});

describe('undo of waiting since', () => {
  const undo = async (token: string) =>
    (await (await on.testApp.as('bia')).json('POST', `/undo/${token}`)).status;
  const changed = async (patch: TicketPatch) =>
    (await patchWithUndo(await bia(), { ticketId: on.ticketId, ...patch })).undo;

  test('restores the previous waiting time', async () => {
    const first = await since();
    later();
    const token = await changed({ status: 'closed' });
    expect(await since()).toBeNull();
    expect(await undo(token)).toBe(200);
    expect(await since()).toBe(first);
  });

  test('starts from now when an answer was sent in the meantime', async () => {
    const token = await changed({ status: 'open' });
    await answer();
    later(1);
    expect(await undo(token)).toBe(200);
    expect(await since()).toBe(now());
  });
});

test('waiting since is part of the response and the live update', async () => {
  const received = await on.testApp.listenAs('bia');
  later();
  await ask();
  await on.testApp.settle();
  const reply = await (await on.testApp.as('bia')).json<TicketView>('GET', `/tickets/${on.ticketId}`);
  expect(reply.body.waitingSince).toBe(new Date((await since()) ?? 0).toISOString());
  const reported = received.flatMap(({ data }) => (data as { ticket?: TicketView }).ticket ?? []);
  expect(reported.at(-1)?.waitingSince).toBe(reply.body.waitingSince);
});
