import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type AnyMessageContent, downloadMediaMessage, type WAMessage } from '@whiskeysockets/baileys';
import sharp from 'sharp';
import { type App, isAuthorityTrusted, pairedApp, startTestNetwork } from './app.test-support.ts';
import type { Network, Phone } from './index.ts';

describe.skipIf(!isAuthorityTrusted())('simulated media', () => {
  let network: Network;
  let owner: Phone;
  let ana: Phone;
  let app: App;
  let picture: Buffer;
  const bytes = Buffer.from('não é um filme de verdade, mas são bytes'.repeat(400));
  beforeAll(async () => {
    network = await startTestNetwork();
    owner = network.phone({ number: '551140000001', name: 'Loja' });
    ana = network.phone({ number: '5511999990000', name: 'Ana' });
    app = await pairedApp(network, owner);
    const canvas = { width: 40, height: 30, channels: 3, background: 'teal' } as const;
    picture = await sharp({ create: canvas }).jpeg().toBuffer();
  });
  afterAll(async () => {
    app.kill();
    await network.stop();
    expect(network.errors).toEqual([]);
  });

  const contents = (): [string, AnyMessageContent, Buffer][] => [
    ['imageMessage', { image: picture, caption: 'foto' }, picture],
    ['videoMessage', { video: bytes, mimetype: 'video/mp4', jpegThumbnail: '' }, bytes],
    ['audioMessage', { audio: bytes, ptt: true, mimetype: 'audio/ogg; codecs=opus', seconds: 3 }, bytes],
    ['audioMessage', { audio: bytes, mimetype: 'audio/mpeg', seconds: 3 }, bytes],
    ['documentMessage', { document: bytes, mimetype: 'application/pdf', fileName: 'nota.pdf' }, bytes],
    ['stickerMessage', { sticker: picture }, picture],
  ];
  const download = (message: WAMessage) => downloadMediaMessage(message, 'buffer', {});
  const directPath = (message: WAMessage) => message.message?.imageMessage?.directPath ?? '';

  test('receive image, video, voice, audio, document and sticker', async () => {
    for (const [type, content, original] of contents()) {
      const message = await app.byId((await ana.send(owner, content)).id);
      expect(Object.keys(message.message ?? {})).toContain(type);
      expect(original.equals(await download(message))).toBe(true);
    }
  });

  test('send image, video, voice, audio, document and sticker', async () => {
    for (const [type, content, original] of contents()) {
      const sent = await app.socket.sendMessage(ana.jid, content);
      const seen = await ana.waitFor(({ id }) => id === sent?.key.id);
      expect(seen.type).toBe(type);
      expect(original.equals(await ana.download(seen))).toBe(true);
    }
  });

  test('the phone checks MAC and hashes', async () => {
    const sent = await app.socket.sendMessage(ana.jid, { image: picture });
    const seen = await ana.waitFor(({ id }) => id === sent?.key.id);
    network.media.corrupt(seen.message.imageMessage?.directPath ?? '');
    await expect(ana.download(seen)).rejects.toThrow('wrong');
  });

  test('missing media fail with 410, 404 or another status', async () => {
    const message = await app.byId((await ana.send(owner, { image: picture })).id);
    const status = () => download(message).catch((error) => error.output?.statusCode);
    network.media.failDownloads = 503;
    expect(await status()).toBe(503);
    network.media.failDownloads = null;
    network.media.expire(directPath(message));
    expect(await status()).toBe(410);
    network.media.forget(directPath(message));
    expect(await status()).toBe(404);
  });

  test('the phone uploads expired media again or refuses', async () => {
    await app.socket.refreshMediaConn();
    const message = await app.byId((await ana.send(owner, { image: picture })).id);
    network.media.expire(directPath(message));
    const renewed = await app.socket.updateMediaMessage(message);
    expect(picture.equals(await download(renewed))).toBe(true);

    owner.mediaRetries = 'gone';
    const other = await app.byId((await ana.send(owner, { image: picture })).id);
    network.media.expire(directPath(other));
    await expect(app.socket.updateMediaMessage(other)).rejects.toThrow();
  });

  test('a failed upload rejects the send', async () => {
    network.media.failUploads = 500;
    await expect(app.socket.sendMessage(ana.jid, { image: picture })).rejects.toThrow('upload failed');
    network.media.failUploads = null;
    await app.socket.sendMessage(ana.jid, { image: picture });
  });

  test('refuse an upload without the token', async () => {
    const url = `https://${network.media.hostname}/mms/image/abc?auth=wrong`;
    expect((await fetch(url, { method: 'POST', body: 'x' })).status).toBe(401);
  });
});
