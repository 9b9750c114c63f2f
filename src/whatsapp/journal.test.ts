import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { Desk, target, until } from './desk.test-support.ts';
import { isAuthorityTrusted, startTestNetwork } from './simulator/desk.fixture.ts';
import type { Network, Phone } from './simulator/index.ts';
import { MemoryStore } from './stores.test-support.ts';

let network: Network;
let owner: Phone;
let ana: Phone;
let store: MemoryStore;
let desk: Desk;
const desks: Desk[] = [];
let numbers = 0;

describe.skipIf(!isAuthorityTrusted())('nothing that reached us is lost', () => {
  beforeAll(async () => {
    network = await startTestNetwork();
  });
  afterAll(() => network.stop());
  beforeEach(async () => {
    numbers++;
    owner = network.phone({ number: `55119970000${String(numbers).padStart(2, '0')}`, name: 'Aurora' });
    ana = network.phone({ number: `55119980000${String(numbers).padStart(2, '0')}`, name: 'Ana' });
    store = new MemoryStore();
    desk = new Desk(network, store);
    desks.push(desk);
    await desk.pair(owner);
  });
  afterEach(async () => {
    for (const { listener } of desks) listener.storing = async () => {};
    await Promise.all(desks.splice(0).map(({ whatsapp }) => whatsapp.stopAll()));
  });

  const backlog = () => [...owner.devices.values()].reduce((sum, device) => sum + device.backlog, 0);
  const isTaken = () => until(() => backlog() === 0, 'receipts');
  const hang = () => new Promise<void>(() => {});

  async function crash(): Promise<Desk> {
    const next = new Desk(network, store.copy());
    desks.push(next);
    network.faults.cut(owner.number);
    await desk.whatsapp.stopAll();
    return next;
  }

  test('stored messages leave no rows behind', async () => {
    for (const text of ['one', 'two', 'three']) await desk.message((await ana.send(owner, { text })).id);
    await until(() => store.journal.size === 0, 'an empty journal');
  });

  test('a crash between the receipt and the desk: told at the next start, in order, before new ones', async () => {
    desk.listener.storing = hang;
    const group = network.group({ subject: 'G', members: [ana, owner] });
    const texts = ['a', 'b', 'c'].map((text) => ana.send(owner, { text }));
    const ids = (await Promise.all(texts)).map(({ id }) => id);
    ids.push((await ana.send(group, { text: 'to the group' })).id);
    ids.push((await ana.send(owner, { react: { text: '👍', key: (await texts[0])?.key } })).id);
    await isTaken();
    expect(store.journal.size).toBeGreaterThanOrEqual(5);
    expect(desk.listener.messages).toEqual([]);

    const next = await crash();
    const late = await ana.send(owner, { text: 'late' });
    await next.pairedAgain();
    await next.message(late.id);
    const told = next.listener.messages.filter(({ content }) => content.type !== 'undecryptable');
    expect(told.map(({ id }) => id)).toEqual([...ids, late.id]);
    expect(told[0]).toMatchObject({ offline: true, pushName: 'Ana', content: { type: 'text', text: 'a' } });
    expect(told[0]?.chat.identity).toEqual({ pn: ana.jid, lid: ana.lid });
    expect(told[3]).toMatchObject({ chat: { isGroup: true }, content: { text: 'to the group' } });
    expect(told[4]?.content).toMatchObject({ type: 'reaction', targetId: ids[0] });
    await until(() => (next.store as MemoryStore).journal.size === 0, 'an empty journal');
  });

  const LONG = `${'ação 🧾 '.repeat(100_000)}end`;
  const largest = () =>
    Math.max(...store.applied.flat().map((write) => ('value' in write ? (write.value?.length ?? 0) : 0)));

  test('long texts arrive whole and in order, in one chat and in a group; no write is large', async () => {
    const group = network.group({ subject: 'G', members: [ana, owner] });
    const sent = [
      ana.send(owner, { text: 'first' }),
      ana.send(owner, { text: LONG }),
      ana.send(owner, { text: 'third' }),
      ana.send(group, { text: `${LONG}!` }),
      ana.send(group, { text: 'fifth' }),
    ];
    const ids = (await Promise.all(sent)).map(({ id }) => id);
    for (const id of ids) await desk.message(id);
    const told = desk.listener.messages.filter(({ id }) => ids.includes(id));
    expect(told.map(({ id }) => id)).toEqual(ids);
    const texts = told.map(({ content }) => content.type === 'text' && content.text);
    expect(texts).toEqual(['first', LONG, 'third', `${LONG}!`, 'fifth']);
    await until(() => store.journal.size === 0, 'an empty journal');
    expect(largest()).toBeLessThan(300_000);
  });

  test('a crash while a long text waits for the desk: it is told whole, and nothing of it stays', async () => {
    desk.listener.storing = hang;
    const { id } = await ana.send(owner, { text: LONG });
    await isTaken();
    expect(store.journal.size).toBeGreaterThan(3);
    const next = await crash();
    await next.pairedAgain();
    expect(await next.content(id)).toEqual({ type: 'text', text: LONG });
    await until(() => (next.store as MemoryStore).journal.size === 0, 'an empty journal');
  });

  test('a crash in the middle of writing a long text: WhatsApp sends it again, once it is told', async () => {
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

  test('what the owner wrote on the phone is not lost either', async () => {
    desk.listener.storing = hang;
    const { id } = await owner.send(ana, { text: 'mine' });
    await isTaken();
    const next = await crash();
    await next.pairedAgain();
    const message = await next.message(id);
    expect(message).toMatchObject({ fromMe: true, content: { text: 'mine' } });
    expect(message.chat.identity.pn).toBe(ana.jid);
  });

  test('a desk that refuses is asked again until it takes them', async () => {
    let refusals = 2;
    desk.listener.storing = async () => {
      if (refusals-- > 0) throw new Error('database is locked');
    };
    const { id } = await ana.send(owner, { text: 'again' });
    await desk.message(id);
    expect(desk.listener.messages.filter((message) => message.id === id)).toHaveLength(1);
    await until(() => store.journal.size === 0, 'an empty journal');
  });

  test('unlinked while messages wait: they are told although the credentials are gone', async () => {
    desk.listener.storing = hang;
    const { id } = await ana.send(owner, { text: 'last words' });
    await isTaken();
    owner.unlink();
    await desk.status('DISCONNECTED');
    const next = await crash();
    await next.whatsapp.start(target);
    expect(await next.content(id)).toEqual({ type: 'text', text: 'last words' });
  });

  test('rows on disk do not show what was written', async () => {
    desk.listener.storing = hang;
    await ana.send(owner, { text: 'my secret is 4711' });
    await isTaken();
    const disk = Buffer.concat([...store.journal.values(), ...store.rows.values()]).toString('latin1');
    expect(disk).not.toContain('4711');
    expect(disk).not.toContain(ana.number);
    expect(disk).not.toContain('noiseKey');
  });

  test('a disk that fails once costs nothing', async () => {
    store.failing = 1;
    const { id } = await ana.send(owner, { text: 'in spite of it' });
    expect(await desk.content(id)).toEqual({ type: 'text', text: 'in spite of it' });
  });
});
