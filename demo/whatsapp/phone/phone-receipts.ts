import { encodeBigEndian } from '@whiskeysockets/baileys';
import type { Parcel } from '../message-routing.ts';
import { node, seconds } from '../transport/nodes.ts';
import type { Phone } from './phone.ts';
import type { ReceivedMessage } from './phone-inbox.ts';

export type ReceiptType = 'delivered' | 'read' | 'played';

export function greetAuthor(phone: Phone, message: ReceivedMessage): void {
  const { policy, network } = phone;
  if (message.fromMe) {
    confirmOwn(phone, message);
    return;
  }
  const greet = () => {
    if (policy.delivered === 'auto') sendReceipt(phone, message, 'delivered');
    if (policy.read === 'auto') sendReceipt(phone, message, 'read');
  };
  if (policy.delayMs > 0) network.timers.after(policy.delayMs, greet);
  else greet();
}

export function sendReceipt(phone: Phone, message: ReceivedMessage, type: ReceiptType): void {
  const { id, group, author } = message;
  const from = group
    ? { from: group.jid, participant: group.addressOf(phone).jid }
    : { from: message.addressedAs };
  const wireType = type === 'delivered' ? undefined : type;
  const receipt = node('receipt', { id, ...from, type: wireType, t: seconds() });
  for (const device of author.devices.values()) device.deliver(receipt);
  author.takeReceipt({ id, type: wireType ?? 'delivery', from: phone, device: 0 });
  if (type !== 'read') return;
  const sender = author.addressing === 'lid' ? author.lid : author.jid;
  const own = group ? { from: group.jid, participant: phone.jid } : { from: phone.jid, recipient: sender };
  for (const device of phone.devices.values()) {
    device.deliver(node('receipt', { id, ...own, type: 'read-self', t: seconds() }));
  }
}

/** Baileys needs this for its status 2. */
function confirmOwn(phone: Phone, { id, group, addressedAs }: ReceivedMessage): void {
  if (group || phone.policy.delivered !== 'auto') return;
  const receipt = node('receipt', {
    id,
    from: phone.jid,
    recipient: addressedAs,
    type: 'sender',
    t: seconds(),
  });
  for (const device of phone.devices.values()) device.deliver(receipt);
}

export function askAgain(phone: Phone, { id, sender, group, to, timestamp }: Parcel): void {
  const isOwn = sender.phone === phone;
  const asked = phone.deliveries.filter(
    (delivery) => delivery.id === id && delivery.kind === 'failed',
  ).length;
  if (asked > 5) return;
  const address = group ? group.addressOf(phone).jid : isOwn ? phone.jid : to;
  const origin = group
    ? { from: group.jid, participant: address }
    : { from: address, recipient: isOwn ? to : undefined };
  const content = [
    node('retry', { count: asked, id, t: timestamp, v: 1 }),
    node('registration', {}, encodeBigEndian(phone.signal.creds.registrationId, 4)),
  ];
  sender.deliver(node('receipt', { id, ...origin, type: 'retry', t: seconds() }, content));
}
