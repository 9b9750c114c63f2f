import {
  type BinaryNode,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  isLidUser,
} from '@whiskeysockets/baileys';
import type { LinkedDevice } from './linked-device.ts';
import type { Phone } from './phone/phone.ts';
import { node, SERVER, seconds } from './transport/nodes.ts';

/** These receipts do not mean that the companion has the message. */
const NOT_TAKEN = new Set(['retry', 'server-error', 'read', 'read-self', 'played', 'hist_sync']);
const PRIVATE = new Set(['sender', 'peer_msg', 'hist_sync', 'read-self']);

export function routeReceipt(device: LinkedDevice, stanza: BinaryNode): void {
  const { id, to, type } = stanza.attrs;
  const ids = [id ?? '', ...listed(stanza)];
  if (!NOT_TAKEN.has(type ?? '')) {
    for (const taken of ids) device.acknowledge({ tag: 'message', id: taken, from: to });
  }
  device.connection?.send(node('ack', { class: 'receipt', id, from: to ?? SERVER, type, t: seconds() }));
  if (type === 'retry') routeRetry(device, stanza);
  else if (type === 'server-error') device.phone.takeMediaRetry(stanza);
  else if (!PRIVATE.has(type ?? '')) notifyAuthor(device, stanza, ids);
}

function notifyAuthor(device: LinkedDevice, stanza: BinaryNode, ids: string[]): void {
  const { type } = stanza.attrs;
  const author = authorOf(device, stanza);
  if (!author) return;
  for (const read of ids)
    author.takeReceipt({ id: read, type: type ?? 'delivery', from: device.phone, device: device.id });
  for (const other of author.devices.values()) other.deliver(forwarded(device, stanza, false));
}

function authorOf(device: LinkedDevice, { attrs }: BinaryNode): Phone | undefined {
  const { network } = device.phone;
  return network.resolve(attrs.participant ?? attrs.to ?? '')?.phone;
}

function routeRetry(device: LinkedDevice, stanza: BinaryNode): void {
  const { to, participant } = stanza.attrs;
  const target = device.phone.network.resolve(participant ?? to ?? '');
  if (!target) return;
  if (target.deviceId === 0) target.phone.takeRetry(device, stanza);
  else target.phone.devices.get(target.deviceId)?.deliver(forwarded(device, stanza, true));
}

function forwarded(device: LinkedDevice, stanza: BinaryNode, withDevice: boolean): BinaryNode {
  const { id, to = '', type, t } = stanza.attrs;
  const { phone } = device;
  const group = phone.network.findGroup(to);
  const isLid = group ? group.addressing === 'lid' : isLidUser(to);
  const person = isLid ? phone.lid : phone.jid;
  const address = withDevice ? (isLid ? device.lid : device.jid) : person;
  const origin = group ? { from: group.jid, participant: address } : { from: address };
  return node('receipt', { id, type, t: t ?? seconds(), ...origin }, stanza.content);
}

function listed(stanza: BinaryNode): string[] {
  const list = getBinaryNodeChild(stanza, 'list');
  return getBinaryNodeChildren(list, 'item').map(({ attrs }) => attrs.id ?? '');
}
