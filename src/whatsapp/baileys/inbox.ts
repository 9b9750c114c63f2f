import type { Identity, Receipt } from '../port.ts';
import type { AddressBook } from './address-book.ts';
import type { AuthState } from './auth-state.ts';
import { Batches } from './batches.ts';
import type { Blocklist } from './blocklist.ts';
import { Calls, missedCall } from './calls.ts';
import type { ConnectionParts } from './connection.ts';
import { within } from './deadline.ts';
import { Groups, isAdminOf } from './groups.ts';
import { toInbound } from './inbound.ts';
import { InboundQueue } from './inbound-queue.ts';
import type { Journal } from './journal.ts';
import { describeError } from './log.ts';
import type { Session } from './session.ts';
import { listen } from './session-events.ts';

const STOP_MS = 2_000;

export type InboxParts = Pick<ConnectionParts, 'target' | 'listener' | 'settings' | 'timers' | 'log'> & {
  auth: AuthState;
  journal: Journal;
  book: AddressBook;
  blocklist: Blocklist;
  me(): Identity;
};

/** What flows from a connection to the desk, over all its sockets. */
export class Inbox {
  readonly groups: Groups;
  private readonly queue: InboundQueue;
  private readonly receipts: Batches<Receipt>;
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
      store: (messages) => listener.onMessages(target, messages),
      forget: (rows) => journal.forget(rows),
      timers,
      log,
    });
    this.receipts = new Batches((receipts) => listener.onReceipts(target, receipts), log);
    this.groups = new Groups((group) => this.tell(listener.onGroup(target, group)));
    this.calls = new Calls(timers, (call) =>
      this.tell(missedCall(call, mappedUser).then((ready) => this.queue.push([{ ready, rows: [] }]))),
    );
  }

  listen(session: Session): void {
    const { target, listener, journal, me, blocklist, settings, timers } = this.parts;
    this.session = session;
    listen(session.sock, {
      journal,
      me,
      calls: this.calls,
      groups: this.groups,
      onArrivals: (arrivals) => this.queue.push(arrivals),
      onReceipts: (receipts) => this.receipts.push(receipts),
      onPresence: (chat, author, state) => this.tell(listener.onPresence(target, chat, author, state)),
      onContacts: (contacts) => this.tell(this.parts.book.hear(contacts)),
      onIdentities: (pairs) => this.tell(listener.onIdentities(target, pairs)),
      onOpen: () =>
        this.tell(blocklist.compare(() => within(timers, settings.askMs, session.sock.fetchBlocklist()))),
      onBlocked: (jids, blocked) => this.tell(blocklist.hear(jids, blocked)),
    });
  }

  /** Call while no socket is open. */
  async replay(): Promise<void> {
    const found = await this.parts.journal.replay();
    this.queue.push(found.map(({ message, rows }) => ({ message, offline: true, rows })));
  }

  /** Lets the batch at work finish, if the desk does not take too long; the rest is in the journal. */
  async stop(): Promise<void> {
    this.calls.stop();
    const done = Promise.all([this.queue.stop(), this.receipts.idle()]);
    await within(this.parts.timers, STOP_MS, done).catch(() => {});
  }

  /** False also while nobody can be asked: what is not known is not believed. */
  private async isGroupAdmin(jid: string, member: Identity): Promise<boolean> {
    const group = this.groups.get(jid) ?? (await this.askGroup(jid));
    return group !== undefined && isAdminOf(group, member);
  }

  private async askGroup(jid: string) {
    if (!this.session?.isOpen()) return undefined;
    const { timers, settings, log } = this.parts;
    try {
      const group = await within(timers, settings.askMs, this.session.sock.groupMetadata(jid));
      this.groups.put(group);
      return group;
    } catch (error) {
      log.warn({ cause: describeError(error) }, 'who administers a group is unknown');
      return undefined;
    }
  }

  /** What may be lost: logged, never thrown into Baileys' event loop. */
  private tell(told: Promise<void>): void {
    told.catch((error) =>
      this.parts.log.error({ ...this.parts.target, cause: describeError(error) }, 'could not be told'),
    );
  }
}
