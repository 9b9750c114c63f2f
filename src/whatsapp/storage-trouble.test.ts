import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { isAuthorityTrusted, startTestNetwork } from '@demo/whatsapp/app.test-support.ts';
import type { Network, Phone } from '@demo/whatsapp/index.ts';
import { LibsqlError } from '@libsql/client';
import { App, target, until } from './app.test-support.ts';
import type { StoreWrite } from './port.ts';
import { MemoryStore } from './stores.test-support.ts';

class TroubledStore extends MemoryStore {
  trouble: string | null = null;
  refuses = (_writes: StoreWrite[]) => true;
  refusals = 0;

  override async apply(writes: StoreWrite[]) {
    if (this.trouble && this.refuses(writes)) {
      this.refusals += 1;
      throw new LibsqlError('database trouble', this.trouble);
    }
    await super.apply(writes);
  }

  override async read(keys: string[]) {
    if (this.trouble === 'SQLITE_IOERR') throw new LibsqlError('disk I/O error', this.trouble);
    return super.read(keys);
  }
}

let network: Network;
let owner: Phone;
let ana: Phone;
let store: TroubledStore;
let app: App;
let numbers = 0;

describe.skipIf(!isAuthorityTrusted())('storage failure', () => {
  beforeAll(async () => {
    network = await startTestNetwork();
  });
  afterAll(() => network.stop());
  beforeEach(async () => {
    numbers += 1;
    owner = network.phone({ number: `55119960000${String(numbers).padStart(2, '0')}`, name: 'Aurora' });
    ana = network.phone({ number: `55119950000${String(numbers).padStart(2, '0')}`, name: 'Ana' });
    store = new TroubledStore();
    app = new App(network, store);
    await app.pair(owner);
    await app.message((await ana.send(owner, { text: 'hello' })).id);
    await until(() => backlog() === 0 && store.journal.size === 0, 'rest');
  });
  afterEach(async () => {
    store.trouble = null;
    await app.whatsapp.stopAll();
  });

  const backlog = () =>
    [...owner.devices.values()].reduce((sum, device) => sum + device.backlogIds.length, 0);
  const retryReceipts = () => ana.retries.length;
  const texts = () =>
    app.listener.messages.flatMap(({ content }) => (content.type === 'text' ? content.text : []));
  const placeholders = () => app.listener.messages.filter(({ content }) => content.type === 'undecryptable');

  for (const code of ['SQLITE_FULL', 'SQLITE_BUSY', 'SQLITE_IOERR']) {
    test(`${code}: acknowledges nothing and receives everything once it is over`, async () => {
      const before = retryReceipts();
      store.trouble = code;
      const wanted = Array.from({ length: 20 }, (_, n) => `number ${n + 1}`);
      for (const text of wanted) await ana.send(owner, { text });
      await until(() => (app.state?.retries ?? 0) >= 3, 'three tries');
      expect(app.state).toMatchObject({ status: 'TIMEOUT', trouble: 'storage' });
      expect(backlog()).toBe(20);

      store.trouble = null;
      await app.status('CONNECTED');
      await until(() => texts().length === 21 && backlog() === 0, 'all messages');
      expect(texts()).toEqual(['hello', ...wanted]);
      expect(placeholders()).toEqual([]);
      expect(retryReceipts()).toBe(before);
    });
  }

  test('affecting only messages reconnects with growing backoff', async () => {
    const before = retryReceipts();
    store.trouble = 'SQLITE_FULL';
    store.refuses = (writes) => writes.some(({ kind }) => kind === 'journal');
    await ana.send(owner, { text: 'one' });
    await ana.send(owner, { text: 'two' });
    await until(() => store.refusals >= 3, 'three cuts');
    expect(backlog()).toBe(2);
    expect(Math.max(...app.listener.states.map(({ retries }) => retries))).toBeGreaterThan(1);
    store.trouble = null;
    await until(() => texts().length === 3 && backlog() === 0, 'all messages');
    expect(texts()).toEqual(['hello', 'one', 'two']);
    expect(placeholders()).toEqual([]);
    expect(retryReceipts()).toBe(before);
  });

  test('prevents opening a connection while nothing can be written', async () => {
    await app.whatsapp.stop(target);
    store.trouble = 'SQLITE_FULL';
    await app.whatsapp.start(target);
    await until(() => (app.state?.retries ?? 0) >= 3, 'three tries');
    expect([...network.connections].some(({ device }) => device?.phone === owner)).toBe(false);
    store.trouble = null;
    await app.status('CONNECTED');
  });
});
