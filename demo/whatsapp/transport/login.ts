import type { proto } from '@whiskeysockets/baileys';
import type { Connection } from './connection.ts';
import { node, seconds } from './nodes.ts';
import { offerPairing } from './pairing.ts';

export function admitClient(
  connection: Connection,
  client: { clientKey: Buffer; payload: proto.ClientPayload },
): void {
  const { payload, clientKey } = client;
  if (!payload.username) {
    offerPairing(connection, clientKey);
    return;
  }

  const phone = connection.network.findPhone(String(payload.username));
  const device = phone?.devices.get(payload.device ?? 0);
  if (phone && connection.network.faults.isMutedFor(phone.number)) {
    connection.peer.mute();
    return;
  }
  const fault = connection.network.faults.takeLoginFailure(phone?.number);
  const isKnown = device?.noiseKey.equals(clientKey) ?? false;
  if (fault !== null || !phone || !device || !isKnown) {
    connection.end(node('failure', { reason: fault ?? 401, location: 'sim' }));
    return;
  }

  device.connection?.end(node('stream:error', {}, [node('conflict', { type: 'replaced' })]));
  if (device.connection) device.disconnected(device.connection);
  device.connection = connection;
  connection.device = device;
  const routing = node('routing_info', {}, Buffer.from([8, 2, 8, 5]));
  connection.send(node('ib', {}, [node('edge_routing', {}, [routing])]));
  connection.send(node('success', { t: seconds(), lid: device.lid, creation: seconds() }));
  connection.network.changed();
}
