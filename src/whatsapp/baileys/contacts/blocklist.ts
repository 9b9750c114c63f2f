import pLimit from 'p-limit';
import type { Block } from '../../port.ts';
import { complete, identityOf, type MappedUser } from '../inbound/parties.ts';

export type BlocklistStore = {
  read(): Promise<unknown>;
  write(addresses: unknown): Promise<void>;
};

type BlocklistParts = {
  store: BlocklistStore;
  mappedUser: MappedUser;
  onChanges(changes: Block[]): Promise<void>;
};

/** WhatsApp sends the whole list at every connection; a difference was made on the phone meanwhile. */
export class Blocklist {
  private readonly inTurn = pLimit(1);

  constructor(private readonly parts: BlocklistParts) {}

  compare(fetch: () => Promise<(string | undefined)[]>): Promise<void> {
    return this.inTurn(async () => {
      const [known, listed] = [
        await this.read(),
        new Set((await fetch()).filter((jid) => jid !== undefined)),
      ];
      const added = [...listed].filter((jid) => !known.has(jid));
      const gone = [...known].filter((jid) => !listed.has(jid));
      await this.notify([...added.map((jid) => ({ jid, blocked: true })), ...gone.map(free)]);
      if (added.length + gone.length > 0) await this.parts.store.write([...listed]);
    });
  }

  onBlocklist(jids: string[], blocked: boolean): Promise<void> {
    return this.inTurn(async () => {
      const known = await this.read();
      const news = jids.filter((jid) => known.has(jid) !== blocked);
      await this.notify(news.map((jid) => ({ jid, blocked })));
      if (news.length > 0) await this.save(known, news, blocked);
    });
  }

  /** Call before the app changes a block, so that WhatsApp's echo is not reported as a change. */
  async expect(jid: string, blocked: boolean): Promise<void> {
    const { lid } = await complete(identityOf(jid), this.parts.mappedUser);
    if (!lid) return;
    await this.inTurn(async () => this.save(await this.read(), [lid], blocked));
  }

  private async notify(changes: { jid: string; blocked: boolean }[]): Promise<void> {
    if (changes.length === 0) return;
    const blocks = changes.map(async ({ jid, blocked }) => ({
      identity: await complete(identityOf(jid), this.parts.mappedUser),
      blocked,
    }));
    await this.parts.onChanges(await Promise.all(blocks));
  }

  private async read(): Promise<Set<string>> {
    const stored = await this.parts.store.read();
    return new Set(Array.isArray(stored) ? stored.map(String) : []);
  }

  private async save(known: Set<string>, jids: string[], blocked: boolean): Promise<void> {
    for (const jid of jids) {
      if (blocked) known.add(jid);
      else known.delete(jid);
    }
    await this.parts.store.write([...known]);
  }
}

const free = (jid: string) => ({ jid, blocked: false });
