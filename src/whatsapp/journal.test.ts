import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { isAuthorityTrusted, startTestNetwork } from '@demo/whatsapp/app.test-support.ts';
import type { Network, Phone } from '@demo/whatsapp/index.ts';
import { App, target, until } from './app.test-support.ts';
import { MemoryStore } from './stores.test-support.ts';

let network: Network;
let owner: Phone;
let ana: Phone;
let store: MemoryStore;
let app: App;
const apps: App[] = [];
let numbers = 0;

describe.skipIf(!isAuthorityTrusted())('message journal', () => {
  beforeAll(async () => {
    network = await startTestNetwork();
  });
  afterAll(() => network.stop());
  beforeEach(async () => {
    numbers++;
    owner = network.phone({ number: `55119970000${String(numbers).padStart(2, '0')}`, name: 'Aurora' });
    ana = network.phone({ number: `55119980000${String(numbers).padStart(2, '0')}`, name: 'Ana' });
    store = new MemoryStore();
    app = new App(network, store);
    apps.push(app);
    await app.pair(owner);
  });
  afterEach(async () => {
    for (const { listener } of apps) listener.storing = async () => {};
    await Promise.all(apps.splice(0).map(({ whatsapp }) => whatsapp.stopAll()));
  });

  const backlog = () => [...owner.devices.values()].reduce((sum, device) => sum + device.backlog, 0);
  const isTaken = () => until(() => backlog() === 0, 'receipts');
  const hang = () => new Promise<void>(() => {});

  async function crash(): Promise<App> {
    const next = new App(network, store.copy());
    apps.push(next);
    network.faults.cut(owner.number);
    await app.whatsapp.stopAll();
    return next;
  }

  test('stored messages leave no rows behind', async () => {
    for (const text of ['one', 'two', 'three']) await app.message((await ana.send(owner, { text })).id);
    await until(() => store.journal.size === 0, 'an empty journal');
  });

  test('replays messages after a crash at the next start, in order, before new ones', async () => {
    app.listener.storing = hang;
    const group = network.group({ subject: 'G', members: [ana, owner] });
    const texts = ['a', 'b', 'c'].map((text) => ana.send(owner, { text }));
    const ids = (await Promise.all(texts)).map(({ id }) => id);
    ids.push((await ana.send(group, { text: 'to the group' })).id);
    ids.push((await ana.send(owner, { react: { text: '👍', key: (await texts[0])?.key } })).id);
    await isTaken();
    expect(store.journal.size).toBeGreaterThanOrEqual(5);
    expect(app.listener.messages).toEqual([]);

    const next = await crash();
    const late = await ana.send(owner, { text: 'late' });
    await next.pairedAgain();
    await next.message(late.id);
    const reported = next.listener.messages.filter(({ content }) => content.type !== 'undecryptable');
    expect(reported.map(({ id }) => id)).toEqual([...ids, late.id]);
    expect(reported[0]).toMatchObject({
      offline: true,
      pushName: 'Ana',
      content: { type: 'text', text: 'a' },
    });
    expect(reported[0]?.chat.identity).toEqual({ pn: ana.jid, lid: ana.lid });
    expect(reported[3]).toMatchObject({ chat: { isGroup: true }, content: { text: 'to the group' } });
    expect(reported[4]?.content).toMatchObject({ type: 'reaction', targetId: ids[0] });
    await until(() => (next.store as MemoryStore).journal.size === 0, 'an empty journal');
  });

  const LONG = `${'ação 🧾 '.repeat(100_000)}end`;
  const largest = () =>
    Math.max(...store.applied.flat().map((write) => ('value' in write ? (write.value?.length ?? 0) : 0)));

  test('long texts arrive whole and in order with small writes', async () => {
    const group = network.group({ subject: 'G', members: [ana, owner] });
    const sent = [
      ana.send(owner, { text: 'first' }),
      ana.send(owner, { text: LONG }),
      ana.send(owner, { text: 'third' }),
      ana.send(group, { text: `${LONG}!` }),
      ana.send(group, { text: 'fifth' }),
    ];
    const ids = (await Promise.all(sent)).map(({ id }) => id);
    for (const id of ids) await app.message(id);
    const reported = app.listener.messages.filter(({ id }) => ids.includes(id));
    expect(reported.map(({ id }) => id)).toEqual(ids);
    const texts = reported.map(({ content }) => content.type === 'text' && content.text);
    expect(texts).toEqual(['first', LONG, 'third', `${LONG}!`, 'fifth']);
    await until(() => store.journal.size === 0, 'an empty journal');
    expect(largest()).toBeLessThan(300_000);
  });

  test('replays a long text whole after a crash and leaves no rows', async () => {
    app.listener.storing = hang;
    const { id } = await ana.send(owner, { text: LONG });
    await isTaken();
    expect(store.journal.size).toBeGreaterThan(3);
    const next = await crash();
    await next.pairedAgain();
    expect(await next.content(id)).toEqual({ type: 'text', text: LONG });
    await until(() => (next.store as MemoryStore).journal.size === 0, 'an empty journal');
  });

  test('reports a long text once when a crash interrupts writing it and WhatsApp resends it', async () => {
    const { apply } = store;
    store.apply = async (writes) => {
      const [write] = writes;
      if (write?.kind === 'journal' && write.id.endsWith('/2')) await hang();
      return apply.call(store, writes);
    };
    const { id } = await ana.send(owner, { text: LONG });
    await until(() => store.journal.size === 2, 'two parts');
    const next = await crash();
    await next.pairedAgain();
    expect(await next.content(id)).toEqual({ type: 'text', text: LONG });
    expect(next.listener.messages.filter((message) => message.id === id)).toHaveLength(1);
    await until(() => (next.store as MemoryStore).journal.size === 0, 'an empty journal');
  });

  test('replays messages written on the owner’s phone', async () => {
    app.listener.storing = hang;
    const { id } = await owner.send(ana, { text: 'mine' });
    await isTaken();
    const next = await crash();
    await next.pairedAgain();
    const message = await next.message(id);
    expect(message).toMatchObject({ fromMe: true, content: { text: 'mine' } });
    expect(message.chat.identity.pn).toBe(ana.jid);
  });

  test('retries messages until the listener accepts them', async () => {
    let refusals = 2;
    app.listener.storing = async () => {
      if (refusals-- > 0) throw new Error('database is locked');
    };
    const { id } = await ana.send(owner, { text: 'again' });
    await app.message(id);
    expect(app.listener.messages.filter((message) => message.id === id)).toHaveLength(1);
    await until(() => store.journal.size === 0, 'an empty journal');
  });

  test('reports pending messages after an unlink removed the credentials', async () => {
    app.listener.storing = hang;
    const { id } = await ana.send(owner, { text: 'last words' });
    await isTaken();
    owner.unlink();
    await app.status('DISCONNECTED');
    const next = await crash();
    await next.whatsapp.start(target);
    expect(await next.content(id)).toEqual({ type: 'text', text: 'last words' });
  });

  test('rows on disk are encrypted', async () => {
    app.listener.storing = hang;
    await ana.send(owner, { text: 'my secret is 4711' });
    await isTaken();
    const disk = Buffer.concat([...store.journal.values(), ...store.rows.values()]).toString('latin1');
    expect(disk).not.toContain('4711');
    expect(disk).not.toContain(ana.number);
    expect(disk).not.toContain('noiseKey');
  });

  test('a single disk failure loses no message', async () => {
    store.failing = 1;
    const { id } = await ana.send(owner, { text: 'in spite of it' });
    expect(await app.content(id)).toEqual({ type: 'text', text: 'in spite of it' });
  });
});
