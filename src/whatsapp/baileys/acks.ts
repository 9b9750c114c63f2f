import { SendError } from '../port.ts';
import { within } from './deadline.ts';
import type { Timers } from './timers.ts';

/** The server's word on a message, as `<ack class=message>` brings it. */
export type ServerAck = { id: string; error: string | null };

/**
 * Who waits for which acknowledgement. Baileys' `sendMessage` resolves when the stanza is written, which
 * says nothing about the server.
 */
export class Acks {
  private readonly waiting = new Map<string, { resolve(): void; reject(error: SendError): void }>();

  constructor(private readonly timers: Timers) {}

  /** Call before sending; SendError `refused` (final), `timeout` or `not_connected` (both retry). */
  expect(id: string): { within(ms: number): Promise<void>; drop(): void } {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // It may be refused before anybody waits for it.
    promise.catch(() => {});
    this.waiting.set(id, { resolve, reject });
    const drop = () => {
      this.waiting.delete(id);
    };
    return { drop, within: (ms) => within(this.timers, ms, promise).finally(drop) };
  }

  hear({ id, error }: ServerAck): void {
    const waiter = this.waiting.get(id);
    if (!waiter) return;
    if (error === null) waiter.resolve();
    else
      waiter.reject(new SendError('refused', false, { cause: new Error(`WhatsApp refused it: ${error}`) }));
  }

  /** The socket is gone: nobody will hear of his message any more. */
  abandon(): void {
    for (const { reject } of this.waiting.values()) reject(new SendError('not_connected', true));
    this.waiting.clear();
  }
}
