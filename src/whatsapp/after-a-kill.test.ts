import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { isAuthorityTrusted, startTestNetwork } from '@demo/whatsapp/app.test-support.ts';
import type { Network, Phone } from '@demo/whatsapp/index.ts';
import type { BinaryNode } from '@whiskeysockets/baileys';
import { App, until } from './app.test-support.ts';
import type { OutboundContent } from './port.ts';
import { MemoryStore } from './stores.test-support.ts';

let network: Network;
let owner: Phone;
let ana: Phone;
let mallory: Phone;
let store: MemoryStore;
let app: App;
const apps: App[] = [];
let numbers = 0;

describe.skipIf(!isAuthorityTrusted())('WhatsApp adapter after a kill', () => {
  beforeAll(async () => {
    network = await startTestNetwork();
  });
  afterAll(() => network.stop());
  beforeEach(async () => {
    numbers++;
    const number = (series: string) => `55119${series}0000${String(numbers).padStart(2, '0')}`;
    owner = network.phone({ number: number('61'), name: 'Aurora' });
    ana = network.phone({ number: number('62'), name: 'Ana' });
    mallory = network.phone({ number: number('63'), name: 'Mallory' });
    store = new MemoryStore();
    app = new App(network, store);
    apps.push(app);
    await app.pair(owner);
  });
  afterEach(async () => {
    for (const { listener } of apps) listener.storingReceipts = async () => {};
    await Promise.all(apps.splice(0).map(({ whatsapp }) => whatsapp.stopAll()));
  });

  async function crash(): Promise<App> {
    const next = new App(network, store.copy());
    apps.push(next);
    for (const [id, sent] of app.listener.sent) next.listener.sent.set(id, sent);
    network.faults.cut(owner.number);
    await app.whatsapp.stopAll();
    return next;
  }

  const devices = () => [...owner.devices.values()];
  const isTaken = () =>
    until(() => devices().every(({ backlog }) => backlog === 0), 'that everything is acknowledged');
  const hang = () => new Promise<void>(() => {});

  function bring(attrs: BinaryNode['attrs'], content?: BinaryNode[]): void {
    for (const device of devices()) device.deliver({ tag: 'receipt', attrs: { t: '1', ...attrs }, content });
  }
  const retry = (id: string, attrs: BinaryNode['attrs']) =>
    bring({ id, type: 'retry', ...attrs }, [{ tag: 'retry', attrs: { count: '1', id, t: '1', v: '1' } }]);

  const changes: [string, (id: string, asked: string) => OutboundContent][] = [
    ['an edit', (id) => ({ type: 'edit', targetId: id, text: 'better' })],
    ['a deletion', (id) => ({ type: 'delete', targetId: id })],
    [
      'a reaction',
      (_id, targetId) => ({
        type: 'reaction',
        targetId,
        targetFromMe: false,
        targetAuthor: null,
        emoji: '👍',
      }),
    ],
    ['a text', () => ({ type: 'text', text: 'more' })],
  ];
  for (const addressing of ['pn', 'lid'] as const) {
    test.each(changes)(
      `resends %s when the phone requests a retry (${addressing})`,
      async (_name, change) => {
        ana.addressing = addressing;
        const question = await ana.send(owner, { text: 'price?' });
        await app.message(question.id);
        const id = await app.send(ana.jid, { type: 'text', text: 'ten' });
        await ana.waitFor((message) => message.id === id);
        ana.switch('off');
        const changed = await app.send(ana.jid, change(id, question.id));
        const next = await crash();
        ana.failingDecrypts = 1;
        ana.switch('on');
        await until(() => ana.deliveries.some(({ kind }) => kind === 'failed'), 'that it cannot be read');
        expect(ana.received.some((message) => message.id === changed)).toBe(false);
        await next.pairedAgain();
        expect((await ana.waitFor((message) => message.id === changed)).id).toBe(changed);
      },
    );
  }

  test('resends a message only to members of its chat', async () => {
    const group = network.group({ subject: 'G', members: [ana, owner] });
    await app.message((await ana.send(group, { text: 'hello' })).id);
    const inChat = await app.send(ana.jid, { type: 'text', text: 'for Ana' });
    const inGroup = await app.send(group.jid, { type: 'text', text: 'for the group' });
    await app.message((await mallory.send(owner, { text: 'hello' })).id);
    const next = await crash();
    retry(inChat, { from: mallory.jid });
    retry(inChat, { from: mallory.lid });
    retry(inChat, { from: ana.jid, participant: mallory.jid });
    retry(inGroup, { from: mallory.jid });
    retry(inGroup, { from: group.jid, participant: mallory.jid });
    retry(inGroup, { from: group.jid, participant: ana.jid });
    await next.pairedAgain();
    await isTaken();
    const again = () => ana.deliveries.filter(({ id }) => id === inGroup).length > 1;
    await until(again, 'that a member gets it once more');
    expect(mallory.deliveries).toEqual([]);
  });

  test('neither reports nor requests again a repeated group message', async () => {
    const group = network.group({ subject: 'G', members: [ana, owner] });
    const sent = [await ana.send(group, { text: 'one' }), await ana.send(group, { text: 'two' })];
    sent.push(await ana.send(group, { react: { text: '👍', key: sent[0]?.key } }));
    for (const { id } of sent) await app.message(id);
    await isTaken();
    await until(() => store.journal.size === 0, 'an empty journal');
    const next = await crash();
    for (const message of sent) await ana.repeat(message, 'bytes');
    await next.pairedAgain();
    await isTaken();
    const last = await ana.send(group, { text: 'three' });
    await next.message(last.id);
    expect(next.listener.messages.map(({ id }) => id)).toEqual([last.id]);
    expect(ana.retries).toEqual([]);
  });

  test('reports a group text redelivered after a kill between its key and the text', async () => {
    const group = network.group({ subject: 'G', members: [ana, owner] });
    const { apply } = store;
    let disk: MemoryStore | undefined;
    let rows = 0;
    store.apply = async (writes) => {
      if (writes.some(({ kind }) => kind === 'journal') && ++rows === 2) disk = store.copy();
      await apply.call(store, writes);
    };
    const sent = await ana.send(group, { text: 'one' });
    await app.message(sent.id);
    await isTaken();
    if (!disk) throw new Error('the key and the text came in one');
    store = disk;
    const next = await crash();
    await ana.repeat(sent, 'bytes');
    await next.pairedAgain();
    await next.message(sent.id);
    expect(ana.retries).toEqual([]);
    expect(next.listener.messages.map(({ content }) => content)).toEqual([{ type: 'text', text: 'one' }]);
  });

  test('does not acknowledge a receipt that could not be stored and receives it again', async () => {
    const id = await app.send(ana.jid, { type: 'text', text: 'hello' });
    const message = await ana.waitFor((each) => each.id === id);
    await app.receipt(id, 3);
    await isTaken();
    let offered = 0;
    app.listener.storingReceipts = () => {
      offered++;
      return hang();
    };
    ana.receipt(message, 'read');
    await until(() => offered === 1, 'that it is offered');
    ana.receipt(message, 'played');
    expect(devices().map(({ backlog }) => backlog)).toEqual([2]);
    const next = await crash();
    await next.pairedAgain();
    expect((await next.receipt(id, 4)).chat).toEqual([ana.jid, ana.lid]);
    await next.receipt(id, 5);
    await isTaken();
  });
});
