import { describeError, type Log } from './log.ts';

/** Collects what comes in while a call is under way and tells it in one: never two calls at once. */
export class Batches<T> {
  private waiting: T[] = [];
  private running: Promise<void> | null = null;

  constructor(
    private readonly tell: (items: T[]) => Promise<void>,
    private readonly log: Log,
  ) {}

  push(items: T[]): void {
    if (items.length === 0) return;
    this.waiting.push(...items);
    this.running ??= this.run();
  }

  async idle(): Promise<void> {
    while (this.running) await this.running;
  }

  private async run(): Promise<void> {
    await Promise.resolve();
    while (this.waiting.length > 0) {
      const items = this.waiting;
      this.waiting = [];
      await this.tell(items).catch((error) =>
        this.log.error({ cause: describeError(error), items: items.length }, 'could not be told'),
      );
    }
    this.running = null;
  }
}
