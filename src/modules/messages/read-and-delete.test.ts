import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { messages, outbox, tickets } from '@db/tenant/schema/index.ts';
import { inbound, media } from '@test/support/inbound.ts';
import { createTicketDesk, heardOf, type TicketDesk } from '@/modules/tickets/ticket-desk.test-support.ts';
import { deleteTicket } from '@/modules/tickets/work/delete-ticket.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { markTicketRead } from './read.service.ts';

let work: TicketDesk;

beforeAll(async () => {
  work = await createTicketDesk();
});
afterAll(() => work.desk.stop());
beforeEach(() => work.reset());

describe('reading', () => {
  const unread = async () => (await work.row()).unreadMessages;

  test('a waiting ticket empties the count and promises the customer nothing', async () => {
    const heard = await work.desk.listenAs('rui');
    await markTicketRead(await work.desk.scopeOf('bia'), { ticketId: work.ticketId });
    await work.desk.settle();
    expect(await unread()).toBe(0);
    expect(heardOf(heard)).toEqual(['updateUnread']);
    expect(work.desk.whatsapp.read).toEqual([]);
  });

  test('an open one gives blue ticks, once, for what was read while it waited as well', async () => {
    const bia = await work.desk.scopeOf('bia');
    await work.receive(inbound({ id: 'second' }));
    await markTicketRead(bia, { ticketId: work.ticketId });
    await patchTicket(bia, { ticketId: work.ticketId, status: 'open' });
    await markTicketRead(bia, { ticketId: work.ticketId });
    await markTicketRead(bia, { ticketId: work.ticketId });
    await work.desk.settle();
    expect(work.desk.whatsapp.read).toHaveLength(2);
    expect(work.desk.whatsapp.read[1]).toMatchObject({
      id: 'second',
      chatJid: '5511988887777@s.whatsapp.net',
    });
    await markTicketRead(bia, { ticketId: work.ticketId });
    await work.desk.settle();
    expect(work.desk.whatsapp.read).toHaveLength(2);
  });

  test('through a connection that needs a person leaves nothing behind', async () => {
    const bia = await work.desk.scopeOf('bia');
    await patchTicket(bia, { ticketId: work.ticketId, status: 'open' });
    work.desk.whatsapp.become(
      { companyId: work.system.companyId, connectionId: work.connectionId },
      { status: 'DISCONNECTED' },
    );
    await markTicketRead(bia, { ticketId: work.ticketId });
    await work.desk.settle();
    work.desk.whatsapp.become({ companyId: work.system.companyId, connectionId: work.connectionId });
    expect(await work.system.db.select().from(outbox)).toEqual([]);
    expect(await unread()).toBe(0);
  });

  test('by a page that only peeks counts nothing', async () => {
    const bia = await work.desk.as('bia');
    await bia.json('GET', `/messages/${work.ticketId}?peek=true`);
    expect(await unread()).toBe(1);
    await bia.json('GET', `/messages/${work.ticketId}`);
    expect(await unread()).toBe(0);
  });

  test('is refused to who may not see it', async () => {
    const replies = await Promise.all(
      (['caio', 'davi'] as const).map(async (name) =>
        (await work.desk.as(name)).json('POST', `/tickets/${work.ticketId}/read`),
      ),
    );
    expect(replies.map((reply) => reply.status)).toEqual([403, 404]);
    expect(await unread()).toBe(1);
  });
});

describe('deleting', () => {
  test('is the administrator’s alone', async () => {
    for (const [name, status] of [
      ['bia', 403],
      ['rui', 403],
      ['davi', 404],
    ] as const) {
      expect((await (await work.desk.as(name)).json('DELETE', `/tickets/${work.ticketId}`)).status).toBe(
        status,
      );
    }
    expect(await work.system.db.select().from(tickets)).toHaveLength(1);
  });

  test('takes what was said, its files, and every screen that shows it', async () => {
    await work.receive(inbound({ content: media() }));
    await work.desk.settle();
    const key = (await work.system.db.select().from(messages)).at(-1)?.mediaPath ?? '';
    const path = work.system.kernel.storage.pathOf(work.system.companyId, key);
    expect(existsSync(path)).toBe(true);
    const heard = { bia: await work.desk.listenAs('bia'), caio: await work.desk.listenAs('caio') };
    await deleteTicket(await work.desk.scopeOf('ana'), { ticketId: work.ticketId });
    await work.desk.settle();
    expect(await work.system.db.select().from(messages)).toEqual([]);
    expect(heardOf(heard.bia)).toEqual(['delete']);
    expect(heardOf(heard.caio)).toEqual([]);
    while (existsSync(path)) await new Promise((resolve) => setImmediate(resolve));
    expect(existsSync(path)).toBe(false);
  });
});
