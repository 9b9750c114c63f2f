import {
  type BinaryNode,
  encodeBigEndian,
  getBinaryNodeChild,
  getBinaryNodeChildren,
} from '@whiskeysockets/baileys';
import type { LinkedDevice } from '../linked-device.ts';
import type { KeyBundle } from '../phone/signal-store.ts';
import { childBytes, childNumber, children, node } from '../transport/nodes.ts';
import type { Reply } from './queries.ts';

export async function answerKeyQuery(device: LinkedDevice, query: BinaryNode): Promise<Reply> {
  const [asked] = children(query);
  switch (asked?.tag) {
    case 'count':
      return [node('count', { value: device.preKeys.length })];
    case 'digest':
      return device.signedPreKey ? [node('digest')] : { error: 404, text: 'item-not-found' };
    case 'key':
      return [node('list', {}, await bundles(device, getBinaryNodeChildren(asked, 'user')))];
    case 'rotate':
      device.signedPreKey = signedPreKey(getBinaryNodeChild(asked, 'skey'));
      return [];
    default:
      upload(device, query);
      return [];
  }
}

function upload(device: LinkedDevice, query: BinaryNode): void {
  device.registrationId = childNumber(query, 'registration');
  device.identity = childBytes(query, 'identity');
  device.signedPreKey = signedPreKey(getBinaryNodeChild(query, 'skey'));
  for (const key of getBinaryNodeChildren(getBinaryNodeChild(query, 'list'), 'key')) {
    const id = childNumber(key, 'id');
    const known = device.preKeys.findIndex((preKey) => preKey.id === id);
    if (known >= 0) device.preKeys.splice(known, 1);
    device.preKeys.push({ id, value: childBytes(key, 'value') });
  }
}

function signedPreKey(key: BinaryNode | undefined): KeyBundle['signedPreKey'] {
  return {
    id: childNumber(key, 'id'),
    value: childBytes(key, 'value'),
    signature: childBytes(key, 'signature'),
  };
}

async function bundles(device: LinkedDevice, users: BinaryNode[]): Promise<BinaryNode[]> {
  const found: BinaryNode[] = [];
  for (const { attrs } of users) {
    const jid = attrs.jid ?? '';
    const target = device.phone.network.resolve(jid);
    const bundle =
      target?.deviceId === 0
        ? await target.phone.signal.takeBundle()
        : target?.phone.devices.get(target.deviceId)?.takeBundle();
    if (bundle) found.push(node('user', { jid }, bundleNodes(bundle)));
  }
  return found;
}

function bundleNodes({ registrationId, identity, signedPreKey, preKey }: KeyBundle): BinaryNode[] {
  const nodes = [
    node('registration', {}, encodeBigEndian(registrationId, 4)),
    node('type', {}, Buffer.from([5])),
    node('identity', {}, identity),
    node('skey', {}, [
      node('id', {}, encodeBigEndian(signedPreKey.id, 3)),
      node('value', {}, signedPreKey.value),
      node('signature', {}, signedPreKey.signature),
    ]),
  ];
  if (preKey) {
    nodes.push(
      node('key', {}, [node('id', {}, encodeBigEndian(preKey.id, 3)), node('value', {}, preKey.value)]),
    );
  }
  return nodes;
}
