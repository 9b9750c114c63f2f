import { randomUUID } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type {
  BinaryNode,
  Contact,
  SignalDataSet,
  SignalKeyStoreWithTransaction,
  SocketConfig,
  WAMessage,
} from '@whiskeysockets/baileys';
import type { SessionStore } from '../port.ts';
import { JOURNAL_TYPE, journalName } from './auth-state.ts';
import type { Cipher } from './cipher.ts';
import {
  type JournalledMessage,
  type JournalledStanza,
  messagesFromRows,
  packRow,
  stanzaKey,
  unpackRow,
} from './journal-rows.ts';
import { describeError, type Log } from './log.ts';
import { messageKeyText } from './message-key.ts';
import { guardedRatchets } from './ratchets.ts';
import { USED_ALREADY } from './signal-record.ts';
import { yieldToLoop } from './timers.ts';
import { isSilent } from './watchdog.ts';

const PAGE = 500;
const NOTHING = Uint8Array.of(1);

/**
 * Baileys sends the receipt before it reports a message, and the server then forgets the message. So the plain text
 * is written in the transaction that moves the Signal ratchet, until the message is stored.
 */
export class Journal {
  private readonly stanzas = new WeakMap<Uint8Array, { stanza: JournalledStanza; ws: EventEmitter }>();
  private readonly keyParts = new WeakSet<Uint8Array>();
  private readonly awaited = new Map<string, string[]>();
  /** `replay` must not offer these rows again: they wait for the listener or are unreadable. */
  private readonly held = new Set<string>();
  private readonly unread = new WeakMap<EventEmitter, Set<string>>();
  private stored: string[] = [];

  constructor(
    private readonly store: SessionStore,
    private readonly cipher: Cipher,
    private readonly log: Log,
  ) {}

  /** Must hear of a stanza before Baileys does. */
  watch(ws: EventEmitter, me: () => Contact | undefined): void {
    ws.prependListener('CB:message', (node: BinaryNode) => {
      const self = me();
      if (!self || node.attrs.category === 'peer' || !Array.isArray(node.content)) return;
      const stanza: JournalledStanza = { attrs: node.attrs, me: self.id, lid: self.lid ?? '' };
      const hasGroupText = node.content.some(({ attrs }) => attrs.type === 'skmsg');
      for (const { tag, attrs, content } of node.content) {
        if (tag !== 'enc' || !(content instanceof Uint8Array)) continue;
        this.stanzas.set(content, { stanza, ws });
        if (hasGroupText && attrs.type !== 'skmsg') this.keyParts.add(content);
      }
    });
  }

  readonly makeRepository: SocketConfig['makeSignalRepository'] = (...parts) => {
    const { repository, keys, lockOf } = guardedRatchets(...parts);
    const { decryptMessage, decryptGroupMessage } = repository;
    repository.decryptMessage = (work) =>
      this.noting(work.ciphertext, async (stanza) => {
        const lock = await lockOf(work.jid);
        const plain = this.journalled(keys, lock, stanza, () => decryptMessage(work));
        return plain.catch((error) => this.unlessKeyPart(work.ciphertext, error));
      });
    repository.decryptGroupMessage = (work) =>
      this.noting(work.msg, (stanza) =>
        this.journalled(keys, work.group, stanza, () => decryptGroupMessage(work)),
      );
    return repository;
  };

  /** False for a message that Baileys hands over empty although WhatsApp will send it again. */
  isTaken(ws: EventEmitter, message: WAMessage): boolean {
    return !this.unread.get(ws)?.delete(messageKeyText(message.key));
  }

  take(message: WAMessage): string[] {
    const key = messageKeyText(message.key);
    const rows = this.awaited.get(key) ?? [];
    this.awaited.delete(key);
    for (const row of rows) this.held.add(row);
    return rows;
  }

  /** Messages received but never handed over, oldest first. Call it only while no socket is open. */
  async replay(): Promise<JournalledMessage[]> {
    this.awaited.clear();
    const found: { id: string; stanza: JournalledStanza; plain: Uint8Array }[] = [];
    for (let last = -1; found.length > last; ) {
      last = found.length;
      const page = await this.store.readJournal(this.held.size + PAGE);
      for (const { id, value } of page) {
        if (this.held.has(id)) continue;
        this.held.add(id);
        const row = this.read(id, value);
        if (row) found.push({ id, ...row });
      }
    }
    return messagesFromRows(found);
  }

  async forget(rows: string[]): Promise<void> {
    this.stored.push(...rows);
    const ids = this.stored;
    if (ids.length === 0) return;
    this.stored = [];
    try {
      await this.store.forgetJournal(ids);
    } catch (error) {
      this.stored.push(...ids);
      throw error;
    }
    for (const row of ids) this.held.delete(row);
  }

  private async noting(
    ciphertext: Uint8Array,
    decrypt: (stanza: JournalledStanza | undefined) => Promise<Uint8Array>,
  ): Promise<Uint8Array> {
    const known = this.stanzas.get(ciphertext);
    try {
      return await decrypt(known?.stanza);
    } catch (error) {
      if (known && isSilent(known.ws)) this.noteUnread(known.ws, stanzaKey(known.stanza));
      throw error;
    }
  }

  private noteUnread(ws: EventEmitter, key: string): void {
    const keys = this.unread.get(ws) ?? new Set();
    this.unread.set(ws, keys.add(key));
  }

  private async journalled(
    keys: SignalKeyStoreWithTransaction,
    lock: string,
    stanza: JournalledStanza | undefined,
    decrypt: () => Promise<Uint8Array>,
  ): Promise<Uint8Array> {
    if (!stanza) return decrypt();
    const id = randomUUID();
    const plain = await keys.transaction(async () => {
      const text = await decrypt();
      await letOthers(text);
      await keys.set({ [JOURNAL_TYPE]: { [id]: packRow(stanza, text) } } as unknown as SignalDataSet);
      return text;
    }, lock);
    const key = stanzaKey(stanza);
    this.awaited.set(key, [...(this.awaited.get(key) ?? []), id]);
    await letOthers(plain);
    return plain;
  }

  /** A group's key that was used already must not stop the text beside it, which may be unread. */
  private unlessKeyPart(ciphertext: Uint8Array, error: unknown): Uint8Array {
    if (!this.keyParts.has(ciphertext) || !(error instanceof Error) || error.message !== USED_ALREADY)
      throw error;
    return NOTHING;
  }

  private read(id: string, value: Uint8Array) {
    try {
      return unpackRow(this.cipher.open(journalName(id), value));
    } catch (error) {
      this.log.error({ row: id, cause: describeError(error) }, 'journal row cannot be read; it is kept');
      return undefined;
    }
  }
}

const LARGE = 256_000;

async function letOthers({ length }: Uint8Array): Promise<void> {
  if (length > LARGE) await yieldToLoop();
}
