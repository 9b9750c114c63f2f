import { SendError } from '../../port.ts';
import { within } from '../connection/deadline.ts';
import type { Timers } from '../timers.ts';

export type ServerAck = { id: string; error: string | null };

/** Baileys' `sendMessage` resolves when the stanza is written; only the server's `<ack>` confirms acceptance. */
export class Acks {
  private readonly waiting = new Map<string, { resolve(): void; reject(error: SendError): void }>();

  constructor(private readonly timers: Timers) {}

  /** Call before sending; SendError `refused` (final), `timeout` or `not_connected` (both retry). */
  expect(id: string): { within(ms: number): Promise<void>; drop(): void } {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // A refusal may come before `within` is called; it must not be an unhandled rejection.
    promise.catch(() => {});
    this.waiting.set(id, { resolve, reject });
    const drop = () => {
      this.waiting.delete(id);
    };
    return { drop, within: (ms) => within(this.timers, ms, promise).finally(drop) };
  }

  onServerAck({ id, error }: ServerAck): void {
    const waiter = this.waiting.get(id);
    if (!waiter) return;
    if (error === null) waiter.resolve();
    else waiter.reject(refusal(error));
  }

  abandon(): void {
    for (const { reject } of this.waiting.values()) reject(new SendError('not_connected', true));
    this.waiting.clear();
  }
}

/** 402: banned for a while. 429: too much at once. 463: may not begin new conversations (Baileys, SERVER_ERROR_CODES). */
const RESTRICTIONS = ['402', '429', '463'];

function refusal(error: string): SendError {
  const cause = new Error(`WhatsApp refused it: ${error}`);
  return new SendError(RESTRICTIONS.includes(error) ? 'restricted' : 'refused', false, { cause });
}
