import type { BinaryNode } from '@whiskeysockets/baileys';
import type { LinkedDevice } from '../linked-device.ts';
import { routeMessage } from '../message-routing.ts';
import { answerQuery, answerStranger } from '../queries/queries.ts';
import { routeReceipt } from '../receipt-routing.ts';
import type { Connection } from './connection.ts';
import { children, node, SERVER, seconds } from './nodes.ts';

export async function answerStanza(connection: Connection, stanza: BinaryNode): Promise<void> {
  const { device } = connection;
  if (!device) {
    if (stanza.tag === 'iq') connection.send(answerStranger(connection, stanza));
    return;
  }
  if (device.connection !== connection) return;
  switch (stanza.tag) {
    case 'iq':
      if (stanza.attrs.type !== 'result') await answerQuery(connection, device, stanza);
      break;
    case 'message':
      routeMessage(device, stanza);
      break;
    case 'receipt':
      routeReceipt(device, stanza);
      break;
    case 'ack':
      device.acknowledge({
        tag: stanza.attrs.class ?? '',
        id: stanza.attrs.id ?? '',
        from: stanza.attrs.to,
        type: stanza.attrs.type,
      });
      break;
    case 'presence':
      takePresence(device, stanza);
      break;
    case 'chatstate':
      takeChatState(device, stanza);
      break;
    case 'call':
      takeCall(connection, device, stanza);
      break;
  }
  connection.network.changed();
}

function takePresence(device: LinkedDevice, stanza: BinaryNode): void {
  const { type, to } = stanza.attrs;
  if (type === 'subscribe') {
    const peer = device.phone.network.resolve(to ?? '')?.phone;
    if (peer) device.subscriptions.add(peer.number);
    else if (to) device.subscriptions.add(to);
  } else if (type === 'available' || type === 'unavailable') {
    device.isAvailable = type === 'available';
  }
}

function takeChatState(device: LinkedDevice, stanza: BinaryNode): void {
  const { network } = device.phone;
  const [state] = children(stanza);
  const name = state?.attrs.media === 'audio' ? 'recording' : (state?.tag ?? 'paused');
  const to = stanza.attrs.to ?? '';
  const listeners = network.findGroup(to)?.members ?? [network.resolve(to)?.phone];
  for (const phone of listeners) {
    if (phone && phone !== device.phone) phone.presences.push({ from: device.phone.jid, state: name });
  }
}

function takeCall(connection: Connection, device: LinkedDevice, stanza: BinaryNode): void {
  const { id, to } = stanza.attrs;
  connection.send(node('ack', { class: 'call', id, from: to ?? SERVER, t: seconds() }));
  const reject = children(stanza).find(({ tag }) => tag === 'reject');
  if (reject) device.phone.network.resolve(to ?? '')?.phone.callRejected(reject.attrs['call-id'] ?? '');
}
