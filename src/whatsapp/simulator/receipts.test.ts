import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type Desk, isAuthorityTrusted, pairedDesk, startTestNetwork } from './desk.fixture.ts';
import type { Network, Phone } from './index.ts';

describe.skipIf(!isAuthorityTrusted())('receipts', () => {
  let network: Network;
  let owner: Phone;
  let ana: Phone;
  let desk: Desk;
  beforeAll(async () => {
    network = await startTestNetwork();
    owner = network.phone({ number: '551140000001', name: 'Loja' });
    ana = network.phone({ number: '5511999990000', name: 'Ana' });
    desk = await pairedDesk(network, owner);
  });
  afterAll(async () => {
    desk.kill();
    await network.stop();
    expect(network.errors).toEqual([]);
  });

  const send = async (text: string) => (await desk.socket.sendMessage(ana.jid, { text }))?.key.id ?? '';
  // Baileys merges an early receipt into the message itself.
  const statuses = (id: string) => [
    ...desk.messages.filter(({ key }) => key.id === id).map(({ status }) => status),
    ...desk
      .all('messages.update')
      .flat()
      .filter(({ key }) => key.id === id)
      .map(({ update }) => update.status),
  ];
  const reaches = (id: string, status: number) =>
    network.until(() => statuses(id).includes(status), 5000, `status ${status}`);

  test('2 from the own phone, then 3 delivered, 4 read, 5 played, each when the test says so', async () => {
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

  test('automatic and late', async () => {
    ana.policy = { delivered: 'auto', read: 'auto', delayMs: 50 };
    const id = await send('automático');
    await ana.waitFor((message) => message.id === id);
    expect(statuses(id)).not.toContain(3);
    await reaches(id, 3);
    await reaches(id, 4);
  });

  test('a phone that is off gives one tick, and the message when it is on again', async () => {
    ana.policy = { delivered: 'auto', read: 'manual', delayMs: 0 };
    ana.switch('off');
    const id = await send('desligada');
    await network.until(() => desk.acks.some((ack) => ack.id === id));
    expect(ana.deliveries.some((delivery) => delivery.id === id)).toBe(false);
    ana.switch('on');
    await ana.waitFor((message) => message.id === id);
    await reaches(id, 3);
  });

  test('the desk tells the customer: delivered at once, read when told', async () => {
    const sent = await ana.send(owner, { text: 'leu?' });
    const message = await desk.byId(sent.id);
    const delivered = await ana.waitForReceipt(sent.id, 'delivery');
    expect(delivered.from).toBe(owner);
    await desk.socket.readMessages([message.key]);
    const read = await ana.waitForReceipt(sent.id, 'read');
    expect(read.device).toBe(owner.devices.keys().next().value ?? -1);
  });

  test('the owner reads on the phone: the desk learns of it', async () => {
    const sent = await ana.send(owner, { text: 'no celular' });
    await desk.byId(sent.id);
    owner.receipt(await owner.waitFor(({ id }) => id === sent.id), 'read');
    const read = () =>
      desk
        .all('messages.update')
        .flat()
        .find(({ key }) => key.id === sent.id);
    const update = await network.until(read);
    expect(update).toMatchObject({ key: { remoteJid: ana.jid, fromMe: false }, update: { status: 4 } });
    await ana.waitForReceipt(sent.id, 'read');
  });

  test('a privacy setting keeps the blue ticks from the customer', async () => {
    owner.sendsReadReceipts = false;
    await desk.socket.fetchPrivacySettings(true);
    const sent = await ana.send(owner, { text: 'sem azul' });
    const message = await desk.byId(sent.id);
    await desk.socket.readMessages([message.key]);
    const after = await ana.send(owner, { text: 'depois' });
    await ana.waitForReceipt((await desk.byId(after.id)).key.id ?? '', 'delivery');
    expect(ana.receipts.filter(({ id, type }) => id === sent.id && type === 'read')).toEqual([]);
  });
});
