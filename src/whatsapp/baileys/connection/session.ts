import {
  type BinaryNode,
  type CacheStore,
  makeWASocket,
  type WAMessageKey,
  type WASocket,
} from '@whiskeysockets/baileys';
import type { AuthState } from '../auth/auth-state.ts';
import type { Groups } from '../contacts/groups.ts';
import { type Backlog, preserveArrivalOrder } from '../inbound/arrival-order.ts';
import type { Journal } from '../journal/journal.ts';
import { describeError, type Log } from '../log.ts';
import { Acks } from '../outbound/server-acks.ts';
import type { Settings } from '../settings.ts';
import type { Timers } from '../timers.ts';
import { within } from './deadline.ts';
import { QrExpired, UpgradeRefused } from './disconnect-reason.ts';
import { socketConfig } from './socket-config.ts';
import { silence, terminate, watch } from './watchdog.ts';

const CLOSE_MS = 1_000;

export type SessionParts = {
  auth: AuthState;
  journal: Journal;
  groups: Groups;
  devices: CacheStore;
  settings: Settings;
  timers: Timers;
  log: Log;
  findSent(key: WAMessageKey): Promise<string | null>;
};

export type SessionEvents = {
  onQr(text: string): void;
  onPaired(): void;
  onOpen(): void;
  /** Called once, last. `error` is undefined when the socket was closed from here. */
  onClosed(error: unknown): void;
};

export type Session = {
  sock: WASocket;
  backlog: Backlog;
  acks: Acks;
  isOpen(): boolean;
  close(): Promise<void>;
  expireQr(): void;
  giveUp(error: Error): void;
  silence(error: Error): void;
};

/** Attach message listeners to `sock.ev` synchronously after the call, or the first events are missed. */
export function openSession(parts: SessionParts, events: SessionEvents): Session {
  const { auth, journal, settings, timers, log } = parts;
  const lease = auth.lease();
  const acks = new Acks(timers);
  const { promise: closed, resolve: isClosed } = Promise.withResolvers<void>();
  let isOpen = false;
  let isOver = false;
  let silencedBy: Error | undefined;

  const sock = makeWASocket(
    socketConfig({
      ...parts,
      auth: lease.auth,
      groupMembers: (jid) => groupMembers(jid, sock, parts),
    }),
  );
  const backlog = preserveArrivalOrder(sock.ws);
  journal.watch(sock.ws, () => auth.creds.me);
  const stopWatching = watch(sock.ws, settings.silentMs, timers, () =>
    cut(new Error('The network is silent')),
  );

  // Baileys swallows an HTTP error at the upgrade and would wait forever.
  sock.ws.on('unexpected-response', (_request: unknown, response: { statusCode?: number }) => {
    const error = new UpgradeRefused(response.statusCode ?? 0);
    void sock.end(error);
    cut(error);
  });
  sock.ws.on('CB:ack,class:message', ({ attrs }: BinaryNode) => {
    if (attrs.id) acks.onServerAck({ id: attrs.id, error: attrs.error ?? null });
  });
  sock.ev.on('creds.update', () => {
    if (!isOver) auth.saveCreds().catch(onStoreError);
  });
  sock.ev.on('connection.update', ({ connection, qr, isNewLogin, lastDisconnect }) => {
    if (isOver) return;
    if (qr) events.onQr(qr);
    if (isNewLogin) events.onPaired();
    if (connection === 'open') {
      isOpen = true;
      events.onOpen();
    }
    if (connection === 'close') finish(lastDisconnect?.error);
  });

  function finish(error: unknown) {
    if (isOver) return;
    isOver = true;
    isOpen = false;
    stopWatching();
    lease.end();
    acks.abandon();
    isClosed();
    events.onClosed(silencedBy ?? error);
  }

  function cut(error: Error | undefined) {
    terminate(sock.ws);
    timers.after(CLOSE_MS, () => {
      void sock.end(error);
      finish(error);
    });
  }

  function onStoreError(error: unknown) {
    log.error({ cause: describeError(error) }, 'credentials could not be written');
  }

  return {
    sock,
    backlog,
    acks,
    isOpen: () => isOpen,
    async close() {
      void sock.end(undefined);
      const cancel = timers.after(CLOSE_MS, () => cut(undefined));
      await closed;
      cancel();
    },
    giveUp: cut,
    silence(error) {
      if (isOver || silencedBy) return;
      silencedBy = error;
      lease.end();
      silence(sock.ws);
      cut(error);
    },
    expireQr: () => void sock.end(new QrExpired('Nobody read the QR code')),
  };
}

async function groupMembers(jid: string, sock: WASocket, { groups, timers, settings, log }: SessionParts) {
  const known = groups.get(jid);
  if (known) return known;
  try {
    const group = await within(timers, settings.askMs, sock.groupMetadata(jid));
    groups.put(group);
    return group;
  } catch (error) {
    log.warn({ cause: describeError(error) }, 'group members are unknown');
    return undefined;
  }
}
