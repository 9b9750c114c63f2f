import { SendError } from '../../port.ts';
import { within } from '../connection/deadline.ts';
import type { Session } from '../connection/session.ts';
import type { Timers } from '../timers.ts';

/** Baileys caches a failed answer, so the socket is replaced then. Throws SendError `timeout` (may be retried). */
export async function mediaHost(session: Session, ms: number, timers: Timers): Promise<string | null> {
  try {
    const { hosts } = await within(timers, ms, session.sock.refreshMediaConn());
    return hosts[0]?.hostname ?? null;
  } catch (cause) {
    if (session.isOpen()) session.giveUp(new Error('WhatsApp names no media host'));
    throw new SendError('timeout', true, { cause });
  }
}
