import { type BinaryNode, generateMessageIDV2 } from '@whiskeysockets/baileys';
import { node, seconds } from '../transport/nodes.ts';
import type { Phone } from './phone.ts';
import { addressOf } from './phone-outbox.ts';

export class Call {
  readonly id: string;
  isRejected = false;

  constructor(
    private readonly caller: Phone,
    private readonly to: Phone,
    isVideo: boolean,
  ) {
    this.id = generateMessageIDV2(caller.jid);
    const media = [node('audio', { enc: 'opus', rate: 16_000 }), ...(isVideo ? [node('video')] : [])];
    this.emit('offer', { caller_pn: caller.jid }, media);
  }

  hangUp(): void {
    this.emit('terminate', { reason: 'timeout' });
  }

  private emit(tag: string, attributes: Record<string, string>, content?: BinaryNode[]): void {
    const from = addressOf(this.caller);
    const details = { 'call-id': this.id, 'call-creator': from, ...attributes };
    for (const device of this.to.devices.values()) {
      const id = this.caller.network.nextId();
      const stanza = node('call', { from, id, t: seconds(), notify: this.caller.name }, [
        node(tag, details, content),
      ]);
      device.deliver(stanza);
    }
  }
}
