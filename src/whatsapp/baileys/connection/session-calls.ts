import { createRecent, type Recent } from '@/core/bounded-cache.ts';
import type { WhatsAppSession } from '../../port.ts';
import { SendError, type SessionState } from '../../port.ts';
import type { AddressBook } from '../contacts/address-book.ts';
import type { Blocklist } from '../contacts/blocklist.ts';
import type { Groups } from '../contacts/groups.ts';
import { statusOf } from '../log.ts';
import { downloadMedia } from '../media/download-media.ts';
import { downloadPicture } from '../media/download-picture.ts';
import { mediaHost } from '../media/media-connection.ts';
import { plainJid } from '../message-key.ts';
import { checkNumbers } from '../outbound/check-numbers.ts';
import { asSendError, sendOutbound } from '../outbound/send-message.ts';
import type { Settings } from '../settings.ts';
import type { Timers } from '../timers.ts';
import { within } from './deadline.ts';
import type { Session } from './session.ts';

export type CallParts = {
  state(): SessionState;
  current(): Session | null;
  groups: Groups;
  book: AddressBook;
  blocklist: Blocklist;
  settings: Settings;
  timers: Timers;
};

export function sessionCalls(parts: CallParts): WhatsAppSession {
  const { groups, settings, timers } = parts;
  const sending = new Map<string, Promise<{ raw: string }>>();
  const subscribed = new WeakMap<Session, Recent<true>>();

  const open = (): Session => {
    const session = parts.current();
    if (!session) throw new SendError('not_connected', true);
    return session;
  };
  const ask = async <T>(work: (session: Session) => Promise<T>): Promise<T> => {
    const session = open();
    return within(timers, settings.askMs, work(session)).catch((error) => {
      throw asSendError(error);
    });
  };

  const namedHost = async (): Promise<string | null> => {
    const session = parts.current();
    return session && mediaHost(session, settings.askMs, timers).catch(() => null);
  };

  return {
    get state() {
      return parts.state();
    },

    async send(message) {
      const known = sending.get(message.id);
      if (known) return known;
      const work = sendOutbound({ session: open(), timers, settings }, message);
      sending.set(message.id, work);
      return work.finally(() => sending.delete(message.id));
    },

    markRead: (keys) =>
      ask(({ sock }) =>
        sock.readMessages(
          keys.map(({ id, chatJid, author }) => ({
            id,
            remoteJid: chatJid,
            fromMe: false,
            ...(author && author !== chatJid ? { participant: author } : {}),
          })),
        ),
      ),

    sendPresence: (jid, state) =>
      ask(async (session) => {
        await subscribe(session, jid, subscribed);
        await session.sock.sendPresenceUpdate(state, jid);
      }),

    subscribePresence: (jid) => ask((session) => subscribe(session, jid, subscribed)),

    download(ticket, target) {
      const session = parts.current();
      return downloadMedia(ticket, target, {
        // Most tickets name WhatsApp's own host, so a download without this one can still succeed.
        mediaHost: namedHost,
        askAgain: session
          ? (message) => within(timers, settings.askMs, session.sock.updateMediaMessage(message))
          : null,
        maxBytes: settings.maxMediaBytes,
        timeoutMs: settings.downloadMs,
      });
    },

    check: (numbers) => ask(({ sock }) => checkNumbers(sock, numbers)),

    async profilePicture(jid) {
      const url = await ask(async ({ sock }) => {
        try {
          return (await sock.profilePictureUrl(jid, 'preview', settings.queryMs)) ?? null;
        } catch (error) {
          if (isAbsent(error)) return null;
          throw error;
        }
      });
      return url ? downloadPicture(url, namedHost, settings.askMs) : null;
    },

    async setBlocked(jids, blocked) {
      const failures: SendError[] = [];
      for (const jid of jids)
        await ask(async ({ sock }) => {
          const pn = await sock.signalRepository.lidMapping.getPNForLID(jid);
          if (pn && jids.includes(plainJid(pn))) return;
          await parts.blocklist.expect(jid, blocked);
          try {
            await sock.updateBlockStatus(jid, blocked ? 'block' : 'unblock');
          } catch (error) {
            await parts.blocklist.expect(jid, !blocked);
            throw error;
          }
        }).catch((error: SendError) => failures.push(error));
      const failure = failures.find(({ retry }) => retry) ?? failures[0];
      if (failure) throw failure;
    },

    contacts: () => parts.book.list(),

    groupSubject: (jid) =>
      ask(async ({ sock }) => {
        const known = groups.get(jid)?.subject;
        if (known) return known;
        try {
          const group = await sock.groupMetadata(jid);
          groups.put(group);
          return group.subject || null;
        } catch (error) {
          if (isAbsent(error)) return null;
          throw error;
        }
      }),

    rejectCall: (callId, from) => ask(({ sock }) => sock.rejectCall(callId, from)),
  };
}

/** Subscribing twice is harmless. */
const MAX_SUBSCRIBED = 2_000;

async function subscribe(session: Session, jid: string, subscribed: WeakMap<Session, Recent<true>>) {
  const jids = subscribed.get(session) ?? createRecent<true>(MAX_SUBSCRIBED);
  subscribed.set(session, jids);
  if (jids.has(jid)) return;
  jids.set(jid, true);
  await session.sock.presenceSubscribe(jid);
}

/** WhatsApp's 401, 403 and 404 mean absent or hidden; they come as `data` of the error. */
function isAbsent(error: unknown): boolean {
  const data = (error as { data?: unknown } | null)?.data;
  const code = typeof data === 'number' ? data : statusOf(error);
  return code === 401 || code === 403 || code === 404;
}
