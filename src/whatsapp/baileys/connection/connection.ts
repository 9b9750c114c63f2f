import type {
  Identity,
  SessionListener,
  SessionStore,
  SessionTarget,
  SessionTrouble,
  WhatsAppSession,
} from '../../port.ts';
import { SendError } from '../../port.ts';
import { AuthState } from '../auth/auth-state.ts';
import type { Cipher } from '../auth/cipher.ts';
import { StorageTrouble, watchedStore } from '../auth/storage-trouble.ts';
import { AddressBook } from '../contacts/address-book.ts';
import { Blocklist } from '../contacts/blocklist.ts';
import { deviceCache } from '../contacts/device-cache.ts';
import { Inbox } from '../inbound/inbox.ts';
import { identityOf, userOf } from '../inbound/parties.ts';
import { Journal } from '../journal/journal.ts';
import { describeError, type Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import type { Timers } from '../timers.ts';
import { within } from './deadline.ts';
import { verdictOn } from './disconnect-reason.ts';
import { Retry } from './retry.ts';
import { openSession, type Session } from './session.ts';
import { sessionCalls } from './session-calls.ts';
import { StatePublisher } from './session-state.ts';

export type ConnectionParts = {
  target: SessionTarget;
  store: SessionStore;
  cipher: Cipher;
  listener: SessionListener;
  settings: Settings;
  timers: Timers;
  log: Log;
};

const PHONE_MS = 3_000;
const MAX_REOPENINGS = 3;
const NO_TROUBLE = { qrcode: '', pairingCode: '', retries: 0, trouble: null };
const LOGOUT_GRACE_MS = 2_000;

export class Connection {
  readonly calls: WhatsAppSession;
  private readonly journal: Journal;
  private readonly inbox: Inbox;
  private readonly devices;
  private readonly book: AddressBook;
  private readonly state: StatePublisher;
  private session: Session | null = null;
  private isWanted = false;
  private qrCodes = 0;
  private onPairingReady: (() => void) | null = null;
  private epoch = 0;
  private reopenings = 0;
  private readonly retry: Retry;

  private constructor(
    private readonly parts: ConnectionParts,
    private readonly auth: AuthState,
  ) {
    const { target, store, cipher, listener, settings, timers, log } = parts;
    this.journal = new Journal(store, cipher, log);
    this.retry = new Retry(parts);
    this.devices = deviceCache(timers, auth.devices);
    this.state = new StatePublisher(this.number(), (state) => listener.onState(target, state), timers, log);
    this.book = new AddressBook(auth.addressBook, timers, log);
    const blocklist = new Blocklist({
      store: auth.blocklist,
      mappedUser: (id) => auth.mappedUser(id),
      onChanges: (blocks) => listener.onBlocks(target, blocks),
    });
    const { journal, book } = this;
    this.inbox = new Inbox({ ...parts, auth, journal, book, blocklist, me: () => this.me() });
    this.calls = sessionCalls({
      state: () => this.state.current,
      current: () => (this.session?.isOpen() ? this.session : null),
      groups: this.inbox.groups,
      book,
      blocklist,
      settings,
      timers,
    });
  }

  /** Throws StorageTrouble, or another error when the credentials were encrypted with another cipher key. */
  static async open(parts: ConnectionParts): Promise<Connection> {
    let opened: Connection | undefined;
    const store = watchedStore(parts.store, (trouble) => opened?.session?.silence(trouble));
    opened = new Connection({ ...parts, store }, await AuthState.open(store, parts.cipher));
    return opened;
  }

  async start(): Promise<void> {
    this.onPairingReady = null;
    await this.begin();
  }

  async renew(): Promise<void> {
    await this.forget();
    await this.start();
  }

  /** Throws SendError: `refused` for an invalid number, `timeout` and `not_connected` (both retry). */
  async requestPairingCode(number: string): Promise<string> {
    if (!/^\d{8,15}$/.test(number)) throw new SendError('refused', false);
    const { timers, settings } = this.parts;
    if (this.auth.isPaired) await this.forget();
    const { promise: ready, resolve } = Promise.withResolvers<void>();
    this.onPairingReady = resolve;
    await this.begin();
    await within(timers, settings.connectMs, ready);
    const { session } = this;
    if (!session) throw new SendError('not_connected', true);
    const code = await within(timers, settings.queryMs, session.sock.requestPairingCode(number));
    this.state.change({ status: 'PAIRING', qrcode: '', pairingCode: code });
    return code;
  }

  async logout(trouble: SessionTrouble | null = null): Promise<void> {
    this.isWanted = false;
    await this.forget();
    this.setDisconnected({ trouble, number: null });
  }

  async stop(): Promise<void> {
    this.isWanted = false;
    await this.close();
    await this.inbox.stop();
    this.setDisconnected({ trouble: null });
    await within(this.parts.timers, LOGOUT_GRACE_MS, this.state.end()).catch(() => {});
  }

  private async begin(): Promise<void> {
    await this.close();
    this.isWanted = true;
    this.state.change({ status: 'OPENING', ...NO_TROUBLE, number: this.number() });
    await this.tryToOpen();
  }

  private async tryToOpen(): Promise<void> {
    const { epoch } = this;
    try {
      await this.openSocket();
    } catch (error) {
      if (!(error instanceof StorageTrouble)) throw error;
      if (epoch === this.epoch) this.retryLater('storage');
    }
  }

  private setDisconnected(changes: Partial<StatePublisher['current']>): void {
    this.state.change({ status: 'DISCONNECTED', qrcode: '', pairingCode: '', ...changes });
  }

  private async forget(): Promise<void> {
    const { session } = this;
    if (session?.isOpen() && this.auth.isPaired) {
      this.session = null;
      await within(this.parts.timers, PHONE_MS, session.sock.logout()).catch(() => {});
      await session.close();
    }
    await this.close();
    this.book.forget();
    await this.auth.wipe();
  }

  private async close(): Promise<void> {
    this.retry.cancel();
    this.epoch++;
    const { session } = this;
    this.session = null;
    await session?.close();
    await this.auth.settle();
  }

  private async openSocket(): Promise<void> {
    // Messages that an earlier socket received must be delivered before those of the next one.
    const { epoch } = this;
    await this.inbox.replay();
    // A session that cannot write must not receive: WhatsApp forgets what it has delivered.
    await this.auth.probe();
    if (epoch !== this.epoch || this.session) return;
    this.auth.dropUnfinishedPairing();
    this.qrCodes = 0;
    const session = openSession(
      {
        ...this.parts,
        auth: this.auth,
        journal: this.journal,
        groups: this.inbox.groups,
        devices: this.devices,
        findSent: (key) => this.inbox.findSent(key),
      },
      {
        onQr: (text) => this.showQr(session, text),
        onPaired: () => this.state.change({ status: 'PAIRING', qrcode: '', pairingCode: '' }),
        onOpen: () => this.opened(session),
        onClosed: (error) => this.closed(session, error),
      },
    );
    this.session = session;
    this.inbox.listen(session);
  }

  private showQr(session: Session, text: string): void {
    if (session !== this.session) return;
    if (this.onPairingReady) {
      this.onPairingReady();
      return;
    }
    this.qrCodes++;
    if (this.qrCodes > this.parts.settings.maxQrCodes) session.expireQr();
    else this.state.change({ status: 'qrcode', qrcode: text, retries: 0, trouble: null });
  }

  private opened(session: Session): void {
    if (session !== this.session) return;
    this.onPairingReady = null;
    this.reopenings = 0;
    this.state.change({ status: 'CONNECTED', ...NO_TROUBLE, number: this.number() });
  }

  /** A socket that was closed from here is not `this.session` and must not be retried. */
  private closed(session: Session, error: unknown): void {
    if (session !== this.session) return;
    this.session = null;
    const { epoch } = this;
    this.afterClose(error).catch((cause) => {
      this.parts.log.error(
        { ...this.parts.target, cause: describeError(cause) },
        'closing the session failed',
      );
      if (epoch === this.epoch) this.retryLater('storage');
    });
  }

  private async afterClose(error: unknown): Promise<void> {
    const { target, log } = this.parts;
    const { epoch } = this;
    const verdict = verdictOn(error);
    const level = verdict.next === 'reopen' ? 'info' : 'warn';
    log[level]({ ...target, verdict, cause: describeError(error) }, 'socket closed');
    if (verdict.next === 'forget') {
      this.book.forget();
      await this.auth.wipe();
    }
    await this.auth.settle();
    if (epoch !== this.epoch) return;
    switch (verdict.next) {
      case 'reopen':
        this.reopenings++;
        return this.reopenings > MAX_REOPENINGS ? this.retryLater('server') : this.reopen();
      case 'retry':
        return this.retryLater(verdict.trouble);
      case 'stay':
        return this.setDisconnected({ trouble: verdict.trouble });
      case 'forget':
        return this.setDisconnected({ trouble: verdict.trouble, number: null });
    }
  }

  private retryLater(trouble: StatePublisher['current']['trouble']): void {
    if (!this.isWanted || this.session) return;
    const retries = this.retry.count(this.state.current.retries, trouble);
    const status = retries > 1 ? 'TIMEOUT' : 'OPENING';
    this.onPairingReady = null;
    this.state.change({ status, qrcode: '', pairingCode: '', retries, trouble });
    this.retry.after(retries, () => {
      this.reopen().catch((cause) => {
        this.parts.log.error({ ...this.parts.target, cause: describeError(cause) }, 'session cannot reopen');
        this.retryLater('server');
      });
    });
  }

  private async reopen(): Promise<void> {
    if (!this.isWanted || this.session) return;
    if (this.state.current.status === 'CONNECTED') this.state.change({ status: 'OPENING' });
    await this.tryToOpen();
  }

  private me(): Identity {
    const { me } = this.auth.creds;
    return identityOf(me?.id, me?.lid);
  }

  private number(): string | null {
    const { pn } = this.me();
    return this.auth.isPaired && pn ? userOf(pn) : null;
  }
}
