/**
 * WhatsApp's multi-device protocol on loopback for the real, unmodified Baileys: server, media host and all phones.
 * It enforces no limits, verifies no sender between phones and stores its state in memory only. Clients need
 * `waWebSocketUrl: network.socketUrl`, `WA_CERT_DETAILS.PUBLIC_KEY` set to `rootKey`, and `NODE_EXTRA_CA_CERTS`
 * naming the authority's ca.pem before they start.
 */
import type { HostCertificate } from './certificates.ts';
import { MediaHost } from './media-host.ts';
import { Network } from './network.ts';

export { createCertificateAuthority, type HostCertificate } from './certificates.ts';
export type { Group } from './groups.ts';
export type { LinkedDevice } from './linked-device.ts';
export type { Network } from './network.ts';
export type { Phone } from './phone/phone.ts';
export type { ReceivedMessage } from './phone/phone-inbox.ts';
export type { SentMessage } from './phone/phone-outbox.ts';
export { rawText } from './raw-text.ts';

export type SimulatorOptions = { port?: number; mediaPort?: number; ca: HostCertificate };

/** On 127.0.0.1; free ports by default. Throws when a port is taken. */
export async function startSimulator({ port = 0, mediaPort = 0, ca }: SimulatorOptions): Promise<Network> {
  const network = new Network(new MediaHost(mediaPort, ca), port);
  try {
    await network.listener.open();
  } catch (error) {
    await network.stop();
    throw error;
  }
  return network;
}
