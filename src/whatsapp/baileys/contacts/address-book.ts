import type { Contact } from '@whiskeysockets/baileys';
import type { AddressBookEntry } from '../../port.ts';
import { identityOf } from '../inbound/parties.ts';
import { describeError, type Log } from '../log.ts';
import type { Timers } from '../timers.ts';

export type AddressBookStore = {
  read(): Promise<unknown>;
  write(entries: unknown): Promise<void>;
};

const LIMIT = 20_000;
const PAUSE_MS = 2_000;

/** WhatsApp sends the whole address book once, after pairing, and after that only changes. */
export class AddressBook {
  private entries: Promise<Map<string, AddressBookEntry>> | null = null;
  private isWaiting = false;

  constructor(
    private readonly store: AddressBookStore,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {}

  async list(): Promise<AddressBookEntry[]> {
    return [...(await this.load()).values()];
  }

  async onContacts(contacts: Partial<Contact>[]): Promise<void> {
    const entries = await this.load();
    let hasChanged = false;
    for (const contact of contacts) {
      const identity = identityOf(contact.id, contact.phoneNumber, contact.lid);
      const key = identity.pn ?? identity.lid;
      if (!key) continue;
      const known = entries.get(key);
      const name = contact.name || known?.name || contact.notify || contact.verifiedName || '';
      const entry = { identity: { pn: identity.pn, lid: identity.lid ?? known?.identity.lid ?? null }, name };
      if (known && known.name === name && known.identity.lid === entry.identity.lid) continue;
      if (!known && entries.size >= LIMIT) continue;
      entries.set(key, entry);
      hasChanged = true;
    }
    if (hasChanged) this.save();
  }

  forget(): void {
    this.entries = Promise.resolve(new Map());
  }

  private load(): Promise<Map<string, AddressBookEntry>> {
    this.entries ??= this.store.read().then((stored) => {
      const list = Array.isArray(stored) ? (stored as AddressBookEntry[]) : [];
      return new Map(list.map((entry) => [entry.identity.pn ?? entry.identity.lid ?? '', entry]));
    });
    return this.entries;
  }

  private save(): void {
    if (this.isWaiting) return;
    this.isWaiting = true;
    this.timers.after(PAUSE_MS, () => {
      this.isWaiting = false;
      this.list()
        .then((entries) => this.store.write(entries))
        .catch((error) =>
          this.log.warn({ cause: describeError(error) }, 'the address book could not be written'),
        );
    });
  }
}
