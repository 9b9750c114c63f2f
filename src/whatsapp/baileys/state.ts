import type { SessionState } from '../port.ts';
import { describeError, type Log } from './log.ts';

/** A session's state, told whenever it changes, in order and one telling at a time. */
export class StateTeller {
  private state: SessionState;
  private told: Promise<void> = Promise.resolve();

  constructor(
    number: string | null,
    private readonly tell: (state: SessionState) => Promise<void>,
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
    this.told = this.told
      .then(() => this.tell(next))
      .catch((error) => this.log.error({ cause: describeError(error) }, 'state could not be told'));
  }

  /** Resolves when everybody knows. */
  settle(): Promise<void> {
    return this.told;
  }
}
