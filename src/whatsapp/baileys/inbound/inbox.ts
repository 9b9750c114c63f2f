import { isJidGroup, type WACallEvent, type WAMessageKey } from '@whiskeysockets/baileys';
import type { Identity } from '../../port.ts';
import type { AuthState } from '../auth/auth-state.ts';
import type { ConnectionParts } from '../connection/connection.ts';
import { within } from '../connection/deadline.ts';
import type { Session } from '../connection/session.ts';
import { listen } from '../connection/session-events.ts';
import type { AddressBook } from '../contacts/address-book.ts';
import type { Blocklist } from '../contacts/blocklist.ts';
import { Groups, isAdminOf, isMemberOf } from '../contacts/groups.ts';
import type { Journal } from '../journal/journal.ts';
import { describeError } from '../log.ts';
import { plainJid } from '../message-key.ts';
import { toInbound } from './inbound-message.ts';
import { InboundQueue } from './inbound-queue.ts';
import { Calls, missedCall } from './missed-calls.ts';
import { complete, identityOf, isSameAs } from './parties.ts';
import { ReceiptGate } from './receipt-gate.ts';

const STOP_MS = 2_000;

export type InboxParts = Pick<ConnectionParts, 'target' | 'listener' | 'settings' | 'timers' | 'log'> & {
  auth: AuthState;
  journal: Journal;
  book: AddressBook;
  blocklist: Blocklist;
  me(): Identity;
};

export class Inbox {
  readonly groups: Groups;
  private readonly queue: InboundQueue;
  private readonly receipts: ReceiptGate;
  private readonly calls: Calls;
  private session: Session | undefined;

  constructor(private readonly parts: InboxParts) {
    const { target, listener, auth, journal, timers, log } = parts;
    const mappedUser = (id: string) => auth.mappedUser(id);
    this.queue = new InboundQueue({
      read: async (arrival) =>
        'ready' in arrival
          ? arrival.ready
          : toInbound(arrival.message, arrival.offline, {
              me: parts.me(),
              mappedUser,
              now: timers.now(),
              isGroupAdmin: (jid, member) => this.isGroupAdmin(jid, member),
            }),
      store: async (messages, rows) => {
        await journal.forgetBy((all) => listener.onMessages(target, messages, all), rows);
        this.receipts.stored(messages);
      },
      forget: (rows) => journal.forget(rows),
      timers,
      log,
    });
    this.receipts = new ReceiptGate({
      onReceipts: (receipts) => listener.onReceipts(target, receipts),
      addressesOf: (jid) => this.addressesOf(jid),
      me: () => parts.me(),
      timers,
      log,
    });
    this.groups = new Groups((group) => this.track(listener.onGroup(target, group)));
    this.calls = new Calls(
      timers,
      (call) =>
        this.track(missedCall(call, mappedUser).then((ready) => this.queue.push([{ ready, rows: [] }]))),
      (call) => this.declineCall(call),
    );
  }

  listen(session: Session): void {
    const { target, listener, journal, blocklist, settings, timers } = this.parts;
    this.session = session;
    listen(session, {
      journal,
      receipts: this.receipts,
      calls: this.calls,
      groups: this.groups,
      onArrivals: (arrivals) => this.queue.push(arrivals),
      onPresence: (chat, author, state) => this.track(listener.onPresence(target, chat, author, state)),
      onContacts: (contacts) => this.track(this.parts.book.onContacts(contacts)),
      onIdentities: (pairs) => this.track(listener.onIdentities(target, pairs)),
      onOpen: () =>
        this.track(blocklist.compare(() => within(timers, settings.askMs, session.sock.fetchBlocklist()))),
      onBlocked: (jids, blocked) => this.track(blocklist.onBlocklist(jids, blocked)),
      onRestriction: (until) => this.track(listener.onRestriction(target, until)),
      now: () => timers.now(),
    });
  }

  async replay(): Promise<void> {
    const found = await this.parts.journal.replay();
    this.queue.push(found.map(({ message, rows }) => ({ message, offline: true, rows })));
  }

  /** Protobuf, base64; null unless the asking phone is in the chat the message was sent to. */
  async findSent({ remoteJid, participant, id }: WAMessageKey): Promise<string | null> {
    const { target, listener, me } = this.parts;
    const jid = plainJid(remoteJid);
    const chat = await this.addressesOf(jid);
    const asker = await this.addressesOf(plainJid(participant));
    const isInChat =
      asker.some((one) => chat.includes(one) || isSameAs(me(), one)) ||
      (await this.isMember(jid, identityOf(...asker)));
    return id && isInChat ? listener.findSent(target, chat, id) : null;
  }

  private async addressesOf(jid: string): Promise<string[]> {
    const { pn, lid } = await complete(identityOf(jid), (id) => this.parts.auth.mappedUser(id));
    return [...new Set([jid, pn, lid])].filter((one) => one !== null).filter(Boolean);
  }

  async stop(): Promise<void> {
    this.calls.stop();
    const done = Promise.all([this.queue.stop(), this.receipts.stop()]);
    await within(this.parts.timers, STOP_MS, done).catch(() => {});
  }

  /** False when it may ring, or could not be declined: then it rings until it ends. */
  private async declineCall({ id, from }: WACallEvent): Promise<boolean> {
    const { target, listener, log } = this.parts;
    try {
      if (await listener.mayRing(target)) return false;
      await this.session?.sock.rejectCall(id, from);
      return true;
    } catch (error) {
      log.warn({ err: error }, 'a call could not be rejected');
      return false;
    }
  }

  /** False also without an open session: an unproven claim to be an admin is not trusted. */
  private async isGroupAdmin(jid: string, member: Identity): Promise<boolean> {
    const group = this.groups.get(jid) ?? (this.session?.isOpen() ? await this.askGroup(jid) : undefined);
    return group !== undefined && isAdminOf(group, member);
  }

  private async isMember(jid: string, who: Identity): Promise<boolean> {
    const group = isJidGroup(jid) ? (this.groups.get(jid) ?? (await this.askGroup(jid))) : undefined;
    return group !== undefined && isMemberOf(group, who);
  }

  private async askGroup(jid: string) {
    if (!this.session?.sock.ws.isOpen) return undefined;
    const { timers, settings, log } = this.parts;
    try {
      const group = await within(timers, settings.askMs, this.session.sock.groupMetadata(jid));
      this.groups.put(group);
      return group;
    } catch (error) {
      log.warn({ cause: describeError(error) }, 'group members are unknown');
      return undefined;
    }
  }

  /** An error here must not reach Baileys' event loop; what is lost is only logged. */
  private track(pending: Promise<void>): void {
    pending.catch((error) =>
      this.parts.log.error(
        { ...this.parts.target, cause: describeError(error) },
        'a WhatsApp event could not be handled',
      ),
    );
  }
}
