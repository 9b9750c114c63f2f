import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import {
  connectionQueues,
  contacts,
  messages,
  outbox,
  settings,
  tickets,
  ticketTrackings,
} from '@db/tenant/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { addConnection, FAMILY, inbound, inGroup, JOAO, MARIA, media } from '@test/support/inbound.ts';
import { asc, eq } from 'drizzle-orm';
import { never } from '@/kernel/errors.ts';
import type { Scope } from '@/kernel/scope.ts';
import { patchTicket } from '@/modules/tickets/tickets.service.ts';
import type { InboundContent, InboundMessage } from '@/whatsapp/port.ts';

let desk: TestDesk;
let scope: Scope;
let connectionId: number;

beforeAll(async () => {
  desk = await createTestDesk();
  scope = await desk.systemScope();
  connectionId = await addConnection(desk);
});
afterAll(() => desk.stop());

beforeEach(async () => {
  await desk.settle();
  desk.whatsapp.media = new Uint8Array([1, 2, 3]);
  await scope.write(async (tx) => {
    await tx.db.delete(contacts);
    await tx.db.delete(settings);
    await tx.db.delete(outbox);
    await tx.db.delete(connectionQueues);
  });
});

const receive = async (...batch: InboundMessage[]) => {
  await desk.listener.onMessages({ companyId: scope.companyId, connectionId }, batch);
};
const stored = () => scope.db.select().from(messages).orderBy(asc(messages.id));
const allTickets = () => scope.db.select().from(tickets).orderBy(asc(tickets.id));
const one = async <T>(rows: Promise<T[]>): Promise<T> => {
  const list = await rows;
  expect(list).toHaveLength(1);
  return list[0] as T;
};
const groupsAreWelcome = () =>
  scope.write((tx) =>
    tx.db
      .insert(settings)
      .values({ key: 'CheckMsgIsGroup', value: 'disabled' })
      .then(() => undefined),
  );

describe('what each kind becomes', () => {
  const place = { latitude: -23.5, longitude: -46.6, name: '', address: '', thumbnail: null, live: false };
  const card = { name: 'Zé', vcard: 'BEGIN:VCARD\nFN:Zé\nEND:VCARD' };
  const kinds: {
    name: string;
    content: InboundContent;
    body: string | RegExp;
    mediaType: string;
    preview?: string;
  }[] = [
    { name: 'text', content: { type: 'text', text: 'Olá!' }, body: 'Olá!', mediaType: 'conversation' },
    {
      name: 'a picture with words',
      content: { ...media(), caption: 'a praia' } as InboundContent,
      body: 'a praia',
      mediaType: 'image',
    },
    { name: 'a video', content: media({ kind: 'video', mime: 'video/mp4' }), body: '', mediaType: 'video' },
    {
      name: 'a voice note',
      content: media({ kind: 'voice', mime: 'audio/ogg' }),
      body: 'Áudio',
      mediaType: 'audio',
    },
    {
      name: 'a song',
      content: media({ kind: 'audio', mime: 'audio/mpeg' }),
      body: 'Áudio',
      mediaType: 'audio',
    },
    {
      name: 'a document',
      content: media({ kind: 'document', mime: 'application/pdf', fileName: 'nota.pdf' }),
      body: 'nota.pdf',
      mediaType: 'application',
    },
    {
      name: 'a sticker',
      content: media({ kind: 'sticker', mime: 'image/webp' }),
      body: 'sticker',
      mediaType: 'sticker',
    },
    {
      name: 'a place with a picture',
      content: { type: 'location', ...place, thumbnail: 'AAAA' },
      body: 'data:image/png;base64, AAAA | https://maps.google.com/maps?q=-23.5%2C-46.6&z=17&hl=pt-BR|-23.5, -46.6 ',
      mediaType: 'locationMessage',
      preview: '-23.5, -46.6',
    },
    {
      name: 'a place without a picture is not lost',
      content: { type: 'location', ...place, name: 'Padaria' },
      body: ' | https://maps.google.com/maps?q=-23.5%2C-46.6&z=17&hl=pt-BR|Padaria ',
      mediaType: 'locationMessage',
      preview: 'Padaria',
    },
    {
      name: 'a place that moves',
      content: { type: 'location', ...place, live: true },
      body: 'Latitude: -23.5 - Longitude: -46.6',
      mediaType: 'liveLocationMessage',
      preview: '-23.5, -46.6',
    },
    {
      name: 'a card',
      content: { type: 'contacts', cards: [card] },
      body: card.vcard,
      mediaType: 'contactMessage',
      preview: 'Zé',
    },
    {
      name: 'several cards',
      content: { type: 'contacts', cards: [card, { ...card, name: 'Ana' }] },
      body: /BEGIN:VCARD/,
      mediaType: 'contactsArrayMessage',
      preview: 'Zé, Ana',
    },
    {
      name: 'a call, in the hours of the desk',
      content: { type: 'call', video: true },
      body: 'Chamada de vídeo perdida às 11:59',
      mediaType: 'call_log',
    },
    {
      name: 'a kind nobody knows is kept',
      content: { type: 'unknown', kind: 'pollCreationMessage' },
      body: 'pollCreationMessage',
      mediaType: 'unknown',
    },
    { name: 'what cannot be read', content: { type: 'undecryptable' }, body: '', mediaType: 'unknown' },
  ];
  for (const { name, content, body, mediaType, preview } of kinds) {
    test(name, async () => {
      await receive(inbound({ content }));
      const row = await one(stored());
      if (typeof body === 'string') expect(row.body).toBe(body);
      else expect(row.body).toMatch(body);
      expect(row).toMatchObject({ mediaType, origin: 'customer', fromMe: false, read: false, ack: 0 });
      const ticket = await one(allTickets());
      expect(ticket).toMatchObject({
        lastMessage: preview ?? row.body,
        lastMessageId: row.id,
        unreadMessages: 1,
        fromMe: false,
        status: 'pending',
        userId: null,
      });
    });
  }

  test('hostile words are stored as they are, in every field', async () => {
    const evil = `<img src=x onerror=alert(1)>{{name}}'; DROP TABLE messages;--\u202e\ufffd\u200e‮😀`;
    await receive(
      inbound({ text: evil, pushName: evil }),
      inbound({ content: media({ kind: 'document', fileName: `../../${evil}`, mime: 'text/html' }) }),
      inbound({ content: { type: 'unknown', kind: evil } }),
      inbound({ content: { type: 'contacts', cards: [{ name: evil, vcard: evil }] } }),
      inbound({
        content: {
          type: 'location',
          latitude: 1,
          longitude: 2,
          name: evil,
          address: evil,
          thumbnail: evil,
          live: false,
        },
      }),
    );
    const rows = await stored();
    expect(rows.map((row) => row.body.includes(evil))).toEqual([true, true, true, true, true]);
    expect(rows[1]?.mediaName).toBe(`../../${evil}`);
    expect((await one(scope.db.select().from(contacts))).name).toBe(evil);
    await desk.settle();
    const saved = (await stored())[1];
    expect(saved?.mediaState).toBe('ready');
    expect(saved?.mediaPath).toMatch(/^\d{6}\/[\w-]{32}\.[a-z0-9]{1,8}$/);
  });

  test('nothing hides behind a NUL', async () => {
    await receive(inbound({ text: 'a\u0000b', pushName: 'M\u0000aria' }));
    expect((await one(stored())).body).toBe('a\ufffdb');
    expect((await one(scope.db.select().from(contacts))).name).toBe('M\ufffdaria');
  });

  test('a very long text arrives whole', async () => {
    const text = 'ã'.repeat(1_000_000);
    await receive(inbound({ text }));
    expect((await one(stored())).body).toHaveLength(1_000_000);
  });
});

describe('once and in order', () => {
  test('the same batch again stores nothing and counts nothing', async () => {
    const batch = [inbound(), inbound({ from: JOAO }), inbound({ content: media() })];
    await receive(...batch);
    await receive(...batch);
    await receive(...batch.toReversed());
    expect(await stored()).toHaveLength(3);
    expect((await allTickets()).map((ticket) => ticket.unreadMessages).sort()).toEqual([1, 2]);
  });

  test('one id is two messages when chat, side or connection differ', async () => {
    const other = await addConnection(desk, { name: 'Filial' });
    await receive(inbound({ id: 'A' }), inbound({ id: 'A', from: JOAO }), inbound({ id: 'A', fromMe: true }));
    await desk.listener.onMessages({ companyId: scope.companyId, connectionId: other }, [
      inbound({ id: 'A' }),
    ]);
    expect(await stored()).toHaveLength(4);
    expect(await allTickets()).toHaveLength(3);
  });

  test('content replaces a stub, with quote and medium, and the count stays', async () => {
    const first = inbound({ text: 'antes' });
    await receive(first, inbound({ id: 'S', content: { type: 'undecryptable' }, raw: 'c3R1Yg==' }));
    const content = { ...media(), caption: 'foto' } as InboundContent;
    const quoted = { id: first.id, fromMe: false, text: 'antes' };
    await receive(inbound({ id: 'S', content, quoted, isForwarded: true, raw: 'Zm90bw==' }));
    await desk.settle();
    const rows = await stored();
    expect(rows).toHaveLength(2);
    expect(rows[1]).toMatchObject({
      body: 'foto',
      isStub: false,
      mediaState: 'ready',
      isForwarded: true,
      quotedMsgId: rows[0]?.id,
      raw: 'Zm90bw==',
    });
    expect(await one(allTickets())).toMatchObject({ unreadMessages: 2, lastMessage: 'foto' });
  });

  test('a stub never replaces content', async () => {
    await receive(inbound({ id: 'S', text: 'lido' }));
    await receive(inbound({ id: 'S', content: { type: 'undecryptable' } }));
    expect(await one(stored())).toMatchObject({ body: 'lido', isStub: false });
  });

  test('a stub that turns out to be a reaction leaves nothing behind', async () => {
    const heard = await desk.listenAs('ana');
    await receive(inbound({ id: 'M', text: 'oi' }), inbound({ id: 'R', content: { type: 'undecryptable' } }));
    const reaction = { type: 'reaction', targetId: 'M', targetFromMe: false, emoji: '👍' } as const;
    await receive(inbound({ id: 'R', content: reaction }));
    const row = await one(stored());
    expect(await one(allTickets())).toMatchObject({
      unreadMessages: 1,
      lastMessage: 'oi',
      lastMessageId: row.id,
    });
    await desk.settle();
    expect(heard.filter((message) => message.channel === 'ticket').length).toBeGreaterThan(0);
  });

  test('many batches of many people at once: each chat keeps its order and has one ticket', async () => {
    const people = [MARIA, JOAO, { pn: '5531966665555@s.whatsapp.net', lid: '99@lid' }];
    const batches = Array.from({ length: 12 }, (_, n) =>
      people.map((from) => inbound({ from, text: `${n}` })),
    );
    await Promise.all(batches.map((batch) => receive(...batch)));
    expect(await allTickets()).toHaveLength(3);
    for (const ticket of await allTickets()) {
      const rows = (await stored()).filter((row) => row.ticketId === ticket.id);
      expect(rows.map((row) => row.body)).toEqual(batches.map((_, n) => `${n}`));
      expect(ticket.unreadMessages).toBe(12);
    }
  });
});

describe('a message that cannot be stored', () => {
  const poison = { type: 'media', media: null, caption: '' } as unknown as InboundContent;

  test('costs none of the others, keeps their order and its own place', async () => {
    await receive(
      inbound({ text: 'a' }),
      inbound({ id: 'P', content: poison, raw: 'cmF3' }),
      inbound({ text: 'c' }),
    );
    const rows = await stored();
    expect(rows.map((row) => row.body)).toEqual(['a', 'media', 'c']);
    expect(rows[1]).toMatchObject({ mediaType: 'unknown', raw: 'cmF3' });
    expect((await one(allTickets())).unreadMessages).toBe(3);
  });

  test('alone in its batch it is no reason to be offered for ever', async () => {
    await receive(inbound({ content: poison }));
    expect((await one(stored())).mediaType).toBe('unknown');
  });

  test('that is not even a placeholder is kept for an administrator', async () => {
    await receive(
      inbound({ text: 'a' }),
      inbound({ timestamp: Number.NaN, text: 'sem hora' }),
      inbound({ text: 'c' }),
    );
    expect((await stored()).map((row) => row.body)).toEqual(['a', 'c']);
    const parked = await one(scope.db.select().from(outbox).where(eq(outbox.kind, 'inbox.refused')));
    expect(parked.parkedAt).not.toBeNull();
    expect(JSON.stringify(parked.payload)).toContain('sem hora');
  });

  test('a database in trouble is another thing: all is offered again', async () => {
    const trouble = Object.assign(new Error('disk'), { code: 'SQLITE_FULL' });
    const broken: Scope = { ...scope, write: () => Promise.reject(new Error('query', { cause: trouble })) };
    const { receiveMessages } = await import('./receive-messages.ts');
    expect(receiveMessages(broken, connectionId, [inbound()])).rejects.toThrow('query');
  });
});

describe('our own messages', () => {
  test('from the phone appear, as read, and reset the count', async () => {
    await receive(inbound(), inbound({ fromMe: true, text: 'já vejo', ack: 3 }));
    const [, own] = await stored();
    expect(own).toMatchObject({
      fromMe: true,
      author: 'me',
      contactId: null,
      origin: 'phone',
      read: true,
      ack: 3,
    });
    expect(await one(allTickets())).toMatchObject({
      unreadMessages: 0,
      fromMe: true,
      lastMessage: 'já vejo',
    });
  });

  test('the echo of what the desk sent is the same message, and its ack only rises', async () => {
    await receive(inbound());
    const ticket = await one(allTickets());
    await scope.write((tx) =>
      tx.db
        .insert(messages)
        .values({
          wid: 'OWN',
          ticketId: ticket.id,
          connectionId,
          chatId: ticket.contactId,
          author: 'me',
          fromMe: true,
          origin: 'agent',
          body: 'do balcão',
          mediaType: 'conversation',
          ack: 3,
          sentAt: scope.now(),
        })
        .then(() => undefined),
    );
    await receive(inbound({ id: 'OWN', fromMe: true, text: 'do balcão', ack: 2, raw: 'ZWNobw==' }));
    const rows = await stored();
    expect(rows).toHaveLength(2);
    expect(rows[1]).toMatchObject({ ack: 3, origin: 'agent', raw: 'ZWNobw==' });
  });

  test('from the phone do not reopen a closed ticket, and keep its owner', async () => {
    await receive(inbound());
    const { id } = await one(allTickets());
    const ana = await desk.scopeOf('ana');
    await patchTicket(ana, { ticketId: id, status: 'open' });
    await patchTicket(ana, { ticketId: id, status: 'closed' });
    await receive(inbound({ fromMe: true, text: 'até amanhã' }));
    expect(await one(allTickets())).toMatchObject({
      status: 'closed',
      userId: ana.actor.kind === 'user' ? ana.actor.id : 0,
    });
  });
});

describe('the ticket', () => {
  test('a customer reopens a closed one: waiting, nobody’s, and counted from one', async () => {
    await receive(inbound(), inbound());
    const { id } = await one(allTickets());
    const bia = await desk.scopeOf('bia');
    const ana = await desk.scopeOf('ana');
    await patchTicket(ana, {
      ticketId: id,
      status: 'open',
      userId: desk.cast.userId.bia,
      queueId: desk.cast.queueId.Vendas,
    });
    await patchTicket(bia, { ticketId: id, status: 'closed' });
    await desk.settle();
    const biaHears = await desk.listenAs('bia');
    const anaHears = await desk.listenAs('ana');
    await receive(inbound({ text: 'voltei' }));
    await desk.settle();
    expect(await one(allTickets())).toMatchObject({
      id,
      status: 'pending',
      userId: null,
      queueId: null,
      unreadMessages: 1,
      lastMessage: 'voltei',
    });
    // Bia saw it as hers; in no queue it is not hers any more.
    expect(biaHears.filter((m) => m.channel === 'ticket').map((m) => m.data)).toEqual([
      { action: 'delete', ticketId: id },
    ]);
    expect(anaHears.map((m) => [m.channel, (m.data as { action: string }).action])).toContainEqual([
      'ticket',
      'update',
    ]);
    const trackings = await scope.db.select().from(ticketTrackings).orderBy(asc(ticketTrackings.id));
    expect(trackings.map((row) => row.finishedAt !== null)).toEqual([true, false]);
  });

  test('takes the queue of a connection that has only one', async () => {
    await scope.write((tx) =>
      tx.db
        .insert(connectionQueues)
        .values({ connectionId, queueId: desk.cast.queueId.Suporte })
        .then(() => undefined),
    );
    await receive(inbound());
    expect((await one(allTickets())).queueId).toBe(desk.cast.queueId.Suporte);
  });

  test('an open ticket takes the message although a closed one is newer', async () => {
    await receive(inbound());
    const open = await one(allTickets());
    await scope.write((tx) =>
      tx.db
        .insert(tickets)
        .values({ uuid: 'newer', status: 'closed', contactId: open.contactId, connectionId })
        .then(() => undefined),
    );
    await receive(inbound({ text: 'de novo' }));
    expect((await allTickets()).map((ticket) => [ticket.status, ticket.lastMessage])).toEqual([
      ['pending', 'de novo'],
      ['closed', ''],
    ]);
  });

  test('a connection’s deletion keeps what was said, and the next connection starts anew', async () => {
    const other = await addConnection(desk, { name: 'Outra' });
    await desk.listener.onMessages({ companyId: scope.companyId, connectionId: other }, [inbound()]);
    const { connections } = await import('@db/tenant/schema/index.ts');
    await scope.write((tx) =>
      tx.db
        .delete(connections)
        .where(eq(connections.id, other))
        .then(() => undefined),
    );
    await receive(inbound());
    expect(await stored()).toHaveLength(2);
    expect((await allTickets()).map((ticket) => ticket.connectionId)).toEqual([null, connectionId]);
  });

  test('nothing of it reaches another company', async () => {
    const heard = await desk.listenAs('davi');
    await receive(inbound());
    await desk.settle();
    expect(heard.filter((message) => message.channel !== 'user')).toEqual([]);
    const boreal = await desk.systemScope('boreal');
    expect(await boreal.db.select().from(messages)).toEqual([]);
  });
});

describe('groups', () => {
  test('are ignored as long as the setting says so', async () => {
    await receive(inGroup(), inbound({ from: JOAO }));
    expect(await stored()).toHaveLength(1);
    expect(await scope.db.select().from(contacts)).toHaveLength(1);
  });

  test('are one chat of many authors', async () => {
    await groupsAreWelcome();
    await receive(
      inGroup({ pushName: 'Maria', text: 'oi' }),
      inGroup({ from: JOAO, pushName: 'João', text: 'olá' }),
      inGroup({ fromMe: true, text: 'bom dia' }),
    );
    const ticket = await one(allTickets());
    expect(ticket.isGroup).toBe(true);
    const people = await scope.db.select().from(contacts).orderBy(asc(contacts.id));
    expect(people.map((row) => [row.name, row.isGroup])).toEqual([
      ['120363000000000001', true],
      ['Maria', false],
      ['João', false],
    ]);
    const rows = await stored();
    expect(rows.map((row) => row.contactId)).toEqual([people[1]?.id ?? 0, people[2]?.id ?? 0, null]);
    expect(rows.map((row) => row.participant)).toEqual([MARIA.pn, JOAO.pn, null]);
    expect(new Set(rows.map((row) => row.remoteJid))).toEqual(new Set([FAMILY]));
  });

  test('get their subject, but are not made by it', async () => {
    await groupsAreWelcome();
    const target = { companyId: scope.companyId, connectionId };
    await desk.listener.onGroup(target, { jid: FAMILY, subject: 'Família' });
    expect(await scope.db.select().from(contacts)).toEqual([]);
    await receive(inGroup());
    await desk.listener.onGroup(target, { jid: FAMILY, subject: 'Família' });
    const group = await one(scope.db.select().from(contacts).where(eq(contacts.isGroup, true)));
    expect(group.name).toBe('Família');
  });

  test('the same id by two members is two messages', async () => {
    await groupsAreWelcome();
    await receive(inGroup({ id: 'G' }), inGroup({ id: 'G', from: JOAO }), inGroup({ id: 'G' }));
    expect(await stored()).toHaveLength(2);
  });
});

describe('media', () => {
  test('are fetched behind the message', async () => {
    await receive(inbound({ content: media({ mime: 'image/png' }) }));
    await desk.settle();
    const row = await one(stored());
    expect(row).toMatchObject({ mediaState: 'ready', mediaSize: 3, error: null });
    const path = scope.kernel.storage.pathOf(scope.companyId, row.mediaPath ?? '');
    expect(path.endsWith('.png')).toBe(true);
    expect(await Bun.file(path).bytes()).toEqual(new Uint8Array([1, 2, 3]));
  });

  test('that are gone leave the message, and may be fetched by hand when they are back', async () => {
    desk.whatsapp.media = null;
    await receive(inbound({ content: media() }));
    await desk.settle();
    const failed = await one(stored());
    expect(failed).toMatchObject({ mediaState: 'failed', error: 'ERR_WAPP_DOWNLOAD_MEDIA', mediaPath: null });
    desk.whatsapp.media = new Uint8Array([9]);
    const ana = await desk.as('ana');
    const stranger = await desk.as();
    const other = await desk.as('davi');
    expect((await other.json('POST', `/messages/${failed.id}/download`)).status).toBe(404);
    expect((await stranger.json('POST', `/messages/${failed.id}/download`)).status).toBe(401);
    expect((await one(stored())).mediaState).toBe('failed');
    const reply = await ana.json<{ mediaState: string }>('POST', `/messages/${failed.id}/download`);
    expect(reply.body.mediaState).toBe('pending');
    await desk.settle();
    expect(await one(stored())).toMatchObject({ mediaState: 'ready', error: null, mediaSize: 1 });
  });
});

test('the switch over kinds is closed', () => {
  expect(() => never('poll' as never)).toThrow('poll');
});
