/**
 * What the desk knows of a WhatsApp network. Plain data only: nothing here names a library, and the
 * adapter that fulfils it (`baileys/`) knows no ticket.
 *
 * A JID is WhatsApp's address, always normalised (no device part): `5511999990000@s.whatsapp.net` (pn),
 * `123456789@lid` (lid), `1203630@g.us` (group).
 */

/** A connection id is unique in its company only; the pair names a session. */
export type SessionTarget = { companyId: number; connectionId: number };

/** What a session is doing; the spec's own words, stored in `connections.status`. */
export type SessionStatus = 'OPENING' | 'qrcode' | 'PAIRING' | 'CONNECTED' | 'TIMEOUT' | 'DISCONNECTED';

/** Why a session is in trouble, as a key under `connections:reason.*`; null when all is well. */
export type SessionTrouble =
  | 'logged_out'
  | 'replaced'
  | 'banned'
  | 'qr_expired'
  | 'network'
  | 'server'
  | 'outdated'
  /** The desk cannot write what it would receive, so it stays away from the network. */
  | 'storage';

export type SessionState = {
  status: SessionStatus;
  /** The text to draw as a QR code, '' when there is none. */
  qrcode: string;
  /** 8 characters to type on the phone, '' when there is none. */
  pairingCode: string;
  /** Consecutive failed attempts, 0 once open. */
  retries: number;
  trouble: SessionTrouble | null;
  /** The number that is paired, digits only; null before the first pairing. */
  number: string | null;
};

/** Both addresses of one WhatsApp account, as far as they are known. */
export type Identity = { pn: string | null; lid: string | null };

/** Somebody whom the phone's owner does not want to hear any more, or wants to again. */
export type Block = { identity: Identity; blocked: boolean };

export type MediaKind = 'image' | 'video' | 'audio' | 'voice' | 'document' | 'sticker';

export type InboundMedia = {
  kind: MediaKind;
  mime: string;
  /** The sender's file name; null for all but documents. Never used as a path. */
  fileName: string | null;
  /** Bytes, as the sender claims. */
  size: number | null;
  seconds: number | null;
  /** Everything needed to fetch the bytes later, JSON text; opaque to the desk, holds the media key. */
  ticket: string;
};

export type InboundContent =
  | { type: 'text'; text: string }
  | { type: 'media'; media: InboundMedia; caption: string }
  | {
      type: 'location';
      latitude: number;
      longitude: number;
      name: string;
      address: string;
      /** JPEG, base64; null when the sender sent none. */
      thumbnail: string | null;
      live: boolean;
    }
  | { type: 'contacts'; cards: { name: string; vcard: string }[] }
  | { type: 'reaction'; targetId: string; targetFromMe: boolean; emoji: string }
  | { type: 'edit'; targetId: string; text: string }
  /** `byAdmin`: somebody who administers the group takes back what another wrote in it. */
  | { type: 'delete'; targetId: string; byAdmin: boolean }
  | { type: 'call'; video: boolean }
  /** A kind we do not know: stored as a placeholder, never dropped. `kind` is WhatsApp's own name. */
  | { type: 'unknown'; kind: string }
  /** Could not be decrypted (yet): a placeholder that later content with the same id replaces. */
  | { type: 'undecryptable' };

export type InboundMessage = {
  /** WhatsApp's message id; unique only together with chat, author and direction. */
  id: string;
  /** The chat: the peer's addresses, or the group. */
  chat: { isGroup: boolean; jid: string; identity: Identity };
  /** Who wrote it in that chat; null for our own messages. Same as the chat's identity when private. */
  author: Identity | null;
  fromMe: boolean;
  /** The author's own display name; '' when unknown. Null for our own. */
  pushName: string | null;
  /** When it was sent, milliseconds since 1970. */
  timestamp: number;
  content: InboundContent;
  quoted: { id: string; fromMe: boolean; text: string } | null;
  isForwarded: boolean;
  /** 0–5, WhatsApp's status of an own message that may already be known; null otherwise. */
  ack: number | null;
  /** Whether it arrived while we were away (backlog). */
  offline: boolean;
  /** The original protobuf message, base64, for quoting, forwarding and retries. */
  raw: string;
};

/**
 * What became of one of our messages, ack: 0 error, 2 at the server, 3 delivered, 4 read, 5 played. `chat` are all known
 * addresses of the chat it came from: an id alone names no message.
 */
export type Receipt = { id: string; chat: string[]; ack: number; error?: string };

export type PresenceState = 'composing' | 'recording' | 'paused' | 'available' | 'unavailable';

export type OutboundContent =
  | { type: 'text'; text: string }
  | { type: 'image' | 'video'; path: string; mime: string; caption: string; fileName: string }
  | { type: 'audio'; path: string; mime: string }
  | { type: 'voice'; path: string; mime: string; seconds: number | null }
  | { type: 'document'; path: string; mime: string; fileName: string; caption: string }
  | { type: 'location'; latitude: number; longitude: number; name: string; address: string }
  | { type: 'contacts'; cards: { name: string; vcard: string }[] }
  | { type: 'reaction'; targetId: string; targetFromMe: boolean; targetAuthor: string | null; emoji: string }
  /** With `captionOf`, the medium's own protobuf (base64), the words are its caption. */
  | { type: 'edit'; targetId: string; text: string; captionOf?: string }
  | { type: 'delete'; targetId: string };

export type OutboundMessage = {
  /** Our own id, made before sending: sending twice with one id reaches the customer once. */
  id: string;
  /** Where to: the address the chat is best reached at. */
  jid: string;
  content: OutboundContent;
  /** The quoted message's own protobuf (base64) and key. */
  quoted: { id: string; fromMe: boolean; author: string | null; raw: string } | null;
  /** Shown as forwarded. */
  isForwarded?: boolean;
};

/** What a session tells the desk. Every callback may be async; a rejected `onMessages` keeps the journal. */
export type SessionListener = {
  onState(target: SessionTarget, state: SessionState): Promise<void>;
  /**
   * In order of arrival. Once resolved, all of them are stored and their journal rows may go; if it
   * rejects they stay and are offered again.
   */
  onMessages(target: SessionTarget, messages: InboundMessage[]): Promise<void>;
  /**
   * Once resolved they are stored, and WhatsApp may forget them. Returns those of messages that are not there (yet);
   * they are told again when their message is.
   */
  onReceipts(target: SessionTarget, receipts: Receipt[]): Promise<Receipt[]>;
  onPresence(target: SessionTarget, chatJid: string, author: string, state: PresenceState): Promise<void>;
  /** pn and lid turned out to be the same account. */
  onIdentities(target: SessionTarget, pairs: { pn: string; lid: string }[]): Promise<void>;
  /** A group's subject became known or changed. */
  onGroup(target: SessionTarget, group: { jid: string; subject: string }): Promise<void>;
  /** Blocked or let through again on the phone itself, now or while we were away. */
  onBlocks(target: SessionTarget, blocks: Block[]): Promise<void>;
  /** What we sent under this id to the chat with these addresses, for retries; protobuf, base64, null when unknown. */
  findSent(target: SessionTarget, chat: string[], id: string): Promise<string | null>;
};

/** Somebody in the phone's address book; `name` is what the phone's owner calls him, else what he calls himself. */
export type AddressBookEntry = { identity: Identity; name: string };

/** Why a send did not reach the server. `retry` says whether trying again later may help. */
export class SendError extends Error {
  readonly code: string;
  readonly retry: boolean;
  constructor(code: string, retry: boolean, options?: { cause?: unknown }) {
    super(code, options);
    this.name = 'SendError';
    this.code = code;
    this.retry = retry;
  }
}

export interface WhatsAppSession {
  readonly state: SessionState;
  /**
   * Resolves once WhatsApp's server has acknowledged the message (ack 2), with its protobuf (base64).
   * Throws SendError: `not_connected`, `timeout` (both retry), `refused` (final).
   */
  send(message: OutboundMessage): Promise<{ raw: string }>;
  /** Blue ticks for the customer. */
  markRead(keys: { id: string; chatJid: string; author: string | null }[]): Promise<void>;
  sendPresence(jid: string, state: PresenceState): Promise<void>;
  /** Asks to be told when they type; without it WhatsApp says nothing. */
  subscribePresence(jid: string): Promise<void>;
  /**
   * The bytes of a received medium, streamed to `target`. Throws SendError: `gone`, `refused` (too large,
   * or not what was sent; both final), `timeout`, `not_connected` (both retry).
   */
  download(ticket: string, target: string): Promise<{ size: number }>;
  /** For each of some fifty numbers (digits), in order, its canonical pn jid, or null when it is not on WhatsApp. */
  check(numbers: string[]): Promise<({ jid: string; lid: string | null } | null)[]>;
  /** An image of at most 1 MB, or null when there is none or it is hidden. */
  profilePicture(jid: string): Promise<Uint8Array | null>;
  /** Throws SendError: `refused` (final) for an address that WhatsApp does not know, `timeout`, `not_connected`. */
  setBlocked(jid: string, blocked: boolean): Promise<void>;
  /** The phone's address book as far as it was told to us; people only. Needs no network. */
  contacts(): Promise<AddressBookEntry[]>;
  groupSubject(jid: string): Promise<string | null>;
  rejectCall(callId: string, from: string): Promise<void>;
}

/** The live sessions of this process; one owner per connection. */
export interface WhatsApp {
  /** Starts (or restarts) a session; resolves when the attempt has begun, not when it is open. */
  start(target: SessionTarget): Promise<void>;
  /** Throws away the pairing and asks for a new QR code. */
  renew(target: SessionTarget): Promise<void>;
  /** Pairs by an 8-character code instead of a QR; `number` in digits with country code. */
  requestPairingCode(target: SessionTarget, number: string): Promise<string>;
  /** Logs the linked device out and forgets its credentials. */
  logout(target: SessionTarget): Promise<void>;
  /** Closes the socket and keeps the credentials. */
  stop(target: SessionTarget): Promise<void>;
  stopAll(): Promise<void>;
  /** Undefined when this process has no session for it. */
  find(target: SessionTarget): WhatsAppSession | undefined;
  /** The state of every session of this process. */
  states(): SessionState[];
}

/** One row of a session's auth state or journal, already encrypted: the store only keeps bytes. */
export type StoreWrite =
  | { kind: 'set'; key: string; value: Uint8Array }
  | { kind: 'delete'; key: string }
  | { kind: 'journal'; id: string; value: Uint8Array };

/**
 * Where one session keeps its credentials and its journal. `apply` is one SQL transaction: all of it
 * is on disk when it resolves, or none. The journal keeps arrival order.
 */
export interface SessionStore {
  read(keys: string[]): Promise<Map<string, Uint8Array>>;
  apply(writes: StoreWrite[]): Promise<void>;
  /** Oldest first. */
  readJournal(limit: number): Promise<{ id: string; value: Uint8Array }[]>;
  forgetJournal(ids: string[]): Promise<void>;
  /** Credentials go, the journal stays: those messages have reached us. */
  wipe(): Promise<void>;
}

export type SessionStores = (target: SessionTarget) => SessionStore;
