import {
  type BinaryNode,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  isLidUser,
  jidNormalizedUser,
} from '@whiskeysockets/baileys';
import type { Group } from './groups.ts';
import type { LinkedDevice } from './linked-device.ts';
import { children, node, seconds } from './transport/nodes.ts';

export type Parcel = {
  id: string;
  sender: LinkedDevice;
  to: string;
  group: Group | null;
  encrypted: BinaryNode[];
  /** Seconds since 1970. */
  timestamp: number;
};

export function routeMessage(sender: LinkedDevice, stanza: BinaryNode): void {
  const { network } = sender.phone;
  const { to, id } = stanza.attrs;
  const fate = network.faults.takeMessageFate(sender.phone.number);
  if (fate.kind === 'lost') return;
  const isRefused = fate.kind === 'ack' && fate.error !== null;
  if (!isRefused) spread(sender, stanza);
  if (fate.kind === 'silent') return;
  const { connection } = sender;
  const ack = node('ack', { class: 'message', id, from: to, t: seconds(), error: fate.error });
  if (fate.delayMs > 0) network.timers.after(fate.delayMs, () => connection?.send(ack));
  else connection?.send(ack);
}

function spread(sender: LinkedDevice, stanza: BinaryNode): void {
  const { network } = sender.phone;
  const to = stanza.attrs.to ?? '';
  if (stanza.attrs.category === 'peer') {
    sender.phone.takePeerRequest(sender, stanza);
    return;
  }
  const group = network.findGroup(to);
  if (group) spreadInGroup(sender, stanza, group);
  else spreadToPeople(sender, stanza);
}

function spreadToPeople(sender: LinkedDevice, stanza: BinaryNode): void {
  const direct = getBinaryNodeChildren(stanza, 'enc');
  if (direct.length > 0) hand(sender, stanza, stanza.attrs.to ?? '', direct);
  for (const { attrs, content } of getBinaryNodeChildren(getBinaryNodeChild(stanza, 'participants'), 'to')) {
    hand(sender, stanza, attrs.jid ?? '', Array.isArray(content) ? content : []);
  }
}

function spreadInGroup(sender: LinkedDevice, stanza: BinaryNode, group: Group): void {
  const shared = getBinaryNodeChildren(stanza, 'enc');
  if (stanza.attrs.participant) {
    hand(sender, stanza, stanza.attrs.participant, shared, group);
    return;
  }
  const keys = new Map<string, BinaryNode[]>();
  const { network } = sender.phone;
  for (const { attrs, content } of getBinaryNodeChildren(getBinaryNodeChild(stanza, 'participants'), 'to')) {
    const target = network.resolve(attrs.jid ?? '');
    if (target && Array.isArray(content)) keys.set(`${target.phone.number}:${target.deviceId}`, content);
  }
  for (const member of group.members) {
    for (const id of [0, ...member.devices.keys()]) {
      if (member === sender.phone && id === sender.id) continue;
      const address = id === 0 ? member.lid : `${member.lidUser}:${id}@lid`;
      const key = keys.get(`${member.number}:${id}`) ?? [];
      hand(sender, stanza, address, [...key, ...shared], group);
    }
  }
}

function hand(
  sender: LinkedDevice,
  stanza: BinaryNode,
  address: string,
  encrypted: BinaryNode[],
  group: Group | null = null,
): void {
  const target = sender.phone.network.resolve(address);
  if (!target || encrypted.length === 0) return;
  const to = group?.jid ?? jidNormalizedUser(stanza.attrs.recipient ?? stanza.attrs.to ?? '');
  const timestamp = seconds();
  if (target.deviceId === 0) {
    target.phone.take({ id: stanza.attrs.id ?? '', sender, to, group, encrypted, timestamp });
    return;
  }
  const device = target.phone.devices.get(target.deviceId);
  const isOwn = target.phone === sender.phone;
  const origin = group ? originInGroup(sender, group) : originInChat(sender, to, isOwn);
  const { id, type, edit } = stanza.attrs;
  const rest = children(stanza).filter(({ tag }) => tag === 'device-identity');
  const attributes = { ...origin, id, type, edit, t: timestamp, notify: sender.phone.name };
  device?.deliver(node('message', attributes, [...encrypted, ...rest]));
}

function originInGroup(sender: LinkedDevice, group: Group) {
  const { other } = group.addressOf(sender.phone);
  const participant = group.addressing === 'lid' ? sender.lid : sender.jid;
  return { from: group.jid, participant, ...other, addressing_mode: group.addressing };
}

function originInChat(sender: LinkedDevice, to: string, isOwn: boolean) {
  const { phone } = sender;
  const peer = phone.network.resolve(to)?.phone;
  if (isLidUser(to)) {
    const own = isOwn ? { recipient: to, peer_recipient_pn: peer?.jid } : { sender_pn: phone.jid };
    return { from: sender.lid, addressing_mode: 'lid', ...own };
  }
  const own = isOwn ? { recipient: to, peer_recipient_lid: peer?.lid } : { sender_lid: phone.lid };
  return { from: sender.jid, addressing_mode: 'pn', ...own };
}
