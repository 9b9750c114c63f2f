import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type App, isAuthorityTrusted, pairedApp, startTestNetwork } from './app.test-support.ts';
import type { Network, Phone } from './index.ts';

describe.skipIf(!isAuthorityTrusted())('simulated receipts', () => {
  let network: Network;
  let owner: Phone;
  let ana: Phone;
  let app: App;
  beforeAll(async () => {
    network = await startTestNetwork();
    owner = network.phone({ number: '551140000001', name: 'Loja' });
    ana = network.phone({ number: '5511999990000', name: 'Ana' });
    app = await pairedApp(network, owner);
  });
  afterAll(async () => {
    app.kill();
    await network.stop();
    expect(network.errors).toEqual([]);
  });

  const send = async (text: string) => (await app.socket.sendMessage(ana.jid, { text }))?.key.id ?? '';
  const statuses = (id: string) => [
    ...app.messages.filter(({ key }) => key.id === id).map(({ status }) => status),
    ...app
      .all('messages.update')
      .flat()
      .filter(({ key }) => key.id === id)
      .map(({ update }) => update.status),
  ];
  const reaches = (id: string, status: number) =>
    network.until(() => statuses(id).includes(status), 30_000, `status ${status}`);

  test('2 from the owner’s phone, then 3 delivered, 4 read, 5 played, each on demand', async () => {
    owner.policy.delivered = 'auto';
    ana.policy = { delivered: 'manual', read: 'manual', delayMs: 0 };
    const id = await send('devagar');
    await reaches(id, 2);
    const seen = await ana.waitFor((message) => message.id === id);
    expect(statuses(id)).not.toContain(3);
    ana.receipt(seen, 'delivered');
    await reaches(id, 3);
    expect(statuses(id)).not.toContain(4);
    ana.receipt(seen, 'read');
    await reaches(id, 4);
    ana.receipt(seen, 'played');
    await reaches(id, 5);
  });

  test('are sent automatically after a delay', async () => {
    ana.policy = { delivered: 'auto', read: 'auto', delayMs: 50 };
    const id = await send('automático');
    await ana.waitFor((message) => message.id === id);
    expect(statuses(id)).not.toContain(3);
    await reaches(id, 3);
    await reaches(id, 4);
  });

  test('a phone that is off gives one tick and gets the message once on', async () => {
    ana.policy = { delivered: 'auto', read: 'manual', delayMs: 0 };
    ana.switch('off');
    const id = await send('desligada');
    await network.until(() => app.acks.some((ack) => ack.id === id));
    expect(ana.deliveries.some((delivery) => delivery.id === id)).toBe(false);
    ana.switch('on');
    await ana.waitFor((message) => message.id === id);
    await reaches(id, 3);
  });

  test('the app reports delivery to the customer at once and reading on request', async () => {
    const sent = await ana.send(owner, { text: 'leu?' });
    const message = await app.byId(sent.id);
    const delivered = await ana.waitForReceipt(sent.id, 'delivery');
    expect(delivered.from).toBe(owner);
    await app.socket.readMessages([message.key]);
    const read = await ana.waitForReceipt(sent.id, 'read');
    expect(read.device).toBe(owner.devices.keys().next().value ?? -1);
  });

  test('the app learns that the owner read on the phone', async () => {
    const sent = await ana.send(owner, { text: 'no celular' });
    await app.byId(sent.id);
    owner.receipt(await owner.waitFor(({ id }) => id === sent.id), 'read');
    const read = () =>
      app
        .all('messages.update')
        .flat()
        .find(({ key }) => key.id === sent.id);
    const update = await network.until(read);
    expect(update).toMatchObject({ key: { remoteJid: ana.jid, fromMe: false }, update: { status: 4 } });
    await ana.waitForReceipt(sent.id, 'read');
  });

  test('a privacy setting hides read receipts from the customer', async () => {
    owner.sendsReadReceipts = false;
    await app.socket.fetchPrivacySettings(true);
    const sent = await ana.send(owner, { text: 'sem azul' });
    const message = await app.byId(sent.id);
    await app.socket.readMessages([message.key]);
    const after = await ana.send(owner, { text: 'depois' });
    await ana.waitForReceipt((await app.byId(after.id)).key.id ?? '', 'delivery');
    expect(ana.receipts.filter(({ id, type }) => id === sent.id && type === 'read')).toEqual([]);
  });
});
