import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { isAuthorityTrusted, startTestNetwork } from '@demo/whatsapp/app.test-support.ts';
import type { Network, Phone } from '@demo/whatsapp/index.ts';
import { App } from './app.test-support.ts';

const image = Buffer.from('any bytes will do');
const PICTURE = { image, mimetype: 'image/jpeg', jpegThumbnail: '' };
const FILM = { video: image, mimetype: 'video/mp4', jpegThumbnail: '' };

describe.skipIf(!isAuthorityTrusted())('an album', () => {
  let network: Network;
  let owner: Phone;
  let ana: Phone;
  let app: App;
  beforeAll(async () => {
    network = await startTestNetwork();
    owner = network.phone({ number: '551199301111', name: 'Aurora' });
    ana = network.phone({ number: '551199401111', name: 'Ana' });
    app = new App(network, undefined, { askMs: 2000 });
    await app.pair(owner);
  });
  afterAll(async () => {
    await app.whatsapp.stopAll();
    await network.stop();
  });

  test.each([
    ['of a customer', () => ana, () => owner],
    ['from our own phone', () => owner, () => ana],
  ])('%s: its head is no message, and its pictures name it', async (_, from, to) => {
    const head = await from().send(to(), { album: { expectedImageCount: 1, expectedVideoCount: 1 } });
    const albumParentKey = head.key;
    const picture = await from().send(to(), { ...PICTURE, caption: 'me', albumParentKey });
    const film = await from().send(to(), { ...FILM, albumParentKey });
    const alone = await from().send(to(), PICTURE);
    expect(await app.content(head.id)).toEqual({ type: 'album' });
    const albumOf = async ({ id }: { id: string }) => (await app.message(id)).album;
    expect([await albumOf(picture), await albumOf(film), await albumOf(alone)]).toEqual([
      head.id,
      head.id,
      null,
    ]);
    expect(await app.content(picture.id)).toMatchObject({ type: 'media', caption: 'me' });
  });
});
