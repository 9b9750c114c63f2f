/** JIDs have no device: `5511999990000@s.whatsapp.net`, `123456789@lid`, `1203630@g.us` (group). */

/** A connection id is unique only within its company. */
export type SessionTarget = { companyId: number; connectionId: number };

export type SessionStatus = 'OPENING' | 'qrcode' | 'PAIRING' | 'CONNECTED' | 'TIMEOUT' | 'DISCONNECTED';

/** A key under `connections:reason.*`. */
export type SessionTrouble =
  | 'logged_out'
  | 'replaced'
  | 'banned'
  | 'qr_expired'
  | 'duplicate'
  | 'network'
  | 'server'
  | 'outdated'
  | 'storage';

export type SessionState = {
  status: SessionStatus;
  qrcode: string;
  /** 8 characters to type on the phone, '' when there is none. */
  pairingCode: string;
  retries: number;
  trouble: SessionTrouble | null;
  /** Digits only; null before the first pairing. */
  number: string | null;
};

export type Identity = { pn: string | null; lid: string | null };

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
  /** Base64, one byte per bar of a voice note. */
  waveform: string | null;
  /** Base64, of a document's first page; null for other media. */
  thumbnail: string | null;
  /** JSON text, opaque to the app; a secret, because it holds the media key. */
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
  | { type: 'delete'; targetId: string; byAdmin: boolean }
  | { type: 'call'; video: boolean }
  /** Announces an album, whose pictures are messages of their own; only a placeholder of it is removed. */
  | { type: 'album' }
  /** Stored as a placeholder, never dropped. `kind` is WhatsApp's own name. */
  | { type: 'unknown'; kind: string }
  /** A placeholder that later content with the same id replaces. */
  | { type: 'undecryptable' };

export type InboundMessage = {
  /** Unique only together with chat, author and direction. */
  id: string;
  chat: { isGroup: boolean; jid: string; identity: Identity };
  /** Null for own messages; the chat's identity in a private chat. */
  author: Identity | null;
  fromMe: boolean;
  /** The author's own display name; '' when unknown, null for own messages. */
  pushName: string | null;
  /** Milliseconds since 1970. */
  timestamp: number;
  content: InboundContent;
  quoted: { id: string; fromMe: boolean; text: string } | null;
  isForwarded: boolean;
  /** The id of the album that WhatsApp shows it in. */
  album: string | null;
  /** 0–5, WhatsApp's status of an own message; null otherwise. */
  ack: number | null;
  offline: boolean;
  /** Protobuf, base64. */
  raw: string;
};

/** ack: 0 error, 2 at the server, 3 delivered, 4 read, 5 played. An id is unique only within its `chat`. */
export type Receipt = { id: string; chat: string[]; ack: number; error?: string };

export type PresenceState = 'composing' | 'recording' | 'paused' | 'available' | 'unavailable';

export type OutboundContent =
  | { type: 'text'; text: string }
  | { type: 'image' | 'video'; path: string; mime: string; caption: string; fileName: string }
  | { type: 'audio'; path: string; mime: string }
  /** `waveform` in base64, one byte per bar. */
  | { type: 'voice'; path: string; mime: string; seconds: number | null; waveform?: string | null }
  | { type: 'document'; path: string; mime: string; fileName: string; caption: string }
  | { type: 'location'; latitude: number; longitude: number; name: string; address: string }
  | { type: 'contacts'; cards: { name: string; vcard: string }[] }
  | { type: 'reaction'; targetId: string; targetFromMe: boolean; targetAuthor: string | null; emoji: string }
  /** `captionOf`: the medium's own protobuf (base64) when the text is its caption. */
  | { type: 'edit'; targetId: string; text: string; captionOf?: string }
  | { type: 'delete'; targetId: string };

export type OutboundMessage = {
  /** Created before sending: two sends with one id reach the customer once. */
  id: string;
  jid: string;
  content: OutboundContent;
  quoted: { id: string; fromMe: boolean; author: string | null; raw: string } | null;
  isForwarded?: boolean;
};

export type SessionListener = {
  onState(target: SessionTarget, state: SessionState): Promise<void>;
  /** In order of arrival; one transaction deletes the journal rows, too. After a rejection both are offered again. */
  onMessages(target: SessionTarget, messages: InboundMessage[], journal?: string[]): Promise<void>;
  /** Afterwards WhatsApp may forget them. Returns receipts of messages not stored yet, to be repeated. */
  onReceipts(target: SessionTarget, receipts: Receipt[]): Promise<Receipt[]>;
  onPresence(target: SessionTarget, chatJid: string, author: string, state: PresenceState): Promise<void>;
  onIdentities(target: SessionTarget, pairs: { pn: string; lid: string }[]): Promise<void>;
  onGroup(target: SessionTarget, group: { jid: string; subject: string }): Promise<void>;
  onBlocks(target: SessionTarget, blocks: Block[]): Promise<void>;
  /** Until then the number may not begin conversations (milliseconds since 1970); null when that is over. */
  onRestriction(target: SessionTarget, until: number | null): Promise<void>;
  /** A call that may not ring is declined at once, and reported as missed. */
  mayRing(target: SessionTarget): Promise<boolean>;
  /** By the chat's addresses, for retries; protobuf, base64, null when unknown. */
  findSent(target: SessionTarget, chat: string[], id: string): Promise<string | null>;
};

/** `name` is the one in the phone's address book, else the contact's own. */
export type AddressBookEntry = { identity: Identity; name: string };

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
  /** Base64 protobuf at ack 2. SendError `not_connected`, `timeout` retry; `refused`, `restricted` final. */
  send(message: OutboundMessage): Promise<{ raw: string }>;
  markRead(keys: { id: string; chatJid: string; author: string | null }[]): Promise<void>;
  sendPresence(jid: string, state: PresenceState): Promise<void>;
  /** WhatsApp reports a contact's typing only to subscribers. */
  subscribePresence(jid: string): Promise<void>;
  /** Throws SendError: `gone`, `refused` (both final), `timeout`, `not_connected` (both retry). */
  download(ticket: string, target: string): Promise<{ size: number }>;
  /** At most some fifty numbers (digits). In their order: pn jid, or null when not on WhatsApp. */
  check(numbers: string[]): Promise<({ jid: string; lid: string | null } | null)[]>;
  /** At most 1 MB; null when there is none or it is hidden. */
  profilePicture(jid: string): Promise<Uint8Array | null>;
  /** Tries all addresses of a person. Throws SendError: `timeout`, `not_connected`, else `refused` (final) for an unknown one. */
  setBlocked(jids: string[], blocked: boolean): Promise<void>;
  contacts(): Promise<AddressBookEntry[]>;
  groupSubject(jid: string): Promise<string | null>;
  rejectCall(callId: string, from: string): Promise<void>;
}

export interface WhatsApp {
  /** Resolves when the attempt has begun, not when the session is open. */
  start(target: SessionTarget): Promise<void>;
  /** Deletes the pairing and requests a new QR code. */
  renew(target: SessionTarget): Promise<void>;
  /** Returns 8 characters; `number` in digits with country code. */
  requestPairingCode(target: SessionTarget, number: string): Promise<string>;
  /** Its state gives `trouble` as the reason. */
  logout(target: SessionTarget, trouble?: SessionTrouble): Promise<void>;
  stop(target: SessionTarget): Promise<void>;
  /** Also those of its sessions that are still being opened. */
  stopCompany(companyId: number): Promise<void>;
  stopAll(): Promise<void>;
  find(target: SessionTarget): WhatsAppSession | undefined;
  states(): (SessionTarget & SessionState)[];
}

/** Already encrypted: the store handles only bytes. */
export type StoreWrite =
  | { kind: 'set'; key: string; value: Uint8Array }
  | { kind: 'delete'; key: string }
  | { kind: 'journal'; id: string; value: Uint8Array };

/** `apply` is one SQL transaction. The journal preserves arrival order. */
export interface SessionStore {
  read(keys: string[]): Promise<Map<string, Uint8Array>>;
  apply(writes: StoreWrite[]): Promise<void>;
  /** Oldest first. */
  readJournal(limit: number): Promise<{ id: string; value: Uint8Array }[]>;
  forgetJournal(ids: string[]): Promise<void>;
  /** The journal stays: WhatsApp has forgotten those messages. */
  wipe(): Promise<void>;
}

export type SessionStores = (target: SessionTarget) => SessionStore;
