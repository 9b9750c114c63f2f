import { delayAfter, withJitter } from '@/core/queue/retry.ts';
import type { SessionState } from '../../port.ts';
import { describeError, type Log } from '../log.ts';
import type { Timers } from '../timers.ts';

const RETRIES = { firstMs: 500, longestMs: 30_000 };

export class StatePublisher {
  private state: SessionState;
  private pending: SessionState[] = [];
  private notifying: Promise<void> | null = null;
  private isEnding = false;
  private endPause = () => {};

  constructor(
    number: string | null,
    private readonly notify: (state: SessionState) => Promise<void>,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {
    this.state = {
      status: 'DISCONNECTED',
      qrcode: '',
      pairingCode: '',
      retries: 0,
      trouble: null,
      number,
    };
  }

  get current(): SessionState {
    return this.state;
  }

  change(changes: Partial<SessionState>): void {
    const next = { ...this.state, ...changes };
    if (Bun.deepEquals(next, this.state)) return;
    this.state = next;
    this.pending.push(next);
    this.endPause();
    this.notifying ??= this.notifyAll();
  }

  async end(): Promise<void> {
    this.isEnding = true;
    this.endPause();
    await this.notifying;
  }

  private async notifyAll(): Promise<void> {
    // The listener must not run synchronously inside the caller.
    await Promise.resolve();
    for (let failures = 0, next = this.pending[0]; next; next = this.pending[0]) {
      const isDelivered = await this.tryToNotify(next);
      failures = isDelivered ? 0 : failures + 1;
      if (isDelivered || this.isEnding || this.pending.length > 1) this.pending.shift();
      else await this.pause(withJitter(delayAfter(failures, RETRIES), this.timers.random()));
    }
    this.notifying = null;
  }

  private tryToNotify(state: SessionState): Promise<boolean> {
    return this.notify(state).then(
      () => true,
      (error) => {
        this.log.error({ cause: describeError(error) }, 'a session state could not be stored');
        return false;
      },
    );
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.timers.after(ms, resolve);
      this.endPause = () => {
        cancel();
        resolve();
      };
    });
  }
}
