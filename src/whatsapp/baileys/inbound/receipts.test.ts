import { describe, expect, test } from 'bun:test';
import { EventEmitter } from 'node:events';
import type { BinaryNode, WASocket } from '@whiskeysockets/baileys';
import type { InboundMessage, Receipt } from '../../port.ts';
import { silentLog } from '../log.ts';
import { FakeTimers } from '../timers.test-support.ts';
import { ReceiptGate } from './receipt-gate.ts';
import { receiptsOfStanza, refusalsOf } from './receipts.ts';

const me = { pn: '5511900000000@s.whatsapp.net', lid: '900@lid' };
const ana = '5511911111111@s.whatsapp.net';
const group = '1@g.us';
const stanza = (attrs: BinaryNode['attrs'], content?: BinaryNode['content']): BinaryNode => ({
  tag: 'receipt',
  attrs: { id: 'x', t: '1', ...attrs },
  content,
});

describe('receipt parsing', () => {
  const reported = (attrs: BinaryNode['attrs']) =>
    receiptsOfStanza(stanza(attrs), me).map(({ chatJid, ack }) => [chatJid, ack]);

  test.each<[string, BinaryNode['attrs'], [string, number][]]>([
    ['delivered to one of the customer’s devices', { from: '5511911111111:2@s.whatsapp.net' }, [[ana, 3]]],
    ['read', { from: ana, type: 'read' }, [[ana, 4]]],
    ['played, by the hidden address', { from: '7@lid', type: 'played' }, [['7@lid', 5]]],
    ['delivered in a group', { from: group, participant: ana }, [[group, 3]]],
    ['read in a group', { from: group, participant: '7@lid', type: 'read' }, [[group, 4]]],
    ['our phone has what was sent', { from: me.pn, recipient: ana, type: 'sender' }, [[ana, 2]]],
    ['our phone, in a group', { from: group, participant: me.lid, type: 'sender' }, [[group, 2]]],
    ['read on our own phone', { from: me.pn, recipient: ana, type: 'read-self' }, []],
    ['read in a group on our own phone', { from: group, participant: me.lid, type: 'read' }, []],
    ['a retry', { from: ana, type: 'retry' }, []],
    ['of somebody else’s message', { from: ana, recipient: '2@lid', type: 'read' }, []],
    ['of nobody', {}, []],
  ])('%s', (_name, attrs, expected) => expect(reported(attrs)).toEqual(expected));

  test('reads a receipt for many messages', () => {
    const items = ['y', 'z'].map((id) => ({ tag: 'item', attrs: { id } }));
    const node = stanza({ from: ana, type: 'read' }, [{ tag: 'list', attrs: {}, content: items }]);
    expect(receiptsOfStanza(node, me).map(({ id }) => id)).toEqual(['x', 'y', 'z']);
  });

  test('reads server rejections and ignores other message updates', () => {
    const key = { remoteJid: ana, id: 'x', fromMe: true };
    const refused = { status: 0, messageStubParameters: ['463'] };
    expect(refusalsOf([{ key, update: refused }])).toEqual([{ id: 'x', chatJid: ana, ack: 0, error: '463' }]);
    expect(refusalsOf([{ key: { ...key, fromMe: false }, update: refused }])).toEqual([]);
    expect(refusalsOf([{ key, update: { status: 3 } }])).toEqual([]);
  });
});

describe('receipt gate', () => {
  function open(notify: (receipts: Receipt[]) => Promise<Receipt[]>) {
    const ws = Object.assign(new EventEmitter(), { isOpen: true });
    const passed: string[] = [];
    ws.on('CB:receipt', ({ attrs }: BinaryNode) => passed.push(`${attrs.type ?? 'delivered'} ${attrs.id}`));
    const timers = new FakeTimers();
    const addressesOf = async (jid: string) => (jid === ana ? [ana, '7@lid'] : [jid]);
    const gate = new ReceiptGate({ onReceipts: notify, addressesOf, me: () => me, timers, log: silentLog });
    gate.watch(ws as unknown as WASocket['ws']);
    const come = (attrs: BinaryNode['attrs']) => ws.emit('CB:receipt', stanza(attrs));
    return { ws, gate, timers, passed, come };
  }

  test('stores receipts before Baileys sees them and batches those that arrive meanwhile', async () => {
    const writes: string[][] = [];
    let store = () => {};
    const { gate, passed, come } = open((receipts) => {
      writes.push(receipts.map(({ id }) => id));
      return new Promise((resolve) => {
        store = () => resolve([]);
      });
    });
    come({ id: 'a', from: ana });
    while (writes.length < 1) await Promise.resolve();
    for (const id of ['b', 'c']) come({ id, from: ana, type: 'read' });
    come({ id: 'd', from: ana, type: 'retry' });
    expect(passed).toEqual(['retry d']);
    store();
    while (writes.length < 2) await Promise.resolve();
    expect(passed).toEqual(['retry d', 'delivered a']);
    store();
    await gate.idle();
    expect(passed).toEqual(['retry d', 'delivered a', 'read b', 'read c']);
    expect(writes).toEqual([['a'], ['b', 'c']]);
  });

  test('retries a failed store and does not acknowledge for a closed socket', async () => {
    let failures = 1;
    const { ws, gate, timers, passed, come } = open(async () => {
      if (failures-- > 0) throw new Error('database is locked');
      return [];
    });
    come({ id: 'a', from: ana });
    while (timers.waiting.length === 0) await Promise.resolve();
    expect(passed).toEqual([]);
    ws.isOpen = false;
    timers.advance(1_000);
    await gate.idle();
    expect([failures, passed]).toEqual([-1, []]);
  });

  test('stores and acknowledges nothing after stop', async () => {
    const { gate, timers, passed, come } = open(async () => {
      throw new Error('disk full');
    });
    come({ id: 'a', from: ana });
    while (timers.waiting.length === 0) await Promise.resolve();
    const stopped = gate.stop();
    timers.advance(1_000);
    await stopped;
    come({ id: 'b', from: ana });
    expect(passed).toEqual([]);
  });

  test('repeats a receipt once its message is stored', async () => {
    const known = new Set<string>();
    const reported: Receipt[] = [];
    const { gate, come } = open(async (receipts) => {
      reported.push(...receipts);
      return receipts.filter(({ id }) => !known.has(id));
    });
    come({ id: 'a', from: ana, type: 'read' });
    come({ id: 'a', from: ana });
    await gate.idle();
    known.add('a');
    reported.length = 0;
    const message = (fromMe: boolean) => ({ id: 'a', fromMe }) as InboundMessage;
    gate.stored([message(false)]);
    gate.stored([message(true)]);
    gate.stored([message(true)]);
    await gate.idle();
    expect(reported).toEqual([{ id: 'a', chat: [ana, '7@lid'], ack: 4 }]);
  });
});
