import type { BinaryNode, WASocket } from '@whiskeysockets/baileys';
import { createRecent } from '@/core/bounded-cache.ts';
import type { Identity, InboundMessage, Receipt } from '../../port.ts';
import { describeError, type Log } from '../log.ts';
import { pause, type Timers } from '../timers.ts';
import { type ReceivedReceipt, receiptsOfStanza } from './receipts.ts';

const BATCH = 200;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 30_000;
const EARLY = 1_000;

export type ReceiptGateDeps = {
  onReceipts(receipts: Receipt[]): Promise<Receipt[]>;
  addressesOf(chatJid: string): Promise<string[]>;
  me(): Identity;
  timers: Timers;
  log: Log;
};

type Batch = { receipts: ReceivedReceipt[]; pass(): void };

/** Baileys acknowledges each receipt, and WhatsApp then forgets it; so Baileys may see it only once it is on disk. */
export class ReceiptGate {
  private waiting: Batch[] = [];
  private running: Promise<void> | null = null;
  private isStopped = false;
  private readonly early = createRecent<Receipt>(EARLY);

  constructor(private readonly deps: ReceiptGateDeps) {}

  watch(ws: WASocket['ws']): void {
    const listeners = ws.listeners('CB:receipt') as ((node: BinaryNode) => void)[];
    ws.removeAllListeners('CB:receipt');
    ws.on('CB:receipt', (node: BinaryNode) => {
      const hand = () => {
        for (const handler of listeners) handler(node);
      };
      const receipts = receiptsOfStanza(node, this.deps.me());
      if (receipts.length === 0) hand();
      else this.push({ receipts, pass: () => ws.isOpen && hand() });
    });
  }

  onReceipts(receipts: ReceivedReceipt[]): void {
    if (receipts.length > 0) this.push({ receipts, pass: () => undefined });
  }

  stored(messages: InboundMessage[]): void {
    const receipts = messages.flatMap(({ id, fromMe }) => (fromMe && this.early.get(id)) || []);
    if (receipts.length === 0) return;
    for (const { id } of receipts) this.early.delete(id);
    this.onReceipts(receipts.map(({ chat, ...receipt }) => ({ ...receipt, chatJid: chat[0] ?? '' })));
  }

  async idle(): Promise<void> {
    while (this.running) await this.running;
  }

  /** Receipts that still wait were not acknowledged: WhatsApp sends them again. */
  stop(): Promise<void> {
    this.isStopped = true;
    return this.idle();
  }

  private push(incoming: Batch): void {
    this.waiting.push(incoming);
    if (!this.running && !this.isStopped) this.running = this.run();
  }

  private async run(): Promise<void> {
    await Promise.resolve();
    while (this.waiting.length > 0 && !this.isStopped) {
      const batch = this.waiting.splice(0, BATCH);
      if (await this.deliver(batch)) for (const { pass } of batch) pass();
    }
    this.running = null;
  }

  private async deliver(batch: Batch[]): Promise<boolean> {
    const { onReceipts, timers, log } = this.deps;
    for (let wait = FIRST_PAUSE_MS; !this.isStopped; wait = Math.min(wait * 2, MAX_PAUSE_MS)) {
      try {
        const receipts = await this.addressed(batch.flatMap((entry) => entry.receipts));
        for (const receipt of receipts) this.storeEarly(receipt);
        const unknown = new Set((await onReceipts(receipts)).map(({ id }) => id));
        for (const { id } of receipts) if (!unknown.has(id)) this.early.delete(id);
        return true;
      } catch (error) {
        log.error({ cause: describeError(error), receipts: batch.length }, 'receipts could not be stored');
        await pause(timers, wait);
      }
    }
    return false;
  }

  private async addressed(entries: ReceivedReceipt[]): Promise<Receipt[]> {
    const chats = new Map<string, Promise<string[]>>();
    return Promise.all(
      entries.map(async ({ chatJid, ...receipt }) => {
        const chat = chats.get(chatJid) ?? this.deps.addressesOf(chatJid);
        chats.set(chatJid, chat);
        return { ...receipt, chat: await chat };
      }),
    );
  }

  private storeEarly(receipt: Receipt): void {
    const known = this.early.get(receipt.id);
    if (receipt.ack === 0 || (known && known.ack >= receipt.ack)) return;
    this.early.set(receipt.id, receipt);
  }
}
