import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAuthorityTrusted, startTestNetwork } from '@demo/whatsapp/app.test-support.ts';
import type { Network, Phone } from '@demo/whatsapp/index.ts';
import { App } from './app.test-support.ts';
import type { OutboundContent } from './port.ts';
import { newMessageId } from './sessions.ts';

const photo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let network: Network;
let ana: Phone;
let app: App;
let folder: string;

describe.skipIf(!isAuthorityTrusted())('forwarded and edited messages', () => {
  beforeAll(async () => {
    network = await startTestNetwork();
    folder = await mkdtemp(join(tmpdir(), 'outbound-marks-'));
    await writeFile(join(folder, 'photo.png'), photo);
    ana = network.phone({ number: '5511996000099', name: 'Ana' });
    app = new App(network, undefined, { sendMs: 1500, askMs: 700 });
    await app.pair(network.phone({ number: '5511995000099', name: 'Aurora' }));
  });
  afterAll(async () => {
    await app.whatsapp.stopAll();
    await network.stop();
    await rm(folder, { recursive: true });
  });

  const send = async (content: OutboundContent, isForwarded?: boolean) => {
    const id = newMessageId();
    const { raw } = await app.session.send({ id, jid: ana.jid, content, quoted: null, isForwarded });
    return { id, raw, arrived: await ana.waitFor((message) => message.id === id) };
  };
  const picture = (caption: string): OutboundContent => ({
    type: 'image',
    path: join(folder, 'photo.png'),
    mime: 'image/png',
    caption,
    fileName: '',
  });

  test('mark a forwarded text and picture only', async () => {
    const text = await send({ type: 'text', text: 'oi' }, true);
    expect(text.arrived.message.extendedTextMessage).toMatchObject({
      text: 'oi',
      contextInfo: { isForwarded: true },
    });
    const image = await send(picture('foto'), true);
    expect(image.arrived.message.imageMessage?.contextInfo?.isForwarded).toBe(true);
    const plain = await send({ type: 'text', text: 'oi' });
    expect(plain.arrived.message.extendedTextMessage?.contextInfo?.isForwarded).toBeFalsy();
  });

  test('edit a caption with its picture without uploading it again', async () => {
    const { id, raw, arrived } = await send(picture('antes'));
    const edit = await send({ type: 'edit', targetId: id, text: 'depois', captionOf: raw });
    const protocol =
      edit.arrived.message.protocolMessage ?? edit.arrived.message.editedMessage?.message?.protocolMessage;
    expect(protocol?.key).toMatchObject({ id });
    expect(protocol?.editedMessage?.imageMessage).toMatchObject({
      caption: 'depois',
      url: arrived.message.imageMessage?.url ?? '',
    });
  });

  test('reject a caption edit of a non-picture without retry', async () => {
    const refusal = send({ type: 'edit', targetId: 'X', text: 'x', captionOf: 'ISE=' });
    expect(await refusal.catch(({ code, retry }) => ({ code, retry }))).toEqual({
      code: 'refused',
      retry: false,
    });
  });
});
