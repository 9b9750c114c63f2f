import {
  type AuthenticationState,
  type CacheStore,
  DEFAULT_CONNECTION_CONFIG,
  type GroupMetadata,
  proto,
  type UserFacingSocketConfig,
  type WAMessageKey,
} from '@whiskeysockets/baileys';
import { isIgnoredJid } from './inbound.ts';
import type { Journal } from './journal.ts';
import { baileysLogger, type Log } from './log.ts';
import type { Settings } from './settings.ts';

export type SocketConfigParts = {
  auth: AuthenticationState;
  settings: Settings;
  log: Log;
  journal: Journal;
  devices: CacheStore;
  /** Base64 protobuf of what we sent, for the phone named as participant, which could not decrypt it. */
  findSent(key: WAMessageKey): Promise<string | null>;
  groupMembers(jid: string): Promise<GroupMetadata | undefined>;
};

/** As often as a phone asks for a message it cannot read. Baileys counts each of its answers twice: at 5 it gave two. */
const MOST_ASKED_AGAIN = 5;

/** Baileys' configuration; what is not named here is at its default, history included (it brings the lids). */
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
    // The owner's phone keeps its notifications.
    markOnlineOnConnect: false,
    syncFullHistory: false,
    maxMsgRetryCount: 2 * MOST_ASKED_AGAIN,
    emitOwnEvents: false,
    // The store itself waits for locks; what it refuses has cut the line.
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
