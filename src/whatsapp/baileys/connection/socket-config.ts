import {
  type AuthenticationState,
  type CacheStore,
  DEFAULT_CONNECTION_CONFIG,
  type GroupMetadata,
  proto,
  type UserFacingSocketConfig,
  type WAMessageKey,
} from '@whiskeysockets/baileys';
import { isIgnoredJid } from '../inbound/inbound-message.ts';
import type { Journal } from '../journal/journal.ts';
import { baileysLogger, type Log } from '../log.ts';
import type { Settings } from '../settings.ts';

export type SocketConfigParts = {
  auth: AuthenticationState;
  settings: Settings;
  log: Log;
  journal: Journal;
  devices: CacheStore;
  /** Base64 protobuf, for the phone named as participant, which could not decrypt the message. */
  findSent(key: WAMessageKey): Promise<string | null>;
  groupMembers(jid: string): Promise<GroupMetadata | undefined>;
};

/** How often a phone requests a message that it cannot read; Baileys counts each of its answers twice. */
const MAX_ASKED_AGAIN = 5;

/** Options not named here stay at Baileys' default; history sync must stay on, because it brings the lids. */
export function socketConfig(parts: SocketConfigParts): UserFacingSocketConfig {
  const { auth, settings, log, journal, devices, findSent, groupMembers } = parts;
  return {
    auth,
    logger: baileysLogger(log),
    browser: ['Balcão', 'Chrome', '1.0.0'],
    waWebSocketUrl: settings.socketUrl ?? DEFAULT_CONNECTION_CONFIG.waWebSocketUrl,
    connectTimeoutMs: settings.connectMs,
    keepAliveIntervalMs: settings.keepAliveMs,
    defaultQueryTimeoutMs: settings.queryMs,
    ...(settings.qrMs === undefined ? {} : { qrTimeout: settings.qrMs }),
    // An online device would silence the notifications on the owner's phone.
    markOnlineOnConnect: false,
    syncFullHistory: false,
    maxMsgRetryCount: 2 * MAX_ASKED_AGAIN,
    emitOwnEvents: false,
    // The store itself waits for locks; a write that it refuses has already cut the connection.
    transactionOpts: { maxCommitRetries: 1, delayBetweenTriesMs: 0 },
    userDevicesCache: devices,
    makeSignalRepository: journal.makeRepository,
    shouldIgnoreJid: isIgnoredJid,
    cachedGroupMetadata: groupMembers,
    async getMessage(key) {
      const raw = await findSent(key);
      return raw ? proto.Message.decode(Buffer.from(raw, 'base64')) : undefined;
    },
  };
}
