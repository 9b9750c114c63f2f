import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAuthorityTrusted, startTestNetwork } from '@demo/whatsapp/app.test-support.ts';
import type { Network, Phone } from '@demo/whatsapp/index.ts';
import { App } from './app.test-support.ts';

const photo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let network: Network;
let owner: Phone;
let ana: Phone;
let app: App;
let folder: string;
let numbers = 0;

describe.skipIf(!isAuthorityTrusted())('media download', () => {
  beforeAll(async () => {
    network = await startTestNetwork();
    folder = await mkdtemp(join(tmpdir(), 'media-'));
  });
  afterAll(async () => {
    await network.stop();
    await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    numbers++;
    owner = network.phone({ number: `55119890000${String(numbers).padStart(2, '0')}`, name: 'Aurora' });
    ana = network.phone({ number: `55119900000${String(numbers).padStart(2, '0')}`, name: 'Ana' });
    app = new App(network, undefined, { askMs: 2000, maxMediaBytes: 1000 });
    await app.pair(owner);
  });
  afterEach(async () => {
    await network.faults.clear();
    await app.whatsapp.stopAll();
  });

  const sendImage = () => ana.send(owner, { image: photo, mimetype: 'image/png', jpegThumbnail: '' });
  const ticketOf = async (id: string) => {
    const content = await app.content(id);
    if (content.type !== 'media') throw new Error('no medium');
    return content.media.ticket;
  };
  const pathOf = (sent: Awaited<ReturnType<typeof sendImage>>) => sent.message.imageMessage?.directPath ?? '';
  const fetchTo = async (ticket: string, name: string) => app.session.download(ticket, join(folder, name));

  test('streams the file to disk', async () => {
    const ticket = await ticketOf((await sendImage()).id);
    expect(await fetchTo(ticket, 'a.png')).toEqual({ size: photo.length });
    expect(await readFile(join(folder, 'a.png'))).toEqual(photo);
  });

  test.each(['expire', 'forget'] as const)(
    'requests media lost by the server (%s) from the phone',
    async (fault) => {
      const sent = await sendImage();
      const ticket = await ticketOf(sent.id);
      if (fault === 'expire') network.media.expire(pathOf(sent));
      else network.media.failDownloads = 404;
      const download = fetchTo(ticket, `${fault}.png`);
      if (fault === 'forget') {
        await expect(download).rejects.toMatchObject({ code: 'gone', retry: false });
        network.media.failDownloads = null;
        return;
      }
      expect(await download).toEqual({ size: photo.length });
    },
  );

  test('fails as gone when no device has the media', async () => {
    const sent = await sendImage();
    const ticket = await ticketOf(sent.id);
    network.media.expire(pathOf(sent));
    owner.mediaRetries = 'gone';
    await expect(fetchTo(ticket, 'gone.png')).rejects.toMatchObject({ code: 'gone', retry: false });
  });

  test('rejects corrupted or too large media and leaves no file', async () => {
    const sent = await sendImage();
    const ticket = await ticketOf(sent.id);
    network.media.corrupt(pathOf(sent));
    await expect(fetchTo(ticket, 'bad.png')).rejects.toMatchObject({ code: 'refused', retry: false });
    const large = await ana.send(owner, { document: Buffer.alloc(2000), fileName: 'x', mimetype: 'a/b' });
    await expect(fetchTo(await ticketOf(large.id), 'big')).rejects.toMatchObject({ code: 'refused' });
    expect((await readdir(folder)).filter((name) => /bad|big|part/.test(name))).toEqual([]);
  });
});
