import {
  type BinaryNode,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  S_WHATSAPP_NET,
} from '@whiskeysockets/baileys';
import type { LinkedDevice } from '../linked-device.ts';
import type { Connection } from '../transport/connection.ts';
import { children, node, SERVER, seconds } from '../transport/nodes.ts';
import { acceptCodeRequest } from '../transport/pairing.ts';
import { answerGroupQuery } from './group-queries.ts';
import { answerKeyQuery } from './key-queries.ts';
import { answerUsync } from './usync.ts';

const HISTORY_COLLECTIONS = 5;

export type Reply = BinaryNode[] | { error: number; text: string };

/** An unknown query gets an empty result, as WhatsApp returns for most settings. */
export async function answerQuery(
  connection: Connection,
  device: LinkedDevice,
  query: BinaryNode,
): Promise<void> {
  const reply = await replyTo(device, query);
  connection.send(resultOf(query, reply));
  const [asked] = children(query);
  if (query.attrs.xmlns === 'passive' && asked?.tag === 'active') device.goLive();
  if (asked?.tag === 'remove-companion-device') device.phone.unlink(device.id);
}

async function replyTo(device: LinkedDevice, query: BinaryNode): Promise<Reply> {
  switch (query.attrs.xmlns) {
    case 'encrypt':
      return answerKeyQuery(device, query);
    case 'usync':
      return answerUsync(device, query);
    case 'w:g2':
      return answerGroupQuery(device, query);
    case 'abt':
      return [node('props', { protocol: 1, refresh: 86_400 })];
    case 'blocklist':
      return answerBlocklist(device, query);
    case 'privacy':
      return answerPrivacy(device, query);
    case 'w:profile:picture':
      return answerPicture(device, query);
    case 'w:m':
      return [mediaConnection(device)];
    case 'w:sync:app:state':
      return answerAppState(device, query);
    case 'w:biz':
      return [node('business_profile')];
    case 'w:mex':
      return [node('result', {}, Buffer.from(JSON.stringify({ data: {} })))];
    default:
      return [];
  }
}

export function answerStranger(connection: Connection, query: BinaryNode): BinaryNode {
  const [asked] = children(query);
  if (asked?.tag !== 'link_code_companion_reg') return resultOf(query, []);
  if (asked.attrs.stage === 'companion_hello') {
    return resultOf(query, [acceptCodeRequest(connection, asked)]);
  }
  // The answer must leave before the phone goes on, or Baileys misses the success.
  queueMicrotask(() => connection.network.finishCode(connection, asked));
  return resultOf(query, []);
}

function resultOf(query: BinaryNode, reply: Reply): BinaryNode {
  const from = query.attrs.to && query.attrs.to !== S_WHATSAPP_NET ? query.attrs.to : SERVER;
  if (Array.isArray(reply)) return node('iq', { type: 'result', from, id: query.attrs.id }, reply);
  const error = node('error', { code: reply.error, text: reply.text });
  return node('iq', { type: 'error', from, id: query.attrs.id }, [error]);
}

/** WhatsApp lists lids only. */
function answerBlocklist({ phone }: LinkedDevice, query: BinaryNode): Reply {
  const { action, jid } = getBinaryNodeChild(query, 'item')?.attrs ?? {};
  if (action === 'block' && jid) phone.blocked.add(jid);
  if (action === 'unblock' && jid) phone.blocked.delete(jid);
  return [
    node(
      'list',
      {},
      [...phone.blocked].map((lid) => node('item', { jid: lid })),
    ),
  ];
}

function answerPrivacy(device: LinkedDevice, query: BinaryNode): Reply {
  const tokens = getBinaryNodeChild(query, 'tokens');
  if (tokens) {
    for (const { attrs } of getBinaryNodeChildren(tokens, 'token')) {
      device.phone.network.resolve(attrs.jid ?? '')?.phone.trustedBy.add(device.phone.number);
    }
    return [node('tokens')];
  }
  const category = (name: string, value: string) => node('category', { name, value });
  return [
    node('privacy', {}, [
      category('readreceipts', device.phone.sendsReadReceipts ? 'all' : 'none'),
      category('last', 'contacts'),
      category('online', 'all'),
      category('profile', 'all'),
      category('status', 'all'),
      category('groupadd', 'all'),
      category('calladd', 'all'),
      category('messages', 'all'),
    ]),
  ];
}

function answerPicture(device: LinkedDevice, query: BinaryNode): Reply {
  const { network } = device.phone;
  const target = query.attrs.target ?? '';
  const url = network.findGroup(target)?.picture ?? network.resolve(target)?.phone.picture;
  if (!url) return { error: 404, text: 'item-not-found' };
  return [node('picture', { id: 1, type: 'preview', url, direct_path: new URL(url).pathname })];
}

function mediaConnection(device: LinkedDevice): BinaryNode {
  const { media } = device.phone.network;
  return node('media_conn', { auth: media.token, ttl: 300, auth_ttl: 21_600, max_buckets: 12 }, [
    node('host', { hostname: media.hostname, maxContentLengthBytes: 100_000_000 }),
  ]);
}

function answerAppState(device: LinkedDevice, query: BinaryNode): Reply {
  const asked = getBinaryNodeChildren(getBinaryNodeChild(query, 'sync'), 'collection');
  if (asked.length >= HISTORY_COLLECTIONS) device.isSynced = true;
  const collections = asked.map(({ attrs, content }) => {
    const patches = Array.isArray(content) ? content.length : 0;
    return node('collection', {
      name: attrs.name,
      version: Number(attrs.version ?? 0) + patches,
      t: seconds(),
    });
  });
  return [node('sync', {}, collections)];
}
