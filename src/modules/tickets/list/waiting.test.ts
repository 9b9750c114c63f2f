import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { tickets } from '@db/tenant/schema/index.ts';
import { inbound, JOAO } from '@test/support/inbound.ts';
import { ageOf } from '@views/parts/tickets/age.ts';
import { ageOfTicket } from '@views/parts/tickets/age-label.tsx';
import { ne } from 'drizzle-orm';
import { mergeContacts } from '@/modules/contacts/merge-contacts.ts';
import { storeOwnMessage } from '@/modules/messages/write/own-message.ts';
import { replyWithText } from '@/modules/messages/write/reply.service.ts';
import { createTicketDesk, type TicketDesk } from '../ticket-desk.test-support.ts';
import type { TicketPatch } from '../tickets.schema.ts';
import type { TicketView } from '../tickets.views.ts';
import { snoozeTicket } from '../work/snooze.service.ts';
import { patchWithUndo } from '../work/ticket-undo.ts';
import { patchTicket } from '../work/tickets.service.ts';
import { requireTicket } from './tickets.queries.ts';

let on: TicketDesk;
beforeAll(async () => {
  on = await createTicketDesk();
});
afterAll(() => on.desk.stop());
beforeEach(() => on.reset());

const MINUTE = 60_000;
const now = () => on.desk.clock.now.getTime();
const later = (minutes = 10) => on.desk.clock.advance(minutes * MINUTE);
const since = async () => (await on.row()).waitingSince?.getTime() ?? null;
const bia = () => on.desk.scopeOf('bia');
const change = async (patch: TicketPatch) => patchTicket(await bia(), { ticketId: on.ticketId, ...patch });
const accept = () => change({ status: 'open' });
const giveBack = () => change({ status: 'pending', userId: null });
const answer = async () =>
  replyWithText(await bia(), { ticketId: on.ticketId, body: 'Já vejo', quotedMsg: null });
const ask = (text = 'e agora?') => on.receive(inbound({ text, timestamp: now() }));

describe('since when a customer waits', () => {
  test('since the first message, however often they write', async () => {
    await giveBack();
    const first = await since();
    expect(first).not.toBeNull();
    later();
    await ask();
    await ask();
    expect(await since()).toBe(first);
  });

  test('since it was written, also when we hear of it later; but never in the future', async () => {
    for (const [written, counted] of [
      [-30 * MINUTE, -30 * MINUTE],
      [30 * MINUTE, 0],
    ] as const) {
      await patchTicket(on.system, { ticketId: on.ticketId, status: 'closed' });
      await on.receive(inbound({ timestamp: now() + written }));
      expect(await since()).toBe(now() + counted);
    }
  });

  test('who was accepted and given back without an answer has not lost their turn', async () => {
    const first = await since();
    later();
    await accept();
    later();
    await giveBack();
    expect(await since()).toBe(first);
    later();
    await change({ queueId: on.desk.cast.queueId.Suporte });
    expect(await since()).toBe(first);
  });

  test('given back after an answer: since then, or since what they have written after it', async () => {
    await accept();
    later();
    await answer();
    expect(await since()).toBeNull();
    later();
    await giveBack();
    expect(await since()).toBe(now());
    await accept();
    await answer();
    later();
    await ask();
    const asked = now();
    later();
    await giveBack();
    expect(await since()).toBe(asked);
  });

  test('an answer from the phone counts, an automatic text does not', async () => {
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

  test('the end takes it away, and a customer who comes back waits anew', async () => {
    await change({ status: 'closed' });
    expect(await since()).toBeNull();
    later();
    await ask();
    expect(await since()).toBe(now());
  });

  test('to be put aside changes nothing, and neither does being read', async () => {
    const first = await since();
    await snoozeTicket(await bia(), { ticketId: on.ticketId, until: new Date(now() + MINUTE) });
    later();
    await (await on.desk.as('bia')).json('POST', `/tickets/${on.ticketId}/read`);
    expect(await since()).toBe(first);
  });

  test('whatever is done to its row, its age goes on', async () => {
    const first = await since();
    const bulk = (input: object) => async () =>
      (await on.desk.as('bia')).json('POST', '/tickets/bulk', { ids: [on.ticketId], ...input });
    const { queueId, userId } = on.desk.cast;
    const byAna = (patch: TicketPatch) => async () =>
      patchTicket(await on.desk.scopeOf('ana'), { ticketId: on.ticketId, ...patch });
    const touches = [
      accept,
      byAna({ queueId: queueId.Suporte }),
      byAna({ status: 'open', userId: userId.bia, queueId: queueId.Vendas }),
      bulk({ action: 'unread' }),
      bulk({ action: 'read' }),
      giveBack,
    ];
    for (const touch of touches) {
      later();
      await touch();
      const { body } = await (await on.desk.as('ana')).json<TicketView>('GET', `/tickets/${on.ticketId}`);
      expect(ageOfTicket(body, now())).toEqual(ageOf(new Date(first ?? 0).toISOString(), now()));
    }
  });

  test('two tickets that become one wait since the earlier', async () => {
    const { contactId: keep } = await on.row();
    const asked = ((await since()) ?? 0) - MINUTE;
    await on.receive(inbound({ from: JOAO, timestamp: asked }));
    const joao = await on.system.db.query.tickets.findFirst({ where: ne(tickets.contactId, keep) });
    await on.system.write((tx) => mergeContacts(tx, { keep, drop: joao?.contactId ?? 0 }));
    expect(await since()).toBe(asked);
  });
});

describe('undo', () => {
  const undo = async (token: string) =>
    (await (await on.desk.as('bia')).json('POST', `/undo/${token}`)).status;
  const changed = async (patch: TicketPatch) =>
    (await patchWithUndo(await bia(), { ticketId: on.ticketId, ...patch })).undo;

  test('brings back since when they waited', async () => {
    const first = await since();
    later();
    const token = await changed({ status: 'closed' });
    expect(await since()).toBeNull();
    expect(await undo(token)).toBe(200);
    expect(await since()).toBe(first);
  });

  test('keeps what was answered since: who is back in the queue waits from now', async () => {
    const token = await changed({ status: 'open' });
    await answer();
    later(1);
    expect(await undo(token)).toBe(200);
    expect(await since()).toBe(now());
  });
});

test('the reply says it, and a live update', async () => {
  const heard = await on.desk.listenAs('bia');
  later();
  await ask();
  await on.desk.settle();
  const reply = await (await on.desk.as('bia')).json<TicketView>('GET', `/tickets/${on.ticketId}`);
  expect(reply.body.waitingSince).toBe(new Date((await since()) ?? 0).toISOString());
  const told = heard.flatMap(({ data }) => (data as { ticket?: TicketView }).ticket ?? []);
  expect(told.at(-1)?.waitingSince).toBe(reply.body.waitingSince);
});
