import type { BinaryNode } from '@whiskeysockets/baileys';
import type { Connection } from './connection.ts';
import { node, SERVER } from './nodes.ts';
import type { Phone } from './phone.ts';
import type { KeyBundle } from './signal-store.ts';

const LOW_PRE_KEYS = 5;

type PreKey = { id: number; value: Uint8Array };

/** One companion of a phone: what the server keeps about it, its connection and what it has not taken yet. */
export class LinkedDevice {
  connection: Connection | null = null;
  registrationId = 0;
  identity: Uint8Array = new Uint8Array();
  signedPreKey: KeyBundle['signedPreKey'] | null = null;
  readonly preKeys: PreKey[] = [];
  /** Numbers whose presence this connection asked for. */
  readonly subscriptions = new Set<string>();
  /** Whether the first synchronisation after pairing went through. */
  isSynced = false;
  /** Whether the companion calls itself available. */
  isAvailable = false;
  private isLive = false;
  private readonly pending: BinaryNode[] = [];
  private readonly deferred: (() => void)[] = [];

  constructor(
    readonly phone: Phone,
    readonly id: number,
    /** The Noise key it paired with; a login with another one is refused. */
    readonly noiseKey: Buffer,
  ) {}

  get jid(): string {
    return `${this.phone.number}:${this.id}@s.whatsapp.net`;
  }

  get lid(): string {
    return `${this.phone.lidUser}:${this.id}@lid`;
  }

  /** How many stanzas wait for the companion's receipt. */
  get backlog(): number {
    return this.pending.length;
  }

  /** Ids of the messages that wait for the companion's receipt, oldest first. */
  get backlogIds(): string[] {
    return this.pending.filter(({ tag }) => tag === 'message').map(({ attrs }) => attrs.id ?? '');
  }

  get isConnected(): boolean {
    return this.isLive;
  }

  /** Keeps a stanza until its receipt arrives, and sends it now if the companion is there. */
  deliver(stanza: BinaryNode): void {
    this.pending.push(stanza);
    if (this.isLive) this.connection?.send(stanza);
  }

  /** Sends something that is worth nothing later (typing, presence). */
  mention(stanza: BinaryNode): void {
    if (this.isLive) this.connection?.send(stanza);
  }

  /** Does something once the companion's keys are known, which is before it first goes live. */
  defer(task: () => void): void {
    this.deferred.push(task);
  }

  /** The companion took a stanza: drop the oldest that fits. A receipt names the chat, an ack the sender. */
  acknowledge(taken: { tag: string; id: string; from?: string; type?: string }): void {
    const named = ({ tag, attrs }: BinaryNode) => tag === taken.tag && attrs.id === taken.id;
    const exact = ({ tag, attrs }: BinaryNode) =>
      attrs.from === taken.from && (tag === 'message' || attrs.type === taken.type);
    let index = this.pending.findIndex((stanza) => named(stanza) && exact(stanza));
    if (index < 0) index = this.pending.findIndex(named);
    if (index >= 0) this.pending.splice(index, 1);
  }

  /** After login: what waited goes out as offline messages, then everything is live. */
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
    // A first synchronisation that was cut off starts over: its old messages can no longer be decrypted.
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

  /** A bundle for somebody who wants to write to this companion; null before it uploaded its keys. */
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
