import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { contacts, messages, outbox, tickets } from '@db/tenant/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { addConnection, inbound, JOAO } from '@test/support/inbound.ts';
import type { PersonName } from '@test/support/people.ts';
import { asc, eq } from 'drizzle-orm';
import type { Scope } from '@/kernel/scope.ts';
import type { MessageView } from '@/modules/messages/messages.schema.ts';

let desk: TestDesk;
let system: Scope;
let connectionId: number;
let ticketId: number;
let otherTicket: number;

beforeAll(async () => {
  desk = await createTestDesk();
  system = await desk.systemScope();
  connectionId = await addConnection(desk);
});
afterAll(() => desk.stop());

beforeEach(async () => {
  await desk.settle();
  desk.whatsapp.sent.length = 0;
  await system.write(async (tx) => {
    await tx.db.delete(contacts);
    await tx.db.delete(outbox);
  });
  await desk.listener.onMessages({ companyId: system.companyId, connectionId }, [
    inbound({ id: 'M', text: 'oi', raw: 'b2k=' }),
    inbound({ id: 'J', from: JOAO }),
  ]);
  await system.write(async (tx) => {
    const { bia } = desk.cast.userId;
    await tx.db.update(tickets).set({ status: 'open', userId: bia, queueId: desk.cast.queueId.Vendas });
  });
  const [first, second] = await system.db.select().from(tickets).orderBy(asc(tickets.id));
  ticketId = first?.id ?? 0;
  otherTicket = second?.id ?? 0;
  await desk.settle();
});

type Refusal = { error: string; fields?: Record<string, string> };
const post = async (who: PersonName | undefined, body: unknown, id: number | string = ticketId) =>
  (await desk.as(who)).json<MessageView & Refusal>('POST', `/messages/${id}`, body);
const own = () =>
  system.db.select().from(messages).where(eq(messages.fromMe, true)).orderBy(asc(messages.id));
const bodies = async () => (await own()).map((row) => row.body);
const sent = () => desk.whatsapp.sent.map((message) => message.content);

describe('text', () => {
  test('is on the screen at once and with the customer soon', async () => {
    const heard = await desk.listenAs('rui');
    const reply = await post('bia', { body: 'bom dia' });
    expect(reply.body).toMatchObject({
      body: 'bom dia',
      fromMe: true,
      ack: 0,
      user: { name: 'Bia' },
      origin: 'agent',
      mediaType: 'conversation',
      error: null,
    });
    await desk.settle();
    const [row] = await own();
    expect(row).toMatchObject({ ack: 2, error: null, raw: Buffer.from(row?.wid ?? '').toString('base64') });
    expect(desk.whatsapp.sent[0]).toMatchObject({
      id: row?.wid,
      jid: '5511988887777@s.whatsapp.net',
      content: { type: 'text', text: 'bom dia' },
      quoted: null,
    });
    const acks = heard
      .filter((message) => message.channel === 'appMessage')
      .map((message) => (message.data as { action: string; message: MessageView }).message.ack);
    expect(acks.at(-1)).toBe(2);
    const [ticket] = await system.db.select().from(tickets).where(eq(tickets.id, ticketId));
    expect(ticket).toMatchObject({
      lastMessage: 'bom dia',
      fromMe: true,
      unreadMessages: 0,
      lastMessageId: row?.id,
    });
  });

  test('with no words, too many, or none at all is refused', async () => {
    const refused: [unknown, string][] = [
      [{ body: '' }, 'body'],
      [{ body: ' \n\t ' }, 'body'],
      [{ body: 'a'.repeat(65_537) }, 'body'],
      [{}, 'body'],
      [{ body: 5 }, 'body'],
      [{ body: 'a', clientId: 'short' }, 'clientId'],
      [{ body: 'a', clientId: 'x'.repeat(65) }, 'clientId'],
      [{ body: 'a', quotedMsg: { id: 'x' } }, 'quotedMsg.id'],
    ];
    for (const [body, field] of refused) {
      const reply = await post('bia', body);
      expect([reply.status, Object.keys(reply.body.fields ?? {})]).toEqual([400, [field]]);
    }
    expect((await post('bia', { body: '' })).body.error).toBe('Escreva uma mensagem antes de enviar.');
    expect(await own()).toEqual([]);
    expect((await post('bia', { body: 'a'.repeat(65_536) })).status).toBe(200);
  });

  test('keeps its spaces, its markup and braces nobody knows, and hides nothing behind a NUL', async () => {
    await post('bia', { body: '  *a*\n{{nome}} <b>\u0000fim ' });
    await desk.settle();
    expect(sent()).toEqual([{ type: 'text', text: '  *a*\n{{nome}} <b>\ufffdfim ' }]);
  });

  test('needs an open ticket that is the writer’s to see', async () => {
    const replies = await Promise.all([
      post('caio', { body: 'a' }),
      post('davi', { body: 'a' }),
      post(undefined, { body: 'a' }),
    ]);
    expect(replies.map((reply) => [reply.status, reply.body.error])).toEqual([
      [403, 'ERR_NO_PERMISSION'],
      [404, 'ERR_NO_TICKET_FOUND'],
      [401, 'ERR_SESSION_EXPIRED'],
    ]);
    for (const status of ['pending', 'closed'] as const) {
      await system.write(async (tx) => {
        await tx.db.update(tickets).set({ status });
      });
      const reply = await post('bia', { body: 'a' });
      expect([reply.status, reply.body.error]).toEqual([409, 'ERR_TICKET_NOT_OPEN']);
    }
    for (const id of ['0', '-1', '1e9', 'abc', '99999'])
      expect((await post('bia', { body: 'a' }, id)).status).toBe(404);
    expect(await own()).toEqual([]);
    expect(await system.db.select().from(outbox)).toEqual([]);
  });

  test('quotes what was said here, and nothing else', async () => {
    const [, foreign] = await system.db.select().from(messages).orderBy(asc(messages.id));
    const [quoted] = await system.db.select().from(messages).where(eq(messages.wid, 'M'));
    const reply = await post('bia', {
      body: 'isto',
      quotedMsg: { id: String(quoted?.id), body: 'whatever' },
    });
    expect(reply.body.quotedMsg).toMatchObject({ body: 'oi', fromMe: false });
    await desk.settle();
    expect(desk.whatsapp.sent[0]?.quoted).toEqual({ id: 'M', fromMe: false, author: null, raw: 'b2k=' });
    for (const id of [foreign?.id ?? 0, 99_999]) {
      const refused = await post('bia', { body: 'isto', quotedMsg: { id } });
      expect([refused.status, refused.body.error]).toEqual([404, 'ERR_NO_MESSAGE_FOUND']);
    }
    expect(await bodies()).toEqual(['isto']);
  });

  test('posted twice is stored once, also at the same moment', async () => {
    const body = { body: 'uma vez', clientId: 'composer-0001' };
    const bia = await desk.as('bia');
    const again = () => bia.json<MessageView>('POST', `/messages/${ticketId}`, body);
    const replies = await Promise.all(Array.from({ length: 8 }, again));
    expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1);
    expect((await again()).body.id).toBe(replies[0]?.body.id ?? '');
    await desk.settle();
    expect(sent()).toHaveLength(1);
  });

  test('with another ticket’s id is refused in words, not with a fault', async () => {
    await post('bia', { body: 'a', clientId: 'composer-0001' });
    const reply = await post('bia', { body: 'b', clientId: 'composer-0001' }, otherTicket);
    expect([reply.status, Object.keys(reply.body.fields ?? {})]).toEqual([400, ['clientId']]);
    expect(await bodies()).toEqual(['a']);
  });
});

describe('files', () => {
  const PNG = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const png = (name = 'foto.png') => new File([PNG], name, { type: 'image/png' });
  const text = (name: string, words = 'olá', type = 'text/plain') => new File([words], name, { type });

  async function upload(
    who: PersonName,
    files: File[],
    fields: Record<string, string | string[]> = {},
    id: number | string = ticketId,
  ) {
    const form = new FormData();
    for (const file of files) form.append('medias', file);
    for (const [key, value] of Object.entries(fields))
      for (const one of [value].flat()) form.append(key, one);
    return (await desk.as(who)).upload<{ messages: MessageView[] } & Refusal>(`/messages/${id}`, form);
  }

  function onDisk(): string[] {
    const root = join(system.kernel.config.dataDir, 'companies', String(system.companyId), 'media');
    return existsSync(root)
      ? (readdirSync(root, { recursive: true }) as string[]).filter((name) => name.includes('.'))
      : [];
  }

  test('are messages of their own, in their order, with their words and ids', async () => {
    const [quoted] = await system.db.select().from(messages).where(eq(messages.wid, 'M'));
    const reply = await upload('bia', [png('a.png'), text('b.txt'), png('c.png')], {
      body: ['primeira', 'b.txt', ''],
      clientId: ['composer-a', 'composer-b', 'composer-c'],
      quotedMsgId: String(quoted?.id),
    });
    expect(reply.status).toBe(200);
    expect(
      reply.body.messages.map((m) => [m.body, m.mediaType, m.mediaName, m.clientId, m.quotedMsgId !== null]),
    ).toEqual([
      ['primeira', 'image', 'a.png', 'composer-a', true],
      ['b.txt', 'application', 'b.txt', 'composer-b', false],
      ['c.png', 'image', 'c.png', 'composer-c', false],
    ]);
    await desk.settle();
    expect(sent()).toMatchObject([
      { type: 'image', caption: 'primeira', fileName: 'a.png', mime: 'image/png' },
      { type: 'document', caption: '', fileName: 'b.txt', mime: 'text/plain' },
      { type: 'image', caption: '', fileName: 'c.png' },
    ]);
    expect(desk.whatsapp.sent[0]?.quoted?.id).toBe('M');
  });

  test('posted twice leave one message and one file', async () => {
    const before = onDisk().length;
    const fields = { clientId: ['composer-a'] };
    const first = await upload('bia', [png()], fields);
    const again = await upload('bia', [png()], fields);
    expect(again.body.messages[0]?.id).toBe(first.body.messages[0]?.id ?? '');
    await desk.settle();
    for (let turn = 0; turn < 1_000 && onDisk().length > before + 1; turn += 1)
      await new Promise((resolve) => setImmediate(resolve));
    expect(onDisk()).toHaveLength(before + 1);
    expect(sent()).toHaveLength(1);
  });

  test('of a refused request do not stay', async () => {
    const before = onDisk();
    const refused = [
      await upload('caio', [png()]),
      await upload('davi', [png()]),
      await upload('bia', [png()], {}, 'abc'),
      await upload('bia', [png()], {}, 99_999),
      await upload('bia', [png()], { quotedMsgId: '99999' }),
      await upload('bia', [png()], { body: 'a'.repeat(65_537) }),
      await upload('bia', []),
      await upload('bia', [png(), new File([], 'vazio.txt')]),
      await upload(
        'bia',
        Array.from({ length: 11 }, () => png()),
      ),
    ];
    expect(refused.map((reply) => reply.status)).toEqual([403, 404, 404, 404, 404, 400, 400, 415, 413]);
    expect(onDisk()).toEqual(before);
    expect(await own()).toEqual([]);
  });

  test('of the second rank fail together: none is sent when one is refused', async () => {
    await upload('bia', [png()], { clientId: ['composer-a'] });
    const reply = await upload(
      'bia',
      [png(), png()],
      { clientId: ['composer-x', 'composer-a'] },
      otherTicket,
    );
    expect(reply.status).toBe(400);
    expect(await own()).toHaveLength(1);
  });

  test('are what they contain, not what they are called', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const hostile: [File, string, string][] = [
      [new File([svg], 'a.svg', { type: 'image/svg+xml' }), 'application/octet-stream', 'bin'],
      [
        new File([`<?xml version="1.0"?>${svg}`], 'a.svg', { type: 'image/svg+xml' }),
        'application/octet-stream',
        'bin',
      ],
      [
        new File(['<!doctype html><script>1</script>'], 'a.png', { type: 'image/png' }),
        'application/octet-stream',
        'bin',
      ],
      [text('nota.pdf.html', '<html>', 'text/html'), 'application/octet-stream', 'bin'],
      [text('a.xhtml', '<html>', 'application/xhtml+xml'), 'application/octet-stream', 'bin'],
      [text('a.js', 'alert(1)', 'application/javascript'), 'application/octet-stream', 'bin'],
      [new File([PNG], 'foto.html', { type: 'text/html' }), 'image/png', 'png'],
      [text('../../etc/passwd.txt', 'x'), 'text/plain', 'txt'],
      [text('nome\u0000.txt', 'x'), 'text/plain', 'txt'],
      [text('a.csv', 'a,b', 'text/csv'), 'text/csv', 'csv'],
    ];
    for (const [file, mime, extension] of hostile) {
      const reply = await upload('bia', [file]);
      expect([file.name, reply.status]).toEqual([file.name, 200]);
      const [message] = reply.body.messages;
      const row = (await own()).at(-1);
      expect([file.name, message?.mediaMime, row?.mediaPath?.split('.').at(-1)]).toEqual([
        file.name,
        mime,
        extension,
      ]);
      expect(message?.mediaName).not.toMatch(/[/\\]|\p{Cc}/u);
      expect(row?.mediaPath).toMatch(/^\d{6}\/[\w-]{32}\.[a-z0-9]{1,8}$/);
    }
  });

  test('too large for one message are refused', async () => {
    const big = new File([new Uint8Array(64 * 1024 * 1024 + 1)], 'a.bin');
    const reply = await upload('bia', [big]);
    expect([reply.status, reply.body.error]).toEqual([413, 'ERR_TOO_LARGE']);
    expect(await own()).toEqual([]);
  });

  test('no multipart at all, in its name, is refused', async () => {
    const browser = await desk.as('bia');
    const response = await browser.raw(`/messages/${ticketId}`, {
      method: 'POST',
      headers: { 'Content-Type': 'multipart/form-data; boundary=x', Accept: 'application/json' },
      body: 'no boundary here',
    });
    expect(response.status).toBe(400);
  });
});
