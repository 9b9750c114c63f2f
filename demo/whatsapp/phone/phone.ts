import { createHash } from 'node:crypto';
import type { AnyMessageContent, BinaryNode, proto } from '@whiskeysockets/baileys';
import type { Group } from '../groups.ts';
import { LinkedDevice } from '../linked-device.ts';
import type { Parcel } from '../message-routing.ts';
import type { Network } from '../network.ts';
import { node } from '../transport/nodes.ts';
import { pairByCode, pairByQr } from '../transport/pairing.ts';
import { Call } from './calls.ts';
import { announceBlock, announceDevices, announceIdentity } from './identity-notices.ts';
import { downloadMedia } from './media-crypto.ts';
import { answerMediaRetry } from './media-retry.ts';
import { answerPeerRequest, synchronise } from './phone-companions.ts';
import { type Delivery, openParcel, type ReceivedMessage } from './phone-inbox.ts';
import {
  answerRetry,
  repeatMessage,
  type SendOptions,
  type SentMessage,
  sendForged,
  sendMessage,
} from './phone-outbox.ts';
import { type ReceiptType, sendReceipt } from './phone-receipts.ts';
import { type PresenceState, sendPresence } from './presence.ts';
import { announceCapping, announceTimeLock, type Capping } from './restriction-notices.ts';
import { SignalStore } from './signal-store.ts';

export type Addressing = 'pn' | 'lid';
export type PhoneOptions = { number: string; name: string };
export type PhoneReceipt = { id: string; type: string; from: Phone; device: number };

export type ReceiptPolicy = { delivered: 'auto' | 'manual'; read: 'auto' | 'manual'; delayMs: number };

export class Phone {
  readonly number: string;
  name: string;
  about = '';
  addressing: Addressing = 'pn';
  hidesOtherAddress = false;
  /** A URL; null answers item-not-found. */
  picture: string | null = null;
  /** Baileys reads this privacy setting before it sends blue ticks. */
  sendsReadReceipts = true;
  policy: ReceiptPolicy = { delivered: 'auto', read: 'manual', delayMs: 0 };
  mediaRetries: 'reupload' | 'gone' = 'reupload';
  answersRetries = true;
  failingDecrypts = 0;

  readonly received: ReceivedMessage[] = [];
  readonly deliveries: Delivery[] = [];
  readonly receipts: PhoneReceipt[] = [];
  readonly presences: { from: string; state: string }[] = [];
  readonly peerRequests: { id: string; type: number | null | undefined }[] = [];
  readonly retries: { id: string; count: number; device: number }[] = [];
  readonly sent = new Map<string, SentMessage>();
  readonly devices = new Map<number, LinkedDevice>();
  readonly blocked = new Set<string>();
  readonly watchers = new Set<LinkedDevice>();
  readonly trustedBy = new Set<string>();
  readonly senderKeys = new Set<string>();
  signal = new SignalStore();
  private readonly known = new Set<string>();
  private readonly calls = new Map<string, Call>();
  private readonly held: (() => Promise<void>)[] = [];
  private isOn = true;
  private lastDeviceId = 0;
  private messages = 0;
  private tail: Promise<unknown> = Promise.resolve();

  constructor(
    readonly network: Network,
    { number, name }: PhoneOptions,
  ) {
    this.number = number;
    this.name = name;
    const digest = createHash('sha256').update(number).digest();
    this.lidUser = `1${digest.readBigUInt64BE() % 10n ** 14n}`;
  }

  readonly lidUser: string;

  get jid(): string {
    return `${this.number}@s.whatsapp.net`;
  }

  get lid(): string {
    return `${this.lidUser}@lid`;
  }

  /** Resolves when the companion is linked. Throws on a stale code. */
  scan(qrText: string): Promise<LinkedDevice> {
    return pairByQr(this, qrText);
  }

  /** Waits a moment for the request. Throws on a wrong code. */
  async enterCode(code: string): Promise<LinkedDevice> {
    await this.network.until(() => this.network.codeRequests.has(this.number), 30_000, 'a pairing request');
    return pairByCode(this, code);
  }

  addDevice(noiseKey: Buffer): LinkedDevice {
    this.lastDeviceId += 1;
    const device = new LinkedDevice(this, this.lastDeviceId, noiseKey);
    this.devices.set(device.id, device);
    return device;
  }

  unlink(id?: number): void {
    for (const device of [...this.devices.values()]) {
      if (id !== undefined && device.id !== id) continue;
      this.devices.delete(device.id);
      const conflict = node('conflict', { type: 'device_removed' });
      device.connection?.end(node('stream:error', { code: 401 }, [conflict]));
      this.announceDevices('remove', device);
    }
  }

  announceDevices(change: 'add' | 'remove', device: LinkedDevice): void {
    announceDevices(this, change, device);
  }

  setBlocked(who: Phone, blocked: boolean): void {
    if (blocked) this.blocked.add(who.lid);
    else this.blocked.delete(who.lid);
    announceBlock(this, who.lid, blocked ? 'block' : 'unblock');
  }

  /** Only notifies the companions; `until` in seconds since 1970, null lifts it. Nothing is refused. */
  restrict(until: number | null): void {
    announceTimeLock(this, until);
  }

  cap(status: Capping, until: number): void {
    announceCapping(this, status, until);
  }

  send(
    to: Phone | Group | string,
    content: AnyMessageContent,
    options: SendOptions = {},
  ): Promise<SentMessage> {
    return this.enqueue(() => sendMessage(this, this.recipient(to), content, options));
  }

  forge(to: Phone | Group, message: proto.IMessage, id?: string): Promise<SentMessage> {
    return this.enqueue(() => sendForged(this, to, message, id));
  }

  repeat(message: SentMessage, how: 'bytes' | 'message'): Promise<void> {
    return this.enqueue(() => repeatMessage(this, message, how));
  }

  sendPresence(to: Phone | Group, state: PresenceState): void {
    sendPresence(this, to, state);
  }

  call(to: Phone, options: { video?: boolean } = {}): Call {
    const call = new Call(this, to, options.video ?? false);
    this.calls.set(call.id, call);
    return call;
  }

  callRejected(id: string): void {
    const call = this.calls.get(id);
    if (call) call.isRejected = true;
  }

  receipt(message: ReceivedMessage, type: ReceiptType): void {
    sendReceipt(this, message, type);
  }

  download(message: Pick<ReceivedMessage, 'message'>): Promise<Buffer> {
    return downloadMedia(this.network.media, message.message);
  }

  async reinstall({ announce = true } = {}): Promise<void> {
    await this.enqueue(async () => {
      this.signal.close();
      this.signal = new SignalStore();
      this.senderKeys.clear();
      this.unlink();
    });
    if (announce) announceIdentity(this);
  }

  switch(state: 'on' | 'off'): void {
    this.isOn = state === 'on';
    if (!this.isOn) return;
    for (const task of this.held.splice(0)) void this.enqueue(task);
  }

  waitFor(fits: (message: ReceivedMessage) => boolean, timeoutMs = 30_000): Promise<ReceivedMessage> {
    return this.network.until(() => this.received.find(fits), timeoutMs, `a message on ${this.name}'s phone`);
  }

  waitForReceipt(id: string, type: string, timeoutMs = 30_000): Promise<PhoneReceipt> {
    const fits = (receipt: PhoneReceipt) => receipt.id === id && receipt.type === type;
    return this.network.until(
      () => this.receipts.find(fits),
      timeoutMs,
      `receipt ${type} on ${this.name}'s phone`,
    );
  }

  take(parcel: Parcel): void {
    this.accept(() => openParcel(this, parcel));
  }

  isNew(key: string): boolean {
    const isNew = !this.known.has(key);
    this.known.add(key);
    return isNew;
  }

  nextOrder(): number {
    this.messages += 1;
    return this.messages;
  }

  find(chat: string, id: string): ReceivedMessage | SentMessage | undefined {
    const jid = this.network.findGroup(chat)?.jid ?? this.network.resolve(chat)?.phone.jid ?? '';
    return this.sent.get(`${jid} ${id}`) ?? this.received.find((one) => one.id === id && one.chat === jid);
  }

  accept(task: () => Promise<void>): void {
    if (this.isOn) void this.enqueue(task);
    else this.held.push(task);
  }

  takeReceipt(receipt: PhoneReceipt): void {
    this.receipts.push(receipt);
    this.network.changed();
  }

  takeRetry(device: LinkedDevice, stanza: BinaryNode): void {
    void this.enqueue(() => answerRetry(this, device, stanza));
  }

  takeMediaRetry(stanza: BinaryNode): void {
    void this.enqueue(() => answerMediaRetry(this, stanza));
  }

  takePeerRequest(device: LinkedDevice, stanza: BinaryNode): void {
    void this.enqueue(() => answerPeerRequest(this, device, stanza));
  }

  synchronise(device: LinkedDevice): void {
    void this.enqueue(() => synchronise(this, device));
  }

  enqueue<T>(task: () => Promise<T>): Promise<T> {
    const run = this.tail.then(task);
    this.tail = run.catch((error) => this.network.report(error)).finally(() => this.network.changed());
    // The error is already reported; callers may ignore the promise.
    run.catch(() => undefined);
    return run;
  }

  private recipient(to: Phone | Group | string): Phone | Group {
    if (typeof to !== 'string') return to;
    const found = this.network.findGroup(to) ?? this.network.resolve(to)?.phone ?? this.network.findPhone(to);
    if (!found) throw new Error(`nobody is at ${to}`);
    return found;
  }
}
