import { type BinaryNode, decodeBinaryNode, encodeBinaryNode } from '@whiskeysockets/baileys';
import type { LinkedDevice } from '../linked-device.ts';
import type { Network } from '../network.ts';
import { FrameReader, frame } from './frames.ts';
import { admitClient } from './login.ts';
import { NoiseResponder } from './noise-responder.ts';
import { answerStanza } from './stanzas.ts';
import type { Peer } from './websocket-listener.ts';

export class Connection {
  device: LinkedDevice | null = null;
  stranger: { noiseKey: Buffer; refs: string[] } | null = null;
  private readonly noise: NoiseResponder;
  private readonly reader = new FrameReader();
  private readonly requests = new Map<string, PromiseWithResolvers<BinaryNode>>();
  private tail: Promise<void> = Promise.resolve();
  private isHelloDone = false;

  constructor(
    readonly network: Network,
    readonly peer: Peer,
  ) {
    this.noise = new NoiseResponder(network.identity);
    peer.handlers = {
      message: (bytes) => {
        this.tail = this.tail.then(() => this.read(bytes)).catch((error) => this.fail(error));
      },
      close: () => this.closed(),
    };
  }

  send(stanza: BinaryNode): void {
    if (!this.noise.isOpen) return;
    this.peer.send(frame(this.noise.encrypt(encodeBinaryNode(stanza))));
  }

  request(stanza: BinaryNode): Promise<BinaryNode> {
    const reply = Promise.withResolvers<BinaryNode>();
    this.requests.set(stanza.attrs.id ?? '', reply);
    this.send(stanza);
    return reply.promise;
  }

  end(last?: BinaryNode): void {
    if (last) this.send(last);
    this.peer.close();
  }

  private async read(bytes: Buffer): Promise<void> {
    for (const payload of this.reader.push(bytes)) {
      if (this.noise.isOpen) await this.readStanza(payload);
      else this.readHandshake(payload);
    }
  }

  private readHandshake(payload: Buffer): void {
    if (!this.isHelloDone) {
      this.isHelloDone = true;
      if (this.network.faults.stallsHandshakes) return;
      this.peer.send(frame(this.noise.answerHello(payload)));
      return;
    }
    admitClient(this, this.noise.readFinish(payload));
  }

  private async readStanza(payload: Buffer): Promise<void> {
    const stanza = await decodeBinaryNode(this.noise.decrypt(payload));
    const waiting = stanza.tag === 'iq' && this.requests.get(stanza.attrs.id ?? '');
    if (waiting) {
      this.requests.delete(stanza.attrs.id ?? '');
      waiting.resolve(stanza);
      return;
    }
    await answerStanza(this, stanza);
  }

  private closed(): void {
    for (const { reject } of this.requests.values()) reject(new Error('the client went away'));
    this.requests.clear();
    this.network.disconnected(this);
  }

  private fail(error: unknown): void {
    this.network.report(error);
    this.peer.cut();
  }
}
