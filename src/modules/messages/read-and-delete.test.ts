import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { messages, outbox, tickets } from '@db/tenant/schema/index.ts';
import { dataVersion, watchDatabase } from '@test/support/data-version.ts';
import { inbound, media } from '@test/support/inbound.ts';
import {
  createTicketFixture,
  eventsOf,
  type TicketFixture,
} from '@/modules/tickets/ticket-fixture.test-support.ts';
import { deleteTicket } from '@/modules/tickets/work/delete-ticket.service.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { markTicketRead } from './mark-read.service.ts';

let work: TicketFixture;

beforeAll(async () => {
  work = await createTicketFixture();
});
afterAll(() => work.testApp.stop());
beforeEach(() => work.reset());

describe('reading a ticket', () => {
  const unread = async () => (await work.row()).unreadMessages;

  test('resets the count of a pending ticket without read receipts', async () => {
    const received = await work.testApp.listenAs('rui');
    await markTicketRead(await work.testApp.scopeOf('bia'), { ticketId: work.ticketId });
    await work.testApp.settle();
    expect(await unread()).toBe(0);
    expect(eventsOf(received)).toEqual(['updateUnread']);
    expect(work.testApp.whatsapp.read).toEqual([]);
  });

  test('sends read receipts once for an open one, including earlier messages', async () => {
    const bia = await work.testApp.scopeOf('bia');
    await work.receive(inbound({ id: 'second' }));
    await markTicketRead(bia, { ticketId: work.ticketId });
    await patchTicket(bia, { ticketId: work.ticketId, status: 'open' });
    await markTicketRead(bia, { ticketId: work.ticketId });
    await markTicketRead(bia, { ticketId: work.ticketId });
    await work.testApp.settle();
    expect(work.testApp.whatsapp.read).toHaveLength(2);
    expect(work.testApp.whatsapp.read[1]).toMatchObject({
      id: 'second',
      chatJid: '5511988887777@s.whatsapp.net',
    });
    await markTicketRead(bia, { ticketId: work.ticketId });
    await work.testApp.settle();
    expect(work.testApp.whatsapp.read).toHaveLength(2);
  });

  for (const [status, rows] of [
    ['TIMEOUT', 1],
    ['DISCONNECTED', 0],
  ] as const) {
    test(`again while the connection is ${status} writes nothing`, async () => {
      const bia = await work.testApp.as('bia');
      const target = { companyId: work.system.companyId, connectionId: work.connectionId };
      await patchTicket(await work.testApp.scopeOf('bia'), { ticketId: work.ticketId, status: 'open' });
      await work.testApp.settle();
      work.testApp.whatsapp.become(target, { status });
      const watcher = await watchDatabase(work.testApp, work.system.companyId);
      const read = async () => {
        await bia.json('GET', `/messages/${work.ticketId}`);
        await work.testApp.settle();
        return dataVersion(watcher);
      };
      const version = await read();
      expect([await read(), await read()]).toEqual([version, version]);
      watcher.close();
      work.testApp.whatsapp.become(target);
      expect(await work.system.db.select().from(outbox)).toHaveLength(rows);
      expect(await unread()).toBe(0);
    });
  }

  test('with peek does not reset the count', async () => {
    const bia = await work.testApp.as('bia');
    await bia.json('GET', `/messages/${work.ticketId}?peek=true`);
    expect(await unread()).toBe(1);
    await bia.json('GET', `/messages/${work.ticketId}`);
    expect(await unread()).toBe(0);
  });

  test('by an open pane counts only for the agent of an open ticket', async () => {
    const read = async (name: 'ana' | 'bia') => {
      await (await work.testApp.as(name)).json('POST', `/tickets/${work.ticketId}/read`);
      return unread();
    };
    expect(await read('bia')).toBe(1);
    const { userId } = work.testApp.people;
    const accepted = { ticketId: work.ticketId, status: 'open', userId: userId.bia } as const;
    await patchTicket(await work.testApp.scopeOf('bia'), accepted);
    expect(await read('ana')).toBe(1);
    expect(await read('bia')).toBe(0);
  });

  test('is refused to those who may not see it', async () => {
    const replies = await Promise.all(
      (['caio', 'davi'] as const).map(async (name) =>
        (await work.testApp.as(name)).json('POST', `/tickets/${work.ticketId}/read`),
      ),
    );
    expect(replies.map((reply) => reply.status)).toEqual([403, 404]);
    expect(await unread()).toBe(1);
  });
});

describe('deleting a ticket', () => {
  test('is for administrators only', async () => {
    for (const [name, status] of [
      ['bia', 403],
      ['rui', 403],
      ['davi', 404],
    ] as const) {
      expect((await (await work.testApp.as(name)).json('DELETE', `/tickets/${work.ticketId}`)).status).toBe(
        status,
      );
    }
    expect(await work.system.db.select().from(tickets)).toHaveLength(1);
  });

  test('deletes messages and files and removes it from open pages', async () => {
    await work.receive(inbound({ content: media() }));
    await work.testApp.settle();
    const key = (await work.system.db.select().from(messages)).at(-1)?.mediaPath ?? '';
    const path = work.system.kernel.storage.pathOf(work.system.companyId, key);
    expect(existsSync(path)).toBe(true);
    const received = { bia: await work.testApp.listenAs('bia'), caio: await work.testApp.listenAs('caio') };
    await deleteTicket(await work.testApp.scopeOf('ana'), { ticketId: work.ticketId });
    await work.testApp.settle();
    expect(await work.system.db.select().from(messages)).toEqual([]);
    expect(eventsOf(received.bia)).toEqual(['delete']);
    expect(eventsOf(received.caio)).toEqual([]);
    while (existsSync(path)) await new Promise((resolve) => setImmediate(resolve));
    expect(existsSync(path)).toBe(false);
  });
});
