import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { contacts } from '@db/tenant/schema/index.ts';
import { inbound, media } from '@test/support/inbound.ts';
import { never } from '@/core/errors.ts';
import { loadMessageViews } from '@/modules/messages/messages.queries.ts';
import type { InboundContent } from '@/whatsapp/port.ts';
import { createInboxFixture, type InboxFixture, one } from './inbox-fixture.test-support.ts';

let inbox: InboxFixture;

beforeAll(async () => {
  inbox = await createInboxFixture();
});
afterAll(() => inbox.testApp.stop());
beforeEach(() => inbox.reset());

describe('message kinds', () => {
  const position = { latitude: -23.5, longitude: -46.6, name: '', address: '', thumbnail: null, live: false };
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
      content: { type: 'location', ...position, thumbnail: 'AAAA' },
      body: 'data:image/png;base64, AAAA | https://maps.google.com/maps?q=-23.5%2C-46.6&z=17&hl=pt-BR|-23.5, -46.6 ',
      mediaType: 'locationMessage',
      preview: '-23.5, -46.6',
    },
    {
      name: 'a place without a picture is not lost',
      content: { type: 'location', ...position, name: 'Padaria' },
      body: ' | https://maps.google.com/maps?q=-23.5%2C-46.6&z=17&hl=pt-BR|Padaria ',
      mediaType: 'locationMessage',
      preview: 'Padaria',
    },
    {
      name: 'a place that moves',
      content: { type: 'location', ...position, live: true },
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
      await inbox.receive(inbound({ content }));
      const row = await one(inbox.stored());
      if (typeof body === 'string') expect(row.body).toBe(body);
      else expect(row.body).toMatch(body);
      expect(row).toMatchObject({ mediaType, origin: 'customer', fromMe: false, read: false, ack: 0 });
      const ticket = await one(inbox.allTickets());
      expect(ticket).toMatchObject({
        lastMessage: preview ?? row.body,
        lastMessageId: row.id,
        unreadMessages: 1,
        fromMe: false,
        status: 'pending',
        userId: null,
      });
      // Spec part 1 §3: the kinds that existing clients know.
      const [view] = await loadMessageViews(inbox.scope, [row.id]);
      expect(view).toMatchObject(
        mediaType === 'sticker' ? { mediaType: 'image', isSticker: true } : { mediaType, isSticker: false },
      );
    });
  }

  test('show several contact cards as lines and one with a plus', async () => {
    const of = (name: string, phone: string) => ({
      name,
      vcard: `BEGIN:VCARD\nFN:${name}\nTEL;waid=${phone}:${phone}\nEND:VCARD`,
    });
    await inbox.receive(
      inbound({ content: { type: 'contacts', cards: [of('Ana', '5511911112222')] } }),
      inbound({ content: { type: 'contacts', cards: [of('Ana', '551191'), of('Bia', '551192')] } }),
    );
    const rows = await inbox.stored();
    const [one, two] = await loadMessageViews(
      inbox.scope,
      rows.map(({ id }) => id),
    );
    expect(one?.body).toContain('TEL;waid=5511911112222:+5511911112222');
    expect(two?.body).toBe('Ana: 📞551191\nBia: 📞551192');
  });

  test('store hostile text unchanged in every field', async () => {
    const evil = `<img src=x onerror=alert(1)>{{name}}'; DROP TABLE messages;--\u202e\ufffd\u200e‮😀`;
    await inbox.receive(
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
    const rows = await inbox.stored();
    expect(rows.map((row) => row.body.includes(evil))).toEqual([true, true, true, true, true]);
    expect(rows[1]?.mediaName).toBe(`../../${evil}`);
    expect((await one(inbox.scope.db.select().from(contacts))).name).toBe(evil);
    await inbox.testApp.settle();
    const saved = (await inbox.stored())[1];
    expect(saved?.mediaState).toBe('ready');
    expect(saved?.mediaPath).toMatch(/^\d{6}\/[\w-]{32}\.[a-z0-9]{1,8}$/);
  });

  test('replace NUL characters', async () => {
    await inbox.receive(inbound({ text: 'a\u0000b', pushName: 'M\u0000aria' }));
    expect((await one(inbox.stored())).body).toBe('a\ufffdb');
    expect((await one(inbox.scope.db.select().from(contacts))).name).toBe('M\ufffdaria');
  });
});

describe('media', () => {
  test('are downloaded after the message is stored', async () => {
    await inbox.receive(inbound({ content: media({ mime: 'image/png' }) }));
    await inbox.testApp.settle();
    const row = await one(inbox.stored());
    expect(row).toMatchObject({ mediaState: 'ready', mediaSize: 3, error: null });
    const path = inbox.scope.kernel.storage.pathOf(inbox.scope.companyId, row.mediaPath ?? '');
    expect(path.endsWith('.png')).toBe(true);
    expect(await Bun.file(path).bytes()).toEqual(new Uint8Array([1, 2, 3]));
  });

  test('that are missing fail and can be retried manually', async () => {
    inbox.testApp.whatsapp.media = null;
    await inbox.receive(inbound({ content: media() }));
    await inbox.testApp.settle();
    const failed = await one(inbox.stored());
    expect(failed).toMatchObject({ mediaState: 'failed', error: 'ERR_WAPP_DOWNLOAD_MEDIA', mediaPath: null });
    inbox.testApp.whatsapp.media = new Uint8Array([9]);
    const ana = await inbox.testApp.as('ana');
    const stranger = await inbox.testApp.as();
    const other = await inbox.testApp.as('davi');
    expect((await other.json('POST', `/messages/${failed.id}/download`)).status).toBe(404);
    expect((await stranger.json('POST', `/messages/${failed.id}/download`)).status).toBe(401);
    expect((await one(inbox.stored())).mediaState).toBe('failed');
    const reply = await ana.json<{ mediaState: string }>('POST', `/messages/${failed.id}/download`);
    expect(reply.body.mediaState).toBe('pending');
    await inbox.testApp.settle();
    expect(await one(inbox.stored())).toMatchObject({ mediaState: 'ready', error: null, mediaSize: 1 });
  });
});

test('throws for an unknown message kind', () => {
  expect(() => never('poll' as never)).toThrow('poll');
});
