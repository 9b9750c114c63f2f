import type { BinaryNode } from '@whiskeysockets/baileys';
import { jidDecode } from '@whiskeysockets/baileys';
import { findRegistered } from './brazilian-numbers.ts';
import { Faults } from './faults.ts';
import { Group, type GroupOptions } from './groups.ts';
import type { LinkedDevice } from './linked-device.ts';
import type { MediaHost } from './media-host.ts';
import { Phone, type PhoneOptions } from './phone/phone.ts';
import { Timers, Watchers } from './timers.ts';
import { Connection } from './transport/connection.ts';
import { NoiseIdentity } from './transport/noise-responder.ts';
import type { CodeRequest } from './transport/pairing.ts';
import { WebSocketListener } from './transport/websocket-listener.ts';

export class Network {
  readonly identity = new NoiseIdentity();
  readonly timers = new Timers();
  readonly faults = new Faults(this);
  readonly connections = new Set<Connection>();
  readonly codeRequests = new Map<string, CodeRequest>();
  readonly errors: unknown[] = [];
  readonly listener: WebSocketListener;
  private readonly watchers = new Watchers(this.timers);
  private readonly phones = new Map<string, Phone>();
  private readonly phonesByLid = new Map<string, Phone>();
  private readonly registered = new Map<string, PhoneOptions>();
  private readonly groups = new Map<string, Group>();
  private readonly codeFinishes = new Map<Connection, (finish: BinaryNode) => void>();
  private sequence = 0;

  constructor(
    readonly media: MediaHost,
    port: number,
  ) {
    this.listener = new WebSocketListener(
      port,
      () => this.faults.admission(),
      (peer) => this.connections.add(new Connection(this, peer)),
    );
  }

  get socketUrl(): string {
    return `ws://127.0.0.1:${this.listener.port}/ws/chat`;
  }

  /** Base64, for `WA_CERT_DETAILS.PUBLIC_KEY`. */
  get rootKey(): string {
    return Buffer.from(this.identity.root.public).toString('base64');
  }

  phone(options: PhoneOptions): Phone {
    const known = this.phones.get(options.number);
    if (known) return known;
    const phone = new Phone(this, options);
    this.phones.set(phone.number, phone);
    this.phonesByLid.set(phone.lidUser, phone);
    return phone;
  }

  group(options: GroupOptions): Group {
    const group = new Group(this, options);
    this.groups.set(group.jid, group);
    group.announceCreation();
    return group;
  }

  findGroup(jid: string): Group | undefined {
    return this.groups.get(jid);
  }

  groupsOf(phone: Phone): Group[] {
    return [...this.groups.values()].filter((group) => group.members.has(phone));
  }

  /** Phones that are made when they are first asked for: making one costs milliseconds. */
  register(phones: Iterable<PhoneOptions>): void {
    for (const options of phones) this.registered.set(options.number, options);
  }

  findPhone(number: string): Phone | undefined {
    return findRegistered(number, (candidate) => this.lookUp(candidate));
  }

  private lookUp(number: string): Phone | undefined {
    const options = this.registered.get(number);
    return this.phones.get(number) ?? (options && this.phone(options));
  }

  resolve(jid: string): { phone: Phone; deviceId: number } | undefined {
    const address = jidDecode(jid);
    if (!address) return undefined;
    const phone = address.server === 'lid' ? this.phonesByLid.get(address.user) : this.lookUp(address.user);
    return phone && { phone, deviceId: address.device ?? 0 };
  }

  *devices(): Generator<LinkedDevice> {
    for (const phone of this.phones.values()) yield* phone.devices.values();
  }

  findStranger(ref: string): Connection | undefined {
    return [...this.connections].find(({ stranger }) => stranger?.refs.includes(ref));
  }

  awaitCodeFinish(connection: Connection): Promise<BinaryNode> {
    return new Promise((resolve) => this.codeFinishes.set(connection, resolve));
  }

  finishCode(connection: Connection, finish: BinaryNode): void {
    this.codeFinishes.get(connection)?.(finish);
    this.codeFinishes.delete(connection);
  }

  disconnected(connection: Connection): void {
    this.connections.delete(connection);
    connection.device?.disconnected(connection);
    this.changed();
  }

  nextId(): string {
    this.sequence += 1;
    return `sim-${this.sequence}`;
  }

  report(error: unknown): void {
    this.errors.push(error);
  }

  changed(): void {
    this.watchers.changed();
  }

  until<T>(probe: () => T | undefined | null | false, timeoutMs = 30_000, what = 'condition'): Promise<T> {
    return this.watchers.until(probe, timeoutMs, what);
  }

  async stop(): Promise<void> {
    this.timers.clear();
    this.listener.close();
    this.listener.cutAll();
    for (const phone of this.phones.values()) phone.signal.close();
    await this.media.stop();
  }
}
