import type { WAMessage } from '@whiskeysockets/baileys';
import type { InboundMessage } from '../../port.ts';
import { describeError, type Log } from '../log.ts';
import { pause, type Timers, yieldToLoop } from '../timers.ts';

const BATCH = 50;
/** Messages that arrive this soon after a batch share the next one: a transaction costs more than a message in it. */
const BURST_MS = 20;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 30_000;

export type QueuedMessage = ({ message: WAMessage; offline: boolean } | { ready: InboundMessage }) & {
  rows: string[];
};

export type InboundQueueDeps = {
  read(arrival: QueuedMessage): Promise<InboundMessage | null>;
  store(messages: InboundMessage[], rows: string[]): Promise<void>;
  forget(rows: string[]): Promise<void>;
  timers: Timers;
  log: Log;
};

/** One batch at a time, in order; a rejected batch is offered again until it is accepted or the queue stops. */
export class InboundQueue {
  private readonly waiting: QueuedMessage[] = [];
  private running: Promise<void> | null = null;
  private isStopped = false;

  constructor(private readonly deps: InboundQueueDeps) {}

  push(arrivals: QueuedMessage[]): void {
    this.waiting.push(...arrivals);
    if (!this.running && !this.isStopped) this.running = this.run();
  }

  async idle(): Promise<void> {
    while (this.running) await this.running;
  }

  stop(): Promise<void> {
    this.isStopped = true;
    return this.idle();
  }

  private async run(): Promise<void> {
    await yieldToLoop();
    while (this.waiting.length > 0 && !this.isStopped) {
      await this.deliver(this.waiting.splice(0, BATCH));
      if (!this.isStopped) await pause(this.deps.timers, BURST_MS);
    }
    this.running = null;
  }

  private async deliver(batch: QueuedMessage[]): Promise<void> {
    const { read, store, timers, log } = this.deps;
    const rows = batch.flatMap((arrival) => arrival.rows);
    let wait = FIRST_PAUSE_MS;
    while (!this.isStopped) {
      try {
        const messages = (await Promise.all(batch.map(read))).filter((message) => message !== null);
        await (messages.length > 0 ? store(messages, rows) : this.forget(rows));
        return;
      } catch (error) {
        log.error({ cause: describeError(error), messages: batch.length }, 'messages could not be stored');
        await pause(timers, wait);
        wait = Math.min(wait * 2, MAX_PAUSE_MS);
        if (this.isStopped) return;
      }
    }
  }

  private async forget(rows: string[]): Promise<void> {
    const { forget, log } = this.deps;
    await forget(rows).catch((error) =>
      log.warn({ cause: describeError(error) }, 'journal rows stay for now'),
    );
  }
}
