import type { Network, Phone } from '@demo/whatsapp/index.ts';
import { until as untilFound } from '@test/support/until.ts';
import type { Log } from './baileys/log.ts';
import type { Settings } from './baileys/settings.ts';
import type {
  Block,
  InboundContent,
  InboundMessage,
  OutboundContent,
  PresenceState,
  Receipt,
  SessionListener,
  SessionState,
  SessionStore,
  WhatsApp,
  WhatsAppSession,
} from './port.ts';
import { createWhatsApp, newMessageId } from './sessions.ts';
import { MemoryStore } from './stores.test-support.ts';

const cipherKey = Buffer.alloc(32, 7);
export const target = { companyId: 1, connectionId: 1 };

export async function until(probe: () => unknown, what: string, timeoutMs = 30_000): Promise<void> {
  await untilFound(what, () => Boolean(probe()), { timeoutMs, stepMs: 2 });
}

export class Listener implements SessionListener {
  readonly states: SessionState[] = [];
  readonly messages: InboundMessage[] = [];
  readonly batches: number[] = [];
  readonly receipts: Receipt[] = [];
  readonly presences: { chat: string; author: string; state: PresenceState }[] = [];
  readonly identities: { pn: string; lid: string }[] = [];
  readonly groups: { jid: string; subject: string }[] = [];
  readonly blocks: Block[] = [];
  readonly restrictions: (number | null)[] = [];
  readonly sent = new Map<string, { jid: string; raw: string }>();
  storing: (messages: InboundMessage[]) => Promise<void> = async () => {};
  storingReceipts: () => Promise<void> = async () => {};
  letsRing = true;

  constructor(
    private readonly changed: () => void,
    private readonly store: SessionStore,
  ) {}

  async onState(_target: object, state: SessionState) {
    this.states.push(state);
    this.changed();
  }
  async onMessages(_target: object, messages: InboundMessage[], journal: string[] = []) {
    await this.storing(messages);
    await this.store.forgetJournal(journal);
    this.batches.push(messages.length);
    this.messages.push(...messages);
    this.changed();
  }
  async onReceipts(_target: object, receipts: Receipt[]) {
    await this.storingReceipts();
    this.receipts.push(...receipts);
    this.changed();
    return [];
  }
  async onPresence(_target: object, chat: string, author: string, state: PresenceState) {
    this.presences.push({ chat, author, state });
    this.changed();
  }
  async onIdentities(_target: object, pairs: { pn: string; lid: string }[]) {
    this.identities.push(...pairs);
    this.changed();
  }
  async onGroup(_target: object, group: { jid: string; subject: string }) {
    this.groups.push(group);
    this.changed();
  }
  async onBlocks(_target: object, blocks: Block[]) {
    this.blocks.push(...blocks);
    this.changed();
  }
  async onRestriction(_target: object, until: number | null) {
    this.restrictions.push(until);
    this.changed();
  }
  async mayRing() {
    return this.letsRing;
  }
  async findSent(_target: object, chat: string[], id: string) {
    const sent = this.sent.get(id);
    return sent && chat.includes(sent.jid) ? sent.raw : null;
  }
}

export class App {
  readonly listener: Listener;
  readonly whatsapp: WhatsApp;
  readonly logged: string[] = [];

  constructor(
    readonly network: Network,
    readonly store: SessionStore = new MemoryStore(),
    config: Partial<Settings> = {},
  ) {
    this.listener = new Listener(() => network.changed(), store);
    this.whatsapp = createWhatsApp({
      stores: () => store,
      listener: this.listener,
      cipherKeys: [cipherKey],
      config: {
        socketUrl: network.socketUrl,
        rootKey: Buffer.from(network.rootKey, 'base64'),
        firstRetryMs: 20,
        longestRetryMs: 80,
        ...config,
      },
      log: recordingLog(this.logged),
    });
  }

  get session(): WhatsAppSession {
    const session = this.whatsapp.find(target);
    if (!session) throw new Error('no session');
    return session;
  }

  get state(): SessionState | undefined {
    return this.listener.states.at(-1);
  }

  status(status: SessionState['status'], timeoutMs = 8000): Promise<unknown> {
    return this.network.until(() => this.state?.status === status, timeoutMs, `status ${status}`);
  }

  message(id: string, timeoutMs = 8000): Promise<InboundMessage> {
    const fits = (message: InboundMessage) => message.id === id && message.content.type !== 'undecryptable';
    return this.network.until(() => this.listener.messages.find(fits), timeoutMs, `message ${id}`);
  }

  content(id: string): Promise<InboundContent> {
    return this.message(id).then(({ content }) => content);
  }

  receipt(id: string, ack: number, timeoutMs = 8000): Promise<Receipt> {
    const fits = (receipt: Receipt) => receipt.id === id && receipt.ack === ack;
    return this.network.until(() => this.listener.receipts.find(fits), timeoutMs, `ack ${ack} of ${id}`);
  }

  async send(jid: string, content: OutboundContent, id = newMessageId()): Promise<string> {
    const { raw } = await this.session.send({ id, jid, content, quoted: null });
    this.listener.sent.set(id, { jid, raw });
    return id;
  }

  async pair(owner: Phone): Promise<void> {
    await this.whatsapp.start(target);
    await this.status('qrcode');
    await owner.scan(this.state?.qrcode ?? '');
    await this.status('CONNECTED');
    await this.network.until(
      () => [...owner.devices.values()].every((device) => device.isSynced),
      8000,
      'sync',
    );
  }

  async pairedAgain(): Promise<void> {
    await this.whatsapp.start(target);
    await this.status('CONNECTED');
  }

  successor(config: Partial<Settings> = {}): App {
    return new App(this.network, this.store, config);
  }
}

function recordingLog(lines: string[]): Log {
  const record = (fields: object, message: string) => {
    lines.push(`${message} ${JSON.stringify(fields)}`);
  };
  return { debug: record, info: record, warn: record, error: record };
}
