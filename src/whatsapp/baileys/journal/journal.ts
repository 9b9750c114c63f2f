import { randomUUID } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type {
  BinaryNode,
  Contact,
  proto,
  SignalDataSet,
  SignalKeyStoreWithTransaction,
  SocketConfig,
  WAMessage,
} from '@whiskeysockets/baileys';
import type { SessionStore } from '../../port.ts';
import { JOURNAL_TYPE } from '../auth/auth-state.ts';
import { type Cipher, journalName } from '../auth/cipher.ts';
import { guardedRatchets } from '../auth/ratchets.ts';
import { USED_ALREADY } from '../auth/signal-record.ts';
import { isSilent } from '../connection/watchdog.ts';
import { describeError, type Log } from '../log.ts';
import { messageKeyText } from '../message-key.ts';
import { isPart, joined, partsOf, writeAhead } from './journal-parts.ts';
import {
  type JournalledMessage,
  type JournalledStanza,
  type JournalledText,
  messagesFromRows,
  NOTHING,
  packRow,
  shortened,
  stanzaKey,
  unpackRow,
} from './journal-rows.ts';
import { isLarge, letOthers } from './large-messages.ts';

const PAGE = 500;

type ReceivedStanza = { stanza: JournalledStanza; ws: EventEmitter };

/** Baileys sends the receipt before it reports a message: the plain text is stored with the ratchet. */
export class Journal {
  private readonly stanzas = new WeakMap<Uint8Array, ReceivedStanza>();
  private readonly keyParts = new WeakSet<Uint8Array>();
  private readonly awaited = new Map<string, string[]>();
  /** `replay` must not offer these rows again: they wait for the listener or are unreadable. */
  private readonly held = new Set<string>();
  private readonly unread = new WeakMap<EventEmitter, Set<string>>();
  /** Content removed before Baileys reads it, for as long as the socket lives. */
  private readonly withheld = new WeakMap<EventEmitter, Map<string, proto.IMessage>>();
  private stored: string[] = [];

  constructor(
    private readonly store: SessionStore,
    private readonly cipher: Cipher,
    private readonly log: Log,
  ) {}

  /** Must receive a stanza before Baileys does. */
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
      this.noting(work.ciphertext, async (incoming) => {
        const lock = await lockOf(work.jid);
        const plain = this.journalled(keys, lock, incoming, () => decryptMessage(work));
        return plain.catch((error) => this.unlessKeyPart(work.ciphertext, error));
      });
    repository.decryptGroupMessage = (work) =>
      this.noting(work.msg, (incoming) =>
        this.journalled(keys, work.group, incoming, () => decryptGroupMessage(work)),
      );
    return repository;
  };

  /** False for a message that Baileys delivers empty although WhatsApp will send it again. */
  isTaken(ws: EventEmitter, message: WAMessage): boolean {
    return !this.unread.get(ws)?.delete(messageKeyText(message.key));
  }

  take(ws: EventEmitter, message: WAMessage): JournalledMessage {
    const key = messageKeyText(message.key);
    const rows = this.awaited.get(key) ?? [];
    this.awaited.delete(key);
    for (const row of rows) this.held.add(row);
    const whole = this.withheld.get(ws)?.get(key);
    this.withheld.get(ws)?.delete(key);
    return { message: whole ? { ...message, message: { ...message.message, ...whole } } : message, rows };
  }

  /** Messages received but never delivered, oldest first. Call it only while no socket is open. */
  async replay(): Promise<JournalledMessage[]> {
    this.awaited.clear();
    const found: JournalledText[] = [];
    const parts = new Map<string, Uint8Array>();
    for (let read = -1; this.held.size > read; ) {
      read = this.held.size;
      const page = await this.store.readJournal(this.held.size + PAGE);
      for (const { id, value } of page) {
        if (this.held.has(id)) continue;
        this.held.add(id);
        const row = this.read(id, value, parts);
        if (row) found.push(row);
      }
    }
    await this.forgetRemainder([...parts.keys()]);
    return messagesFromRows(found);
  }

  async forget(rows: string[]): Promise<void> {
    this.stored.push(...rows);
    if (this.stored.length > 0) await this.forgetBy((all) => this.store.forgetJournal(all));
  }

  /** `work` deletes the rows, with those that could not be deleted before. */
  async forgetBy(work: (all: string[]) => Promise<void>, rows: string[] = []): Promise<void> {
    const earlier = this.stored;
    const all = [...earlier, ...rows];
    this.stored = [];
    try {
      await work(all);
    } catch (error) {
      this.stored.push(...earlier);
      throw error;
    }
    for (const row of all) this.held.delete(row);
  }

  private async noting(
    ciphertext: Uint8Array,
    decrypt: (incoming: ReceivedStanza | undefined) => Promise<Uint8Array>,
  ): Promise<Uint8Array> {
    const known = this.stanzas.get(ciphertext);
    try {
      return await decrypt(known);
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
    incoming: ReceivedStanza | undefined,
    decrypt: () => Promise<Uint8Array>,
  ): Promise<Uint8Array> {
    if (!incoming) return decrypt();
    const { stanza, ws } = incoming;
    const id = randomUUID();
    const rows: string[] = [id];
    const plain = await keys.transaction(async () => {
      const text = await decrypt();
      await letOthers(text);
      const { parts, end } = await writeAhead(this.store, this.cipher, id, text);
      rows.push(...partsOf(id, parts));
      const row = packRow(parts > 0 ? { ...stanza, parts } : stanza, end);
      await keys.set({ [JOURNAL_TYPE]: { [id]: row } } as unknown as SignalDataSet);
      return text;
    }, lock);
    const key = stanzaKey(stanza);
    this.awaited.set(key, [...(this.awaited.get(key) ?? []), ...rows]);
    return isLarge(plain) ? this.withhold(ws, key, { id, stanza, plain }) : plain;
  }

  private async withhold(ws: EventEmitter, key: string, text: JournalledText): Promise<Uint8Array> {
    await letOthers(text.plain);
    const [{ message }] = messagesFromRows([text]) as [JournalledMessage];
    const short = shortened(message, text.plain);
    if (short !== text.plain) {
      const texts = this.withheld.get(ws) ?? new Map<string, proto.IMessage>();
      this.withheld.set(ws, texts.set(key, { ...texts.get(key), ...message.message }));
    }
    await letOthers(text.plain);
    return short;
  }

  /** A used group key must not block the text beside it, which may be unread. */
  private unlessKeyPart(ciphertext: Uint8Array, error: unknown): Uint8Array {
    if (!this.keyParts.has(ciphertext) || !(error instanceof Error) || error.message !== USED_ALREADY)
      throw error;
    return NOTHING;
  }

  /** A part goes to `parts`; a row takes its own from there, which leaves those of rows that were never committed. */
  private read(id: string, value: Uint8Array, parts: Map<string, Uint8Array>): JournalledText | undefined {
    try {
      const row = this.cipher.open(journalName(id), value);
      if (isPart(id)) return void parts.set(id, row);
      const { stanza, plain } = unpackRow(row);
      return { id, stanza, plain: joined(id, stanza.parts, parts, plain) };
    } catch (error) {
      this.log.error({ row: id, cause: describeError(error) }, 'a journal row cannot be read; it stays');
      return undefined;
    }
  }

  /** Unacknowledged, so WhatsApp sends it again. */
  private async forgetRemainder(rows: string[]): Promise<void> {
    await this.forget(rows).catch((error) =>
      this.log.warn({ cause: describeError(error) }, 'unfinished journal rows stay for now'),
    );
  }
}
