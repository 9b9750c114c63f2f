import type { BinaryNode } from '@whiskeysockets/baileys';
import type { Phone } from './phone/phone.ts';
import type { KeyBundle } from './phone/signal-store.ts';
import type { Connection } from './transport/connection.ts';
import { node, SERVER } from './transport/nodes.ts';

const LOW_PRE_KEYS = 5;

type PreKey = { id: number; value: Uint8Array };

export class LinkedDevice {
  connection: Connection | null = null;
  registrationId = 0;
  identity: Uint8Array = new Uint8Array();
  signedPreKey: KeyBundle['signedPreKey'] | null = null;
  readonly preKeys: PreKey[] = [];
  readonly subscriptions = new Set<string>();
  isSynced = false;
  isAvailable = false;
  private isLive = false;
  private readonly pending: BinaryNode[] = [];
  private readonly deferred: (() => void)[] = [];

  constructor(
    readonly phone: Phone,
    readonly id: number,
    readonly noiseKey: Buffer,
  ) {}

  get jid(): string {
    return `${this.phone.number}:${this.id}@s.whatsapp.net`;
  }

  get lid(): string {
    return `${this.phone.lidUser}:${this.id}@lid`;
  }

  get backlog(): number {
    return this.pending.length;
  }

  get backlogIds(): string[] {
    return this.pending.filter(({ tag }) => tag === 'message').map(({ attrs }) => attrs.id ?? '');
  }

  get isConnected(): boolean {
    return this.isLive;
  }

  deliver(stanza: BinaryNode): void {
    this.pending.push(stanza);
    if (this.isLive) this.connection?.send(stanza);
  }

  mention(stanza: BinaryNode): void {
    if (this.isLive) this.connection?.send(stanza);
  }

  defer(task: () => void): void {
    this.deferred.push(task);
  }

  /** Drops the oldest stanza that matches: a receipt names the chat, an ack the sender. */
  acknowledge(taken: { tag: string; id: string; from?: string; type?: string }): void {
    const named = ({ tag, attrs }: BinaryNode) => tag === taken.tag && attrs.id === taken.id;
    const exact = ({ tag, attrs }: BinaryNode) =>
      attrs.from === taken.from && (tag === 'message' || attrs.type === taken.type);
    let index = this.pending.findIndex((stanza) => named(stanza) && exact(stanza));
    if (index < 0) index = this.pending.findIndex(named);
    if (index >= 0) this.pending.splice(index, 1);
  }

  goLive(): void {
    const connection = this.connection;
    if (!connection) return;
    const waiting = this.pending.filter(({ attrs }) => attrs.category !== 'peer');
    if (waiting.length > 0) {
      connection.send(node('ib', {}, [node('offline_preview', { count: waiting.length })]));
    }
    for (const [index, { tag, attrs, content }] of waiting.entries()) {
      connection.send({ tag, attrs: { ...attrs, offline: String(index) }, content });
    }
    // Without this Baileys buffers all its events.
    connection.send(node('ib', {}, [node('offline', { count: waiting.length })]));
    this.isLive = true;
    for (const task of this.deferred.splice(0)) task();
    if (this.isSynced) return;
    // An interrupted first synchronization starts over: its old messages can no longer be decrypted.
    const rest = this.pending.filter(({ attrs }) => attrs.category !== 'peer');
    this.pending.splice(0, this.pending.length, ...rest);
    this.phone.synchronise(this);
  }

  disconnected(connection: Connection): void {
    if (this.connection !== connection) return;
    this.connection = null;
    this.isLive = false;
    this.isAvailable = false;
    this.subscriptions.clear();
  }

  takeBundle(): KeyBundle | null {
    if (!this.signedPreKey) return null;
    const preKey = this.preKeys.shift() ?? null;
    if (this.preKeys.length === LOW_PRE_KEYS - 1) {
      const count = node('count', { value: this.preKeys.length });
      const id = `prekeys-${this.phone.network.nextId()}`;
      this.deliver(node('notification', { id, type: 'encrypt', from: SERVER }, [count]));
    }
    return {
      registrationId: this.registrationId,
      identity: this.identity,
      signedPreKey: this.signedPreKey,
      preKey,
    };
  }
}
