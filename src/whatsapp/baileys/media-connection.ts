import { SendError } from '../port.ts';
import { within } from './deadline.ts';
import type { Session } from './session.ts';
import type { Timers } from './timers.ts';

/**
 * The host WhatsApp names for media on this socket. Baileys keeps a failed answer as long as the socket
 * lives, so that no file could be sent over it any more: such a socket is given up for a new one.
 * Throws SendError `timeout` (may be retried).
 */
export async function mediaHost(session: Session, ms: number, timers: Timers): Promise<string | null> {
  try {
    const { hosts } = await within(timers, ms, session.sock.refreshMediaConn());
    return hosts[0]?.hostname ?? null;
  } catch (cause) {
    if (session.isOpen()) session.giveUp(new Error('WhatsApp names no media host'));
    throw new SendError('timeout', true, { cause });
  }
}
