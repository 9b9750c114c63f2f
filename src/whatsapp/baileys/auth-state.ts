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
import type { SessionStore, StoreWrite } from '../port.ts';
import type { AddressBookStore } from './address-book.ts';
import type { BlocklistStore } from './blocklist.ts';
import type { Cipher } from './cipher.ts';
import type { DeviceStore } from './device-cache.ts';
import { RecentTexts } from './recent-texts.ts';
import { yieldToLoop } from './timers.ts';

/** Rows of this type in a key transaction are journal rows: they commit with the ratchet or not at all. */
export const JOURNAL_TYPE = 'inbound-journal';
export const journalName = (id: string) => `journal:${id}`;

const CREDS = 'creds';
/** Ours, not Baileys': its type is named only to pass the compiler. */
const DEVICES = 'known-devices' as 'device-list';
const BOOK = 'address-book' as 'device-list';
const BLOCKED = 'blocklist' as 'device-list';
const WRITES_PER_TURN = 4;
const PROBE = 'probe';
/** About what a message costs in key and journal rows. */
const PROBE_BYTES = 16_384;
/** A session is some kilobytes of text, and one server holds many connections. */
const CACHED_ROWS = 500;

/** A socket's right to use the credentials; after `end` its late transactions fail instead of committing. */
export type AuthLease = { auth: AuthenticationState; end(): void };

/** Credentials and Signal keys of one connection: the only owner of its store in this process. */
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

  /** Reads the credentials; makes new ones when there are none, or a pairing was never finished. */
  static async open(store: SessionStore, cipher: Cipher): Promise<AuthState> {
    const sealed = (await store.read([CREDS])).get(CREDS);
    const stored = sealed && (revive(cipher.open(CREDS, sealed).toString()) as AuthenticationCreds);
    // A pairing code sets `me` before the phone has agreed; logging in with it would be refused.
    return new AuthState(store, cipher, stored?.account ? stored : initAuthCreds());
  }

  get isPaired(): boolean {
    return this.creds.account !== undefined && this.creds.account !== null;
  }

  /** A pairing that was begun and not finished leaves half an account; logging in with it would be refused. */
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

  /** Writes the credentials; calls while a write waits share it. */
  async saveCreds(): Promise<void> {
    if (this.credsDirty) return this.settle();
    this.credsDirty = true;
    await this.queue(async () => {
      this.credsDirty = false;
      await this.store.apply([this.row(CREDS, dump(this.creds))]);
    });
  }

  /** Rejects when nothing can be written now. The credentials are written with it: a former try may have failed. */
  async probe(): Promise<void> {
    await this.queue(async () => {
      const filler: StoreWrite = { kind: 'set', key: PROBE, value: randomBytes(PROBE_BYTES) };
      // Those of an account that is not paired yet are nobody's loss, and make it look paired.
      const creds = this.isPaired ? [this.row(CREDS, dump(this.creds))] : [];
      await this.store.apply([...creds, filler]);
      await this.store.apply([{ kind: 'delete', key: PROBE }]);
    });
  }

  /** Resolves when all that was asked to be written is on disk (or has failed). */
  settle(): Promise<void> {
    return this.queue(() => undefined);
  }

  /** Forgets the pairing, on disk too; the journal stays. */
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

  /** What is known of contacts' devices; forgotten with the pairing. */
  readonly devices: DeviceStore = {
    read: async (user) => (await this.get(DEVICES, [user]))[user],
    write: (user, entry) => this.set({ [DEVICES]: { [user]: entry } } as SignalDataSet),
  };

  /** The phone's address book; forgotten with the pairing. */
  readonly addressBook: AddressBookStore = {
    read: async () => (await this.get(BOOK, ['all'])).all,
    write: (entries) => this.set({ [BOOK]: { all: entries } } as SignalDataSet),
  };

  /** Whom the phone blocks, as far as the desk was told; forgotten with the pairing. */
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
      const sealed = rows.get(name);
      const text = sealed ? this.cipher.open(name, sealed).toString() : null;
      texts.set(name, text);
      // A write that overtook this read has put the newer value in the cache.
      if (before === this.writes) this.cache.set(name, text);
    }
    return texts;
  }

  /** One call is one transaction in the store, journal rows included. */
  private async set(data: SignalDataSet): Promise<void> {
    const texts = new Map<string, string | null>();
    const rows: StoreWrite[] = [];
    for (const [type, values] of Object.entries(data)) {
      for (const [id, value] of Object.entries(values ?? {})) {
        const name = `${type}:${id}`;
        if (type === JOURNAL_TYPE) {
          rows.push({ kind: 'journal', id, value: this.cipher.seal(journalName(id), value as Uint8Array) });
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
    // The store's driver is synchronous underneath: a burst would otherwise hold the loop to its end.
    if (this.writes % (2 * WRITES_PER_TURN) === 0) await yieldToLoop();
  }

  private row(key: string, text: string): StoreWrite {
    return { kind: 'set', key, value: this.cipher.seal(key, Buffer.from(text)) };
  }
}

// libsignal wants Buffers back ("Invalid private key type: Uint8Array"); BufferJSON gives them.
const dump = (value: unknown) => JSON.stringify(value, BufferJSON.replacer);
const revive = (text: string): unknown => JSON.parse(text, BufferJSON.reviver);

function reviveKey<T extends keyof SignalDataTypeMap>(type: T, text: string): SignalDataTypeMap[T] {
  const value = revive(text);
  const typed =
    type === 'app-state-sync-key'
      ? proto.Message.AppStateSyncKeyData.fromObject(value as { [key: string]: unknown })
      : value;
  return typed as SignalDataTypeMap[T];
}
