import { randomBytes } from 'node:crypto';
import {
  type AuthenticationCreds,
  type AuthenticationState,
  BufferJSON,
  initAuthCreds,
  proto,
  type SignalDataSet,
  type SignalDataTypeMap,
  type SignalKeyStore,
} from '@whiskeysockets/baileys';
import pLimit from 'p-limit';
import type { SessionStore, StoreWrite } from '../../port.ts';
import type { AddressBookStore } from '../contacts/address-book.ts';
import type { BlocklistStore } from '../contacts/blocklist.ts';
import type { DeviceStore } from '../contacts/device-cache.ts';
import { yieldToLoop } from '../timers.ts';
import { RecentTexts } from './cached-rows.ts';
import { type Cipher, journalName } from './cipher.ts';

/** Rows of this type in a key transaction are journal rows: they commit with the ratchet or not at all. */
export const JOURNAL_TYPE = 'inbound-journal';

const CREDS = 'creds';
const DEVICES = 'known-devices' as 'device-list';
const BOOK = 'address-book' as 'device-list';
const BLOCKED = 'blocklist' as 'device-list';
const WRITES_PER_TICK = 4;
const PROBE = 'probe';
const PROBE_BYTES = 16_384;
const CACHED_ROWS = 500;

/** A socket's right to use the credentials; after `end` its late transactions fail instead of committing. */
export type AuthLease = { auth: AuthenticationState; end(): void };

export class AuthState {
  private readonly cache = new RecentTexts(CACHED_ROWS);
  private readonly queue = pLimit(1);
  private writes = 0;
  private credsDirty = false;

  private constructor(
    private readonly store: SessionStore,
    private readonly cipher: Cipher,
    public creds: AuthenticationCreds,
  ) {}

  static async open(store: SessionStore, cipher: Cipher): Promise<AuthState> {
    const encrypted = (await store.read([CREDS])).get(CREDS);
    const stored = encrypted && (revive(cipher.open(CREDS, encrypted).toString()) as AuthenticationCreds);
    // A pairing code sets `me` before the phone has agreed; a login with it would be refused.
    return new AuthState(store, cipher, stored?.account ? stored : initAuthCreds());
  }

  get isPaired(): boolean {
    return this.creds.account !== undefined && this.creds.account !== null;
  }

  dropUnfinishedPairing(): void {
    if (!this.isPaired && this.creds.me) this.creds = initAuthCreds();
  }

  lease(): AuthLease {
    let ended = false;
    const creds = this.creds;
    const guard = () => {
      if (ended) throw new Error('This socket has ended');
    };
    const keys: SignalKeyStore = {
      get: async (type, ids) => {
        guard();
        return this.get(type, ids);
      },
      set: async (data) => {
        guard();
        await this.set(data);
      },
    };
    return {
      auth: { creds, keys },
      end: () => {
        ended = true;
      },
    };
  }

  async saveCreds(): Promise<void> {
    if (this.credsDirty) return this.settle();
    this.credsDirty = true;
    await this.queue(async () => {
      this.credsDirty = false;
      await this.store.apply([this.row(CREDS, dump(this.creds))]);
    });
  }

  /** Writes the credentials too, because an earlier attempt may have failed. Rejects when nothing can be written. */
  async probe(): Promise<void> {
    await this.queue(async () => {
      const filler: StoreWrite = { kind: 'set', key: PROBE, value: randomBytes(PROBE_BYTES) };
      // Stored credentials of an unfinished pairing would look paired.
      const creds = this.isPaired ? [this.row(CREDS, dump(this.creds))] : [];
      await this.store.apply([...creds, filler]);
      await this.store.apply([{ kind: 'delete', key: PROBE }]);
    });
  }

  settle(): Promise<void> {
    return this.queue(() => undefined);
  }

  async wipe(): Promise<void> {
    await this.queue(async () => {
      await this.store.wipe();
      this.cache.clear();
      this.creds = initAuthCreds();
    });
  }

  /** The user part of the lid known for a pn user, or the other way round with `user_reverse`. */
  async mappedUser(id: string): Promise<string | null> {
    const { [id]: user } = await this.get('lid-mapping', [id]);
    return typeof user === 'string' ? user : null;
  }

  readonly devices: DeviceStore = {
    read: async (user) => (await this.get(DEVICES, [user]))[user],
    write: (user, entry) => this.set({ [DEVICES]: { [user]: entry } } as SignalDataSet),
  };

  readonly addressBook: AddressBookStore = {
    read: async () => (await this.get(BOOK, ['all'])).all,
    write: (entries) => this.set({ [BOOK]: { all: entries } } as SignalDataSet),
  };

  readonly blocklist: BlocklistStore = {
    read: async () => (await this.get(BLOCKED, ['all'])).all,
    write: (addresses) => this.set({ [BLOCKED]: { all: addresses } } as SignalDataSet),
  };

  private async get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
    const texts = await this.load(ids.map((id) => `${type}:${id}`));
    const found: { [id: string]: SignalDataTypeMap[T] } = {};
    for (const id of ids) {
      const text = texts.get(`${type}:${id}`);
      if (text) found[id] = reviveKey(type, text);
    }
    return found;
  }

  private async load(names: string[]): Promise<Map<string, string | null>> {
    const texts = new Map<string, string | null>();
    for (const name of names) {
      const text = this.cache.get(name);
      if (text !== undefined) texts.set(name, text);
    }
    const missing = names.filter((name) => !texts.has(name));
    if (missing.length === 0) return texts;
    const before = this.writes;
    const rows = await this.store.read(missing);
    for (const name of missing) {
      const encrypted = rows.get(name);
      const text = encrypted ? this.cipher.open(name, encrypted).toString() : null;
      texts.set(name, text);
      if (before === this.writes) this.cache.set(name, text);
    }
    return texts;
  }

  private async set(data: SignalDataSet): Promise<void> {
    const texts = new Map<string, string | null>();
    const rows: StoreWrite[] = [];
    for (const [type, values] of Object.entries(data)) {
      for (const [id, value] of Object.entries(values ?? {})) {
        const name = `${type}:${id}`;
        if (type === JOURNAL_TYPE) {
          rows.push({
            kind: 'journal',
            id,
            value: this.cipher.encrypt(journalName(id), value as Uint8Array),
          });
        } else {
          const text = value === null || value === undefined ? null : dump(value);
          texts.set(name, text);
          rows.push(text === null ? { kind: 'delete', key: name } : this.row(name, text));
        }
      }
    }
    if (rows.length === 0) return;
    await this.queue(async () => {
      this.writes++;
      await this.store.apply(rows);
      for (const [name, text] of texts) this.cache.set(name, text);
      this.writes++;
    });
    // The store's driver is synchronous underneath: a burst would block the event loop until its end.
    if (this.writes % (2 * WRITES_PER_TICK) === 0) await yieldToLoop();
  }

  private row(key: string, text: string): StoreWrite {
    return { kind: 'set', key, value: this.cipher.encrypt(key, Buffer.from(text)) };
  }
}

// libsignal throws "Invalid private key type: Uint8Array" without Buffers; BufferJSON restores them.
const dump = (value: unknown) => JSON.stringify(value, BufferJSON.replacer);
/** The reviver visits every value, and most rows (each message's session) hold no bytes. */
const revive = (text: string): unknown =>
  text.includes('"type":"Buffer"') ? JSON.parse(text, BufferJSON.reviver) : JSON.parse(text);

function reviveKey<T extends keyof SignalDataTypeMap>(type: T, text: string): SignalDataTypeMap[T] {
  const value = revive(text);
  const typed =
    type === 'app-state-sync-key'
      ? proto.Message.AppStateSyncKeyData.fromObject(value as { [key: string]: unknown })
      : value;
  return typed as SignalDataTypeMap[T];
}
