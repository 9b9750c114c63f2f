import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { messages } from '@db/tenant/schema/index.ts';
import type { PersonName } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import type { MessageView } from '../messages.views.ts';
import { createReplyFixture, type Refusal, type ReplyFixture } from './reply-fixture.test-support.ts';

let work: ReplyFixture;

beforeAll(async () => {
  work = await createReplyFixture();
});
afterAll(() => work.testApp.stop());
beforeEach(() => work.reset());

describe('sending files', () => {
  const PNG = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const mp3 = Uint8Array.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 0, 0xff, 0xfb, 0x90, 0x64]);
  const png = (name = 'foto.png') => new File([PNG], name, { type: 'image/png' });
  const text = (name: string, words = 'olá', type = 'text/plain') => new File([words], name, { type });

  async function upload(
    who: PersonName,
    files: File[],
    fields: Record<string, string | string[]> = {},
    id: number | string = work.ticketId,
  ) {
    const form = new FormData();
    for (const file of files) form.append('medias', file);
    for (const [key, value] of Object.entries(fields))
      for (const one of [value].flat()) form.append(key, one);
    return (await work.testApp.as(who)).upload<{ messages: MessageView[] } & Refusal>(
      `/messages/${id}`,
      form,
    );
  }

  function onDisk(): string[] {
    const root = join(work.system.kernel.config.dataDir, 'companies', String(work.system.companyId), 'media');
    return existsSync(root)
      ? (readdirSync(root, { recursive: true }) as string[]).filter((name) => name.includes('.'))
      : [];
  }

  test('stores one message per file in order with captions and ids', async () => {
    const [quoted] = await work.system.db.select().from(messages).where(eq(messages.wid, 'M'));
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
    await work.testApp.settle();
    expect(work.sent()).toMatchObject([
      { type: 'image', caption: 'primeira', fileName: 'a.png', mime: 'image/png' },
      { type: 'document', caption: '', fileName: 'b.txt', mime: 'text/plain' },
      { type: 'image', caption: '', fileName: 'c.png' },
    ]);
    expect(work.testApp.whatsapp.sent[0]?.quoted?.id).toBe('M');
  });

  test('corrects the file extension by content', async () => {
    const reply = await upload('bia', [png('fatura.pdf'), text('nota.txt')], { body: ['', ''] });
    expect(reply.body.messages.map(({ mediaName }) => mediaName)).toEqual(['fatura.png', 'nota.txt']);
    await work.testApp.settle();
    expect(work.sent()).toMatchObject([
      { fileName: 'fatura.png', mime: 'image/png' },
      { fileName: 'nota.txt' },
    ]);
  });

  test('recognizes a recording by the file name existing clients give it', async () => {
    const name = 'audio-record-site-1700000000000.mp3';
    const reply = await upload('bia', [new File([mp3], name, { type: 'audio/mp3' })], { body: name });
    expect(reply.body.messages[0]).toMatchObject({ body: 'Áudio', mediaType: 'audio', mediaName: null });
  });

  test.each([
    [
      { seconds: '4', waveform: 'ADJk' },
      { mediaSeconds: 4, mediaWaveform: 'ADJk' },
    ],
    [{ seconds: 'NaN', waveform: 'x'.repeat(5000) }, { mediaSeconds: null }],
    [{ seconds: '-1' }, { mediaSeconds: null }],
  ])('stores duration and waveform of a recording: %j', async (fields, stored) => {
    const file = new File([mp3], 'nota.mp3', { type: 'audio/mpeg' });
    const reply = await upload('bia', [file], { voice: 'true', ...fields });
    expect(reply.body.messages[0]).toMatchObject(stored);
    expect('mediaWaveform' in (reply.body.messages[0] ?? {})).toBe('mediaWaveform' in stored);
  });

  test('sends the text of a sound after it, once when posted twice', async () => {
    const [quoted] = await work.system.db.select().from(messages).where(eq(messages.wid, 'M'));
    const post = () =>
      upload('bia', [new File([mp3], 'jingle.mp3', { type: 'audio/mpeg' }), png()], {
        body: ['Ouça isto', 'e veja'],
        clientId: ['composer-a', 'composer-b'],
        quotedMsgId: String(quoted?.id),
      });
    const { body } = await post();
    expect(body.messages.map((m) => [m.body, m.mediaType, m.clientId, m.quotedMsgId !== null])).toEqual([
      ['jingle.mp3', 'audio', 'composer-a', true],
      ['Ouça isto', 'conversation', 'composer-a:text', false],
      ['e veja', 'image', 'composer-b', false],
    ]);
    expect((await post()).body.messages.map(({ id }) => id)).toEqual(body.messages.map(({ id }) => id));
    await work.testApp.settle();
    expect(work.sent()).toMatchObject([{ type: 'audio' }, { text: 'Ouça isto' }, { caption: 'e veja' }]);
  });

  test.each([
    ['of another kind', 'jingle.m4a'],
    ['that is too long', `${'a'.repeat(250)}.mp3`],
    ['with a folder', 'sons\\jingle.mp3'],
  ])('sends no text that is the name of a sound %s', async (_what, name) => {
    const { body } = await upload('bia', [new File([mp3], name, { type: 'audio/mpeg' })], { body: name });
    expect(body.messages).toMatchObject([{ mediaType: 'audio' }]);
    await work.testApp.settle();
    expect(work.sent()).toMatchObject([{ type: 'audio' }]);
  });

  test('stores one message and one file when posted twice', async () => {
    const before = onDisk().length;
    const fields = { clientId: ['composer-a'] };
    const first = await upload('bia', [png()], fields);
    const again = await upload('bia', [png()], fields);
    expect(again.body.messages[0]?.id).toBe(first.body.messages[0]?.id ?? '');
    await work.testApp.settle();
    for (let turn = 0; turn < 1_000 && onDisk().length > before + 1; turn += 1)
      await new Promise((resolve) => setImmediate(resolve));
    expect(onDisk()).toHaveLength(before + 1);
    expect(work.sent()).toHaveLength(1);
  });

  test('leaves no file on disk for a refused request', async () => {
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
    expect(await work.own()).toEqual([]);
  });

  test('sends none when one of several is refused', async () => {
    await upload('bia', [png()], { clientId: ['composer-a'] });
    const reply = await upload(
      'bia',
      [png(), png()],
      { clientId: ['composer-x', 'composer-a'] },
      work.otherTicket,
    );
    expect(reply.status).toBe(400);
    expect(await work.own()).toHaveLength(1);
  });

  test('detects the type by content, not by name', async () => {
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
      const row = (await work.own()).at(-1);
      expect([file.name, message?.mediaMime, row?.mediaPath?.split('.').at(-1)]).toEqual([
        file.name,
        mime,
        extension,
      ]);
      expect(message?.mediaName).not.toMatch(/[/\\]|\p{Cc}/u);
      expect(row?.mediaPath).toMatch(/^\d{6}\/[\w-]{32}\.[a-z0-9]{1,8}$/);
    }
  });

  test('returns 413 for a file too large', async () => {
    const big = new File([new Uint8Array(64 * 1024 * 1024 + 1)], 'a.bin');
    const reply = await upload('bia', [big]);
    expect([reply.status, reply.body.error]).toEqual([413, 'ERR_TOO_LARGE']);
    expect(await work.own()).toEqual([]);
  });

  test('returns 400 for malformed multipart', async () => {
    const browser = await work.testApp.as('bia');
    const response = await browser.raw(`/messages/${work.ticketId}`, {
      method: 'POST',
      headers: { 'Content-Type': 'multipart/form-data; boundary=x', Accept: 'application/json' },
      body: 'no boundary here',
    });
    expect(response.status).toBe(400);
  });
});
