import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { PNG } from '@test/support/fixtures.ts';
import { FetchRefused } from '@/core/security/safe-fetch.ts';
import { type ApiFixture, createApiFixture, SOMEBODY, TEXT } from './api-fixture.test-support.ts';

let api: ApiFixture;
let serve: (url: string) => Response = () => new Response('no', { status: 404 });
beforeAll(async () => {
  api = await createApiFixture();
  api.testApp.kernel.services.safeCall = async (url) => serve(url);
});
afterAll(() => api.testApp.stop());
beforeEach(() => api.reset());

const DATA = Buffer.from(PNG).toString('base64');
const MP3 = Uint8Array.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 0, 0xff, 0xfb, 0x90, 0x64]);
const sentFiles = async () => (await api.messages()).map(({ mediaType, body }) => [mediaType, body]);
const URL_ENCODED = { 'Content-Type': 'application/x-www-form-urlencoded' };

describe('files in a JSON call', () => {
  test.each([
    ['base64', { medias: [{ name: 'foto.png', data: DATA }] }],
    ['a data URL', { medias: `data:image/png;base64,${DATA}` }],
    ['names of others', { medias: [{ filename: 'foto.png', mimetype: 'image/png', base64: DATA }] }],
    ['an address', { mediaUrl: 'https://loja.example/foto.png' }],
    ['an address among the files', { medias: ['https://loja.example/foto.png'] }],
  ])('%s: sends the file with the text as its caption', async (_how, options) => {
    serve = () => new Response(PNG, { headers: { 'Content-Type': 'image/png' } });
    const { status, body } = await api.post({ ...TEXT, ...options });
    expect([status, body.error]).toEqual([200, undefined]);
    expect(await sentFiles()).toEqual([['image', TEXT.body]]);
    expect(await api.calls()).toMatchObject([{ kind: 'media', status: 200 }]);
  });

  test('sends the text of a sound after it', async () => {
    serve = () => new Response(MP3, { headers: { 'Content-Type': 'audio/mpeg' } });
    const { body } = await api.post({ ...TEXT, mediaUrl: 'https://loja.example/a.mp3' });
    expect(await sentFiles()).toEqual([
      ['audio', 'Áudio'],
      ['conversation', TEXT.body],
    ]);
    expect(body.messageIds).toHaveLength(2);
    expect(api.sent()).toMatchObject([{ type: 'audio' }, { text: TEXT.body }]);
  });

  test('sends no text that is the name of the sound before its correction', async () => {
    const medias = [{ name: 'jingle.m4a', data: Buffer.from(MP3).toString('base64') }];
    await api.post({ ...TEXT, body: 'jingle.m4a', medias });
    expect(api.sent()).toMatchObject([{ type: 'audio' }]);
  });

  test('sends several files, each with its own caption', async () => {
    const files = [
      { name: 'a.png', data: DATA },
      { name: 'b.png', data: DATA, caption: 'A segunda' },
    ];
    expect((await api.post({ ...TEXT, medias: files })).status).toBe(200);
    expect(await sentFiles()).toEqual([
      ['image', TEXT.body],
      ['image', 'A segunda'],
    ]);
  });

  test.each([
    ['no base64', { medias: [{ name: 'a.png', data: '%%%' }] }, 'medias.0'],
    ['neither bytes nor address', { medias: [{ name: 'a.png' }] }, 'medias.0'],
    ['an address of another kind', { mediaUrl: 'file:///etc/passwd' }, 'mediaUrl.0'],
    ['too many', { medias: Array(11).fill({ data: DATA }) }, 'medias'],
    ['a field of another system', { attachment: DATA }, 'attachment'],
  ])('%s: is refused and nothing is sent', async (_what, options, field) => {
    const { status, body } = await api.post({ ...TEXT, ...options });
    expect({ status, fields: Object.keys(body.fields as object) }).toEqual({ status: 400, fields: [field] });
    expect(await api.messages()).toEqual([]);
  });

  test('refuses a URL that cannot be fetched or is internal', async () => {
    serve = () => {
      throw new FetchRefused('not_public');
    };
    const { status, body } = await api.post({ ...TEXT, mediaUrl: 'http://10.0.0.1/a.png' });
    expect({ status, body }).toMatchObject({ status: 400, body: { error: 'ERR_FILE_NOT_FETCHED' } });
    expect(await api.messages()).toEqual([]);
  });

  test('sends a file once per idempotency key', async () => {
    const message = { ...TEXT, medias: [{ name: 'foto.png', data: DATA }] };
    const first = await api.post(message, { 'Idempotency-Key': 'a' });
    const again = await api.post(message, { 'Idempotency-Key': 'a' });
    expect(again.body).toEqual(first.body);
    expect(await api.messages()).toHaveLength(1);
    const other = await api.post({ ...TEXT, medias: [{ data: DATA }] }, { 'Idempotency-Key': 'a' });
    expect(other.body.error).toBe('ERR_KEY_OF_ANOTHER_CALL');
  });

  test('refuses more than four megabytes', async () => {
    const { status } = await api.post({ ...TEXT, medias: [{ data: 'A'.repeat(4_200_000) }] });
    expect(status).toBe(400);
  });
});

describe('request body encoding', () => {
  const JSON_TEXT = JSON.stringify({ number: SOMEBODY, body: 'ação' });
  const post = (bytes: Buffer | string, type: string, more: Record<string, string> = {}) =>
    api.send({
      body: typeof bytes === 'string' ? bytes : new Uint8Array(bytes),
      headers: { 'Content-Type': type, ...more },
    });

  test.each([
    [
      'in Latin letters of old, declared',
      Buffer.from(JSON_TEXT, 'latin1'),
      'application/json; charset=ISO-8859-1',
    ],
    ['with a byte order mark', Buffer.from(`\ufeff${JSON_TEXT}`), 'application/json'],
    [
      'as a form',
      Buffer.from(new URLSearchParams({ number: SOMEBODY, body: 'ação' }).toString()),
      URL_ENCODED['Content-Type'],
    ],
  ])('%s: accepted', async (_how, bytes, type) => {
    expect((await post(bytes, type)).status).toBe(200);
    expect(api.sent()).toMatchObject([{ text: 'ação' }]);
  });

  test.each([
    [
      'no UTF-8, and no charset',
      Buffer.from(JSON_TEXT, 'latin1'),
      'application/json',
      {},
      'ERR_BODY_ENCODING',
    ],
    [
      'an unknown charset',
      Buffer.from(JSON_TEXT),
      'application/json; charset=x-none',
      {},
      'ERR_BODY_ENCODING',
    ],
    [
      'gzip',
      Buffer.from(Bun.gzipSync(JSON_TEXT)),
      'application/json',
      { 'Content-Encoding': 'gzip' },
      'ERR_BODY_ENCODING',
    ],
    [
      'a form that is no UTF-8',
      'number=5511988887777&body=a%E7%E3o',
      URL_ENCODED['Content-Type'],
      {},
      'ERR_BODY_ENCODING',
    ],
    ['half a JSON', '{"number":', 'application/json', {}, 'ERR_MALFORMED_JSON'],
    ['nothing', '', 'application/json', {}, 'ERR_MALFORMED_JSON'],
    ['a form without a number', 'body=oi', URL_ENCODED['Content-Type'], {}, 'ERR_VALIDATION'],
  ])('%s: returns 400 with a code and a message', async (_what, bytes, type, more, code) => {
    const { status, body } = await post(bytes, type, more);
    expect({ status, code: body.code }).toEqual({ status: 400, code });
    expect(String(body.error)).toContain(' ');
    expect(await api.messages()).toEqual([]);
  });
});
