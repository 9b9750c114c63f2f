/**
 * A WhatsApp network on loopback, for tests, benchmarks and the demo: a WebSocket server that speaks
 * WhatsApp's multi-device protocol (Noise handshake, pairing, Signal, receipts, offline backlog) and an HTTPS
 * media host, to which the real, unmodified Baileys connects. It plays the server and all the phones, with the
 * faults of both. It is not WhatsApp: it enforces no limits, verifies no sender between phones, keeps its state
 * in memory only, and knows no communities, newsletters, statuses, payments or business catalogues. A client
 * needs three things: `waWebSocketUrl: network.socketUrl`, `WA_CERT_DETAILS.PUBLIC_KEY` set to `rootKey`, and
 * `NODE_EXTRA_CA_CERTS` naming the authority's ca.pem since its process started.
 */
import type { HostCertificate } from './certificates.ts';
import { MediaHost } from './media-host.ts';
import { Network } from './network.ts';

export { createCertificateAuthority, type HostCertificate } from './certificates.ts';
export type { Group } from './groups.ts';
export type { LinkedDevice } from './linked-device.ts';
export type { Network } from './network.ts';
export type { Phone } from './phone.ts';
export type { ReceivedMessage } from './phone-inbox.ts';
export type { SentMessage } from './phone-outbox.ts';

/** `ca` comes from `createCertificateAuthority`; ports are free ones unless given. */
export type SimulatorOptions = { port?: number; mediaPort?: number; ca: HostCertificate };

/** Starts an empty network on 127.0.0.1; end it with `stop()`. Throws when a port is taken. */
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
