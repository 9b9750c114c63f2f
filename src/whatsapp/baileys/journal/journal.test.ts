import { expect, test } from 'bun:test';
import { EventEmitter } from 'node:events';
import { until } from '@test/support/until.ts';
import {
  type BinaryNode,
  encodeWAMessage,
  proto,
  unpadRandomMax16,
  type WAMessage,
} from '@whiskeysockets/baileys';
import { MemoryStore } from '../../stores.test-support.ts';
import { journalName, makeCipher } from '../auth/cipher.ts';
import { preserveArrivalOrder } from '../inbound/arrival-order.ts';
import { toInbound } from '../inbound/inbound-message.ts';
import { silentLog } from '../log.ts';
import { Journal } from './journal.ts';
import { packRow, shortened } from './journal-rows.ts';

const cipher = makeCipher(Buffer.alloc(32, 1));
const me = { id: '5511900000000:1@s.whatsapp.net', lid: '900:1@lid' };
const ana = '5511911111111@s.whatsapp.net';

type Row = { attrs: Record<string, string>; plain: Uint8Array };

function journalOf(...rows: Row[]) {
  const store = new MemoryStore();
  for (const [n, { attrs, plain }] of rows.entries()) {
    const packed = packRow({ attrs, me: me.id, lid: me.lid }, plain);
    store.journal.set(`${n}`, cipher.encrypt(journalName(`${n}`), packed));
  }
  return { store, journal: new Journal(store, cipher, silentLog) };
}

const direct = (id: string, message: proto.IMessage, attrs = {}): Row => ({
  attrs: { id, from: ana, t: '1700000000', notify: 'Ana', ...attrs },
  plain: encodeWAMessage(message),
});

test('rows become messages again, including a group message with its key', async () => {
  const group = { from: '1@g.us', participant: ana };
  const { journal } = journalOf(
    direct('A', { conversation: 'one' }),
    direct('G', { senderKeyDistributionMessage: { groupId: '1@g.us' } }, group),
    direct('G', { conversation: 'to all' }, group),
    direct(
      'B',
      { deviceSentMessage: { destinationJid: ana, message: { conversation: 'mine' } } },
      {
        from: me.id,
        recipient: ana,
      },
    ),
  );
  const found = await journal.replay();
  expect(found.map(({ rows }) => rows)).toEqual([['0'], ['1', '2'], ['3']]);
  expect(found.map(({ message }) => message.message?.conversation)).toEqual(['one', 'to all', 'mine']);
  expect(found[0]?.message).toMatchObject({ key: { remoteJid: ana, fromMe: false }, pushName: 'Ana' });
  expect(found[2]?.message.key).toMatchObject({ remoteJid: ana, fromMe: true });
});

test('does not replay rows in progress, and forgotten rows are deleted', async () => {
  const { store, journal } = journalOf(direct('A', { conversation: 'one' }));
  const [found] = await journal.replay();
  expect(await journal.replay()).toEqual([]);
  await journal.forget(found?.rows ?? []);
  expect(store.journal.size).toBe(0);
});

test('replays more rows than one page', async () => {
  const rows = Array.from({ length: 1203 }, (_, n) => direct(`${n}`, { conversation: `${n}` }));
  const { journal } = journalOf(...rows);
  const found = await journal.replay();
  expect(found.map(({ message }) => message.key.id)).toEqual(rows.map(({ attrs }) => attrs.id ?? ''));
});

test('skips a row encrypted with another key and turns broken content into a placeholder', async () => {
  const { store, journal } = journalOf(
    direct('A', { conversation: 'one' }),
    { attrs: { id: 'B', from: ana, t: '1' }, plain: Buffer.from([0xff, 0xff, 1]) },
    direct('C', { reactionMessage: { text: 'x' } }),
  );
  store.journal.set('0', makeCipher(Buffer.alloc(32, 2)).encrypt(journalName('0'), Buffer.from('x')));
  const found = await journal.replay();
  expect(found.map(({ message }) => message.key.id)).toEqual(['B', 'C']);
  const context = {
    me: { pn: null, lid: null },
    mappedUser: async () => null,
    now: 1,
    isGroupAdmin: async () => false,
  };
  const contents = await Promise.all(found.map(({ message }) => toInbound(message, true, context)));
  expect(contents.map((message) => message?.content.type)).toEqual(['unknown', 'unknown']);
  expect(store.journal.has('0')).toBe(true);
});

test('forgets a long text without its end and preserves one without its beginning', async () => {
  const { store, journal } = journalOf(direct('A', { conversation: 'one' }));
  const put = (id: string, plain: Uint8Array) =>
    store.journal.set(id, cipher.encrypt(journalName(id), plain));
  put('cut/0', Buffer.from('the beginning'));
  put(
    'torn',
    packRow({ attrs: direct('T', {}).attrs, me: me.id, lid: me.lid, parts: 2 }, Buffer.from('end')),
  );
  const found = await journal.replay();
  expect(found.map(({ rows }) => rows)).toEqual([['0']]);
  expect([...store.journal.keys()]).toEqual(['0', 'torn']);
});

test('passes Baileys only the parts it acts on, not the text', () => {
  const long = 'x'.repeat(300_000);
  const key = { remoteJid: ana, id: 'A', fromMe: false };
  const senderKeyDistributionMessage = { groupId: '1@g.us' };
  const read = (message: WAMessage) =>
    proto.Message.toObject(
      proto.Message.decode(unpadRandomMax16(shortened(message, encodeWAMessage(message.message ?? {})))),
    );
  expect(read({ key, message: { conversation: long, senderKeyDistributionMessage } })).toEqual({
    senderKeyDistributionMessage,
  });
  expect(read({ key, message: { senderKeyDistributionMessage: { groupId: long } } })).toEqual({});
  expect(read({ key, message: { protocolMessage: { key: { id: long } } } })).toEqual({});
  const mine = { protocolMessage: { key: { id: long } } };
  expect(read({ key: { ...key, fromMe: true }, message: mine })).toEqual(mine);
});

test('returns a message unknown to the journal unchanged without rows', () => {
  const { journal } = journalOf();
  const message: WAMessage = { key: { remoteJid: ana, id: 'A', fromMe: false } };
  expect(journal.take(new EventEmitter(), message)).toEqual({ message, rows: [] });
});

test('processes messages one after another in wire order', async () => {
  const ws = new EventEmitter();
  const read: string[] = [];
  ws.on('CB:message', async ({ attrs }: BinaryNode) => {
    if (attrs.id === 'slow') await slow.promise;
    read.push(attrs.id ?? '');
    if (attrs.id === 'bad') throw new Error('bad');
  });
  const slow = Promise.withResolvers<void>();
  preserveArrivalOrder(ws);
  for (const id of ['slow', 'bad', 'last']) ws.emit('CB:message', { tag: 'message', attrs: { id } });
  slow.resolve();
  await until('all are read', () => read.length === 3);
  expect(read).toEqual(['slow', 'bad', 'last']);
});
