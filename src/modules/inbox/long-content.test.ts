import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { contacts, messageReactions } from '@db/tenant/schema/index.ts';
import { FAMILY, inbound, inGroup, media } from '@test/support/inbound.ts';
import { parseContactCards } from '@views/parts/messages/vcard.ts';
import { yieldToLoop } from '@/core/clock.ts';
import { MAX_BODY } from '@/modules/messages/message-limits.schema.ts';
import { loadMessageViews } from '@/modules/messages/messages.queries.ts';
import type { InboundContent } from '@/whatsapp/port.ts';
import { createInboxFixture, type InboxFixture, one } from './inbox-fixture.test-support.ts';

let inbox: InboxFixture;

beforeAll(async () => {
  inbox = await createInboxFixture();
});
afterAll(() => inbox.testApp.stop());
beforeEach(() => inbox.reset());

const BOOK = 'Era uma vez… '.repeat(300_000);
const NAME = 'Nome '.repeat(200_000);

async function receive(content: InboundContent) {
  await inbox.receive(inbound({ content }));
  await inbox.testApp.settle();
  return one(inbox.stored());
}

const fileOf = (key: string | null) =>
  Bun.file(inbox.testApp.kernel.storage.pathOf(inbox.scope.companyId, key ?? ''));

const filesThere = () => {
  const folder = inbox.testApp.kernel.storage.folder(inbox.scope.companyId);
  return [...new Bun.Glob('*/*').scanSync(folder)].map((path) => path.split('/')[1] ?? '').sort();
};

async function gone(key: string | null): Promise<void> {
  while (await fileOf(key).exists()) await yieldToLoop();
}

describe('text of four megabytes', () => {
  test('is shown truncated and stored whole in a file', async () => {
    const row = await receive({ type: 'text', text: BOOK });
    expect(row).toMatchObject({
      body: BOOK.slice(0, MAX_BODY),
      mediaType: 'conversation',
      mediaState: 'ready',
      mediaName: 'mensagem.txt',
      mediaMime: 'text/plain',
    });
    expect(await fileOf(row.mediaPath).text()).toBe(BOOK);
    const ticket = await one(inbox.allTickets());
    expect(ticket.lastMessage).toBe(BOOK.slice(0, 300));
    const [view] = await loadMessageViews(inbox.scope, [row.id]);
    const ana = await inbox.testApp.as('ana');
    const reply = await ana.raw(new URL(view?.mediaUrl ?? '', 'http://desk.test').pathname);
    expect([reply.status, reply.headers.get('content-disposition')]).toEqual([
      200,
      "attachment; filename*=UTF-8''mensagem.txt",
    ]);
    const list = await ana.raw('/tickets?status=pending', { headers: { Accept: 'application/json' } });
    expect((await list.text()).length).toBeLessThan(10_000);
  });

  test('has its file immediately, without waiting for the outbox', async () => {
    await inbox.receive(inbound({ text: BOOK }));
    const row = await one(inbox.stored());
    expect(row).toMatchObject({ mediaState: 'ready', mediaSize: Buffer.byteLength(BOOK) });
    expect(await fileOf(row.mediaPath).text()).toBe(BOOK);
  });

  test('leaves no extra file when repeated or from a blocked contact', async () => {
    const before = filesThere();
    await inbox.receive(inbound({ id: 'M', text: BOOK }));
    await inbox.receive(inbound({ id: 'M', text: BOOK }));
    await inbox.scope.write((tx) => tx.db.update(contacts).set({ isBlocked: true }));
    await inbox.receive(inbound({ text: BOOK }));
    const row = await one(inbox.stored());
    expect(filesThere()).toEqual([...before, row.mediaPath?.split('/')[1] ?? ''].sort());
  });

  test('is written by the outbox when the disk is full', async () => {
    const { storage } = inbox.testApp.kernel;
    const { reserve } = storage;
    storage.reserve = () => {
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    };
    await inbox.receive(inbound({ text: BOOK })).finally(() => {
      storage.reserve = reserve;
    });
    expect(await one(inbox.stored())).toMatchObject({ body: BOOK.slice(0, MAX_BODY) });
    await inbox.testApp.settle();
    inbox.scope.kernel.outbox.wake(inbox.scope.companyId, '');
    await inbox.testApp.settle();
    const row = await one(inbox.stored());
    expect(await fileOf(row.mediaPath).text()).toBe(BOOK);
  });

  test('is never cut inside a character', async () => {
    const row = await receive({ type: 'text', text: `a${'👍'.repeat(40_000)}` });
    expect(row.body).toBe(`a${'👍'.repeat(32_767)}`);
  });

  test('has no file when it fits', async () => {
    expect(await receive({ type: 'text', text: 'x'.repeat(MAX_BODY) })).toMatchObject({
      mediaState: 'none',
      mediaName: null,
    });
  });

  test('can replace a stub', async () => {
    await inbox.receive(inbound({ id: 'S', content: { type: 'undecryptable' } }));
    await inbox.receive(inbound({ id: 'S', text: BOOK }));
    await inbox.testApp.settle();
    const row = await one(inbox.stored());
    expect(await fileOf(row.mediaPath).text()).toBe(BOOK);
  });

  test('from an edit loses its file when a shorter edit follows', async () => {
    const edit = (text: string) => ({ type: 'edit', targetId: 'M', text }) as const;
    await inbox.receive(inbound({ id: 'M', text: 'oi' }), inbound({ content: edit(BOOK) }));
    await inbox.testApp.settle();
    const long = await one(inbox.stored());
    expect(await fileOf(long.mediaPath).text()).toBe(BOOK);
    await inbox.receive(inbound({ content: edit(`${BOOK}fim`) }));
    await inbox.testApp.settle();
    const longer = await one(inbox.stored());
    expect(await fileOf(longer.mediaPath).text()).toBe(`${BOOK}fim`);
    await inbox.receive(inbound({ content: edit('oi!') }));
    await inbox.testApp.settle();
    expect(await one(inbox.stored())).toMatchObject({
      body: 'oi!',
      mediaState: 'none',
      mediaPath: null,
      mediaName: null,
    });
    for (const path of [long.mediaPath, longer.mediaPath]) await gone(path);
    expect((await one(inbox.allTickets())).lastMessage).toBe('oi!');
  });

  test('is forwarded as its file', async () => {
    const row = await receive({ type: 'text', text: BOOK });
    const ana = await inbox.testApp.as('ana');
    const contact = await one(inbox.scope.db.select().from(contacts));
    const sent = await ana.json<{ message: { mediaType: string; mediaName: string; mediaSize: number } }>(
      'POST',
      '/message/forward',
      { messageId: row.id, contactId: contact.id },
    );
    expect(sent.body.message).toMatchObject({
      mediaType: 'application',
      mediaName: 'mensagem.txt',
      mediaSize: Buffer.byteLength(BOOK),
    });
  });
});

describe('limits for other content', () => {
  test('cut names of people and groups', async () => {
    await inbox.receive(inbound({ pushName: NAME }));
    const person = await one(inbox.scope.db.select().from(contacts));
    expect(person.name).toBe(NAME.slice(0, 256));
    await inbox.receive(inGroup({ pushName: NAME }));
    const target = { companyId: inbox.scope.companyId, connectionId: inbox.connectionId };
    await inbox.testApp.listener.onGroup(target, { jid: FAMILY, subject: NAME });
    const names = (await inbox.scope.db.select().from(contacts)).map(({ name }) => name.length);
    expect(Math.max(...names)).toBe(256);
  });

  test('cut captions, file names and types', async () => {
    const options = media({ kind: 'document', fileName: NAME, mime: `text/${NAME}` });
    const row = await receive({ ...options, caption: BOOK } as InboundContent);
    expect([row.body.length, row.mediaName?.length, row.mediaMime?.length]).toEqual([MAX_BODY, 256, 256]);
    await inbox.reset();
    expect((await receive(media({ kind: 'document', fileName: NAME }))).body).toHaveLength(256);
    await inbox.reset();
    expect((await receive({ type: 'unknown', kind: NAME })).body).toHaveLength(256);
  });

  test('mark media with oversized keys as failed', async () => {
    expect(await receive(media({ ticket: BOOK }))).toMatchObject({ mediaState: 'failed', mediaTicket: null });
  });

  test('cut the texts of a location and drop its thumbnail', async () => {
    const position = { type: 'location', latitude: 1, longitude: 2, live: false } as const;
    const row = await receive({ ...position, name: NAME, address: NAME, thumbnail: 'A'.repeat(1_000_000) });
    expect(row.body).toMatch(/^ \| https:\/\/maps\.google\.com\/maps\?q=1%2C2&z=17&hl=pt-BR\|Nome /);
    expect(row.body.length).toBeLessThan(700);
  });

  test('drop the photo of a contact card first', async () => {
    const card = [
      'BEGIN:VCARD',
      'FN:Zé',
      `item1.PHOTO;BASE64:${'A'.repeat(500_000)}`,
      ' AAAA',
      '\tAAAA',
      'TEL:+551133334444',
      'END:VCARD',
    ];
    const row = await receive({ type: 'contacts', cards: [{ name: NAME, vcard: card.join('\r\n') }] });
    expect(row.body).toBe('BEGIN:VCARD\r\nFN:Zé\r\nTEL:+551133334444\r\nEND:VCARD');
    expect((await one(inbox.allTickets())).lastMessage).toHaveLength(256);
  });

  test('cut long cards and long lists of cards', async () => {
    const endless = `BEGIN:VCARD\nFN:Zé\n${'NOTE:x\n'.repeat(200_000)}`;
    const row = await receive({ type: 'contacts', cards: [{ name: 'Zé', vcard: endless }] });
    expect(row.body.length).toBeLessThan(17_000);
    expect(row.body).toEndWith('NOTE:x\nEND:VCARD');
    await inbox.reset();
    const cards = Array.from({ length: 5000 }, (_, n) => ({
      name: `P${n}`,
      vcard: `BEGIN:VCARD\nFN:P${n}\nEND:VCARD`,
    }));
    const many = await receive({ type: 'contacts', cards });
    expect(many.body.length).toBeLessThanOrEqual(MAX_BODY);
    expect(many.body).toEndWith('END:VCARD');
    expect(parseContactCards(many.body)).toHaveLength(50);
  });

  test('cut a reaction', async () => {
    const emoji = '👍'.repeat(500_000);
    await inbox.receive(
      inbound({ id: 'M' }),
      inbound({ content: { type: 'reaction', targetId: 'M', targetFromMe: false, emoji } }),
    );
    expect((await one(inbox.scope.db.select().from(messageReactions))).emoji).toHaveLength(40);
  });
});
