import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { messages, outbox } from '@db/tenant/schema/index.ts';
import { addConnection, inbound, JOAO, MARIA, media } from '@test/support/inbound.ts';
import { eq } from 'drizzle-orm';
import type { Scope } from '@/core/scope.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import type { InboundContent } from '@/whatsapp/port.ts';
import { createInboxFixture, type InboxFixture, one } from './inbox-fixture.test-support.ts';

let inbox: InboxFixture;

beforeAll(async () => {
  inbox = await createInboxFixture();
});
afterAll(() => inbox.testApp.stop());
beforeEach(() => inbox.reset());

describe('duplicates and order', () => {
  test('a repeated batch stores and counts nothing', async () => {
    const batch = [inbound(), inbound({ from: JOAO }), inbound({ content: media() })];
    await inbox.receive(...batch);
    await inbox.receive(...batch);
    await inbox.receive(...batch.toReversed());
    expect(await inbox.stored()).toHaveLength(3);
    expect((await inbox.allTickets()).map((ticket) => ticket.unreadMessages).sort()).toEqual([1, 2]);
  });

  test('the same id is stored again for another chat, side or connection', async () => {
    const other = await addConnection(inbox.testApp, { name: 'Filial' });
    await inbox.receive(
      inbound({ id: 'A' }),
      inbound({ id: 'A', from: JOAO }),
      inbound({ id: 'A', fromMe: true }),
    );
    await inbox.testApp.listener.onMessages({ companyId: inbox.scope.companyId, connectionId: other }, [
      inbound({ id: 'A' }),
    ]);
    expect(await inbox.stored()).toHaveLength(4);
    expect(await inbox.allTickets()).toHaveLength(3);
  });

  test('content replaces a stub with quote and media and keeps the count', async () => {
    const first = inbound({ text: 'antes' });
    await inbox.receive(first, inbound({ id: 'S', content: { type: 'undecryptable' }, raw: 'c3R1Yg==' }));
    const content = { ...media(), caption: 'foto' } as InboundContent;
    const quoted = { id: first.id, fromMe: false, text: 'antes' };
    await inbox.receive(inbound({ id: 'S', content, quoted, isForwarded: true, raw: 'Zm90bw==' }));
    await inbox.testApp.settle();
    const rows = await inbox.stored();
    expect(rows).toHaveLength(2);
    expect(rows[1]).toMatchObject({
      body: 'foto',
      isStub: false,
      mediaState: 'ready',
      isForwarded: true,
      quotedMsgId: rows[0]?.id,
      raw: 'Zm90bw==',
    });
    expect(await one(inbox.allTickets())).toMatchObject({ unreadMessages: 2, lastMessage: 'foto' });
  });

  test('a stub never replaces content', async () => {
    await inbox.receive(inbound({ id: 'S', text: 'lido' }));
    await inbox.receive(inbound({ id: 'S', content: { type: 'undecryptable' } }));
    expect(await one(inbox.stored())).toMatchObject({ body: 'lido', isStub: false });
  });

  test('a stub that becomes a reaction is removed', async () => {
    const received = await inbox.testApp.listenAs('ana');
    await inbox.receive(
      inbound({ id: 'M', text: 'oi' }),
      inbound({ id: 'R', content: { type: 'undecryptable' } }),
    );
    const reaction = { type: 'reaction', targetId: 'M', targetFromMe: false, emoji: '👍' } as const;
    await inbox.receive(inbound({ id: 'R', content: reaction }));
    const row = await one(inbox.stored());
    expect(await one(inbox.allTickets())).toMatchObject({
      unreadMessages: 1,
      lastMessage: 'oi',
      lastMessageId: row.id,
    });
    await inbox.testApp.settle();
    expect(received.filter((message) => message.channel === 'ticket').length).toBeGreaterThan(0);
  });

  test('concurrent batches keep each chat in order and in one ticket', async () => {
    const people = [MARIA, JOAO, { pn: '5531966665555@s.whatsapp.net', lid: '99@lid' }];
    const batches = Array.from({ length: 12 }, (_, n) =>
      people.map((from) => inbound({ from, text: `${n}` })),
    );
    await Promise.all(batches.map((batch) => inbox.receive(...batch)));
    expect(await inbox.allTickets()).toHaveLength(3);
    for (const ticket of await inbox.allTickets()) {
      const rows = (await inbox.stored()).filter((row) => row.ticketId === ticket.id);
      expect(rows.map((row) => row.body)).toEqual(batches.map((_, n) => `${n}`));
      expect(ticket.unreadMessages).toBe(12);
    }
  });
});

describe('message that cannot be stored', () => {
  const poison = { type: 'media', media: null, caption: '' } as unknown as InboundContent;

  test('becomes a placeholder in order and does not affect others', async () => {
    await inbox.receive(
      inbound({ text: 'a' }),
      inbound({ id: 'P', content: poison, raw: 'cmF3' }),
      inbound({ text: 'c' }),
    );
    const rows = await inbox.stored();
    expect(rows.map((row) => row.body)).toEqual(['a', 'media', 'c']);
    expect(rows[1]).toMatchObject({ mediaType: 'unknown', raw: 'cmF3' });
    expect((await one(inbox.allTickets())).unreadMessages).toBe(3);
  });

  test('becomes a placeholder when alone in its batch', async () => {
    await inbox.receive(inbound({ content: poison }));
    expect((await one(inbox.stored())).mediaType).toBe('unknown');
  });

  test('is parked for an administrator when no placeholder is possible', async () => {
    await inbox.receive(
      inbound({ text: 'a' }),
      inbound({ timestamp: Number.NaN, text: 'sem hora' }),
      inbound({ text: 'c' }),
    );
    expect((await inbox.stored()).map((row) => row.body)).toEqual(['a', 'c']);
    const parked = await one(inbox.scope.db.select().from(outbox).where(eq(outbox.kind, 'inbox.refused')));
    expect(parked.parkedAt).not.toBeNull();
    expect(JSON.stringify(parked.payload)).toContain('sem hora');
  });

  test('is offered again when the database fails', async () => {
    const trouble = Object.assign(new Error('disk'), { code: 'SQLITE_FULL' });
    const broken: Scope = {
      ...inbox.scope,
      write: () => Promise.reject(new Error('query', { cause: trouble })),
    };
    const { receiveMessages } = await import('./receive-messages.service.ts');
    expect(receiveMessages(broken, inbox.connectionId, [inbound()])).rejects.toThrow('query');
  });
});

describe('own messages', () => {
  test('from the phone are stored as read and reset the unread count', async () => {
    await inbox.receive(inbound(), inbound({ fromMe: true, text: 'já vejo', ack: 3 }));
    const [, own] = await inbox.stored();
    expect(own).toMatchObject({
      fromMe: true,
      author: 'me',
      contactId: null,
      origin: 'phone',
      read: true,
      ack: 3,
    });
    expect(await one(inbox.allTickets())).toMatchObject({
      unreadMessages: 0,
      fromMe: true,
      lastMessage: 'já vejo',
    });
  });

  test('echoed by WhatsApp update the stored message and never lower its ack', async () => {
    await inbox.receive(inbound());
    const ticket = await one(inbox.allTickets());
    await inbox.scope.write((tx) =>
      tx.db.insert(messages).values({
        wid: 'OWN',
        ticketId: ticket.id,
        connectionId: inbox.connectionId,
        chatId: ticket.contactId,
        author: 'me',
        fromMe: true,
        origin: 'agent',
        body: 'do balcão',
        mediaType: 'conversation',
        ack: 3,
        sentAt: inbox.scope.now(),
      }),
    );
    await inbox.receive(inbound({ id: 'OWN', fromMe: true, text: 'do balcão', ack: 2, raw: 'ZWNobw==' }));
    const rows = await inbox.stored();
    expect(rows).toHaveLength(2);
    expect(rows[1]).toMatchObject({ ack: 3, origin: 'agent', raw: 'ZWNobw==' });
  });

  test('from the phone neither reopen a closed ticket nor change its agent', async () => {
    await inbox.receive(inbound());
    const { id } = await one(inbox.allTickets());
    const ana = await inbox.testApp.scopeOf('ana');
    await patchTicket(ana, { ticketId: id, status: 'open' });
    await patchTicket(ana, { ticketId: id, status: 'closed' });
    await inbox.receive(inbound({ fromMe: true, text: 'até amanhã' }));
    expect(await one(inbox.allTickets())).toMatchObject({
      status: 'closed',
      userId: ana.actor.kind === 'user' ? ana.actor.id : 0,
    });
  });
});
