import type { LinkedDevice } from '../linked-device.ts';
import { node, seconds } from '../transport/nodes.ts';
import type { Phone } from './phone.ts';

export function announceDevices(phone: Phone, change: 'add' | 'remove', device: LinkedDevice): void {
  phone.watchers.delete(device);
  for (const watcher of new Set([...phone.watchers, ...phone.devices.values()])) {
    if (watcher === device) continue;
    const id = phone.network.nextId();
    const entry = node('device', { jid: device.jid, 'key-index': device.id });
    const attributes = { id, type: 'devices', from: phone.jid, lid: phone.lid, t: seconds() };
    watcher.deliver(node('notification', attributes, [node(change, { device_hash: '2:sim' }, [entry])]));
  }
}

export function announceBlock(phone: Phone, lid: string, action: 'block' | 'unblock'): void {
  const attributes = { id: phone.network.nextId(), type: 'account_sync', from: phone.jid, t: seconds() };
  const item = node('item', { action, jid: lid });
  for (const device of phone.devices.values())
    device.deliver(node('notification', attributes, [node('blocklist', {}, [item])]));
}

export function announceIdentity(phone: Phone): void {
  for (const watcher of phone.watchers) {
    const attributes = { id: phone.network.nextId(), type: 'encrypt', from: phone.jid, t: seconds() };
    watcher.deliver(node('notification', attributes, [node('identity')]));
  }
}
