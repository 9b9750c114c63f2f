import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { messages, outbox } from '@db/tenant/schema/index.ts';
import { addConnection, inbound, JOAO, MARIA, media } from '@test/support/inbound.ts';
import { eq } from 'drizzle-orm';
import type { Scope } from '@/kernel/scope.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import type { InboundContent } from '@/whatsapp/port.ts';
import { createInboxDesk, type InboxDesk, one } from './inbox-desk.test-support.ts';

let inbox: InboxDesk;

beforeAll(async () => {
  inbox = await createInboxDesk();
});
afterAll(() => inbox.desk.stop());
beforeEach(() => inbox.reset());

describe('once and in order', () => {
  test('the same batch again stores nothing and counts nothing', async () => {
    const batch = [inbound(), inbound({ from: JOAO }), inbound({ content: media() })];
    await inbox.receive(...batch);
    await inbox.receive(...batch);
    await inbox.receive(...batch.toReversed());
    expect(await inbox.stored()).toHaveLength(3);
    expect((await inbox.allTickets()).map((ticket) => ticket.unreadMessages).sort()).toEqual([1, 2]);
  });

  test('one id is two messages when chat, side or connection differ', async () => {
    const other = await addConnection(inbox.desk, { name: 'Filial' });
    await inbox.receive(
      inbound({ id: 'A' }),
      inbound({ id: 'A', from: JOAO }),
      inbound({ id: 'A', fromMe: true }),
    );
    await inbox.desk.listener.onMessages({ companyId: inbox.scope.companyId, connectionId: other }, [
      inbound({ id: 'A' }),
    ]);
    expect(await inbox.stored()).toHaveLength(4);
    expect(await inbox.allTickets()).toHaveLength(3);
  });

  test('content replaces a stub, with quote and medium, and the count stays', async () => {
    const first = inbound({ text: 'antes' });
    await inbox.receive(first, inbound({ id: 'S', content: { type: 'undecryptable' }, raw: 'c3R1Yg==' }));
    const content = { ...media(), caption: 'foto' } as InboundContent;
    const quoted = { id: first.id, fromMe: false, text: 'antes' };
    await inbox.receive(inbound({ id: 'S', content, quoted, isForwarded: true, raw: 'Zm90bw==' }));
    await inbox.desk.settle();
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

  test('a stub that turns out to be a reaction leaves nothing behind', async () => {
    const heard = await inbox.desk.listenAs('ana');
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
    await inbox.desk.settle();
    expect(heard.filter((message) => message.channel === 'ticket').length).toBeGreaterThan(0);
  });

  test('many batches of many people at once: each chat keeps its order and has one ticket', async () => {
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

describe('a message that cannot be stored', () => {
  const poison = { type: 'media', media: null, caption: '' } as unknown as InboundContent;

  test('costs none of the others, keeps their order and its own place', async () => {
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

  test('alone in its batch it is no reason to be offered for ever', async () => {
    await inbox.receive(inbound({ content: poison }));
    expect((await one(inbox.stored())).mediaType).toBe('unknown');
  });

  test('that is not even a placeholder is kept for an administrator', async () => {
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

  test('a database in trouble is another thing: all is offered again', async () => {
    const trouble = Object.assign(new Error('disk'), { code: 'SQLITE_FULL' });
    const broken: Scope = {
      ...inbox.scope,
      write: () => Promise.reject(new Error('query', { cause: trouble })),
    };
    const { receiveMessages } = await import('./receive-messages.ts');
    expect(receiveMessages(broken, inbox.connectionId, [inbound()])).rejects.toThrow('query');
  });
});

describe('our own messages', () => {
  test('from the phone appear, as read, and reset the count', async () => {
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

  test('the echo of what the desk sent is the same message, and its ack only rises', async () => {
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

  test('from the phone do not reopen a closed ticket, and keep its owner', async () => {
    await inbox.receive(inbound());
    const { id } = await one(inbox.allTickets());
    const ana = await inbox.desk.scopeOf('ana');
    await patchTicket(ana, { ticketId: id, status: 'open' });
    await patchTicket(ana, { ticketId: id, status: 'closed' });
    await inbox.receive(inbound({ fromMe: true, text: 'até amanhã' }));
    expect(await one(inbox.allTickets())).toMatchObject({
      status: 'closed',
      userId: ana.actor.kind === 'user' ? ana.actor.id : 0,
    });
  });
});
