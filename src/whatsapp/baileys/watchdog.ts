import type { EventEmitter } from 'node:events';
import type { Timers } from './timers.ts';

/** A socket that can be cut without the closing handshake, which nobody answers on a dead network. */
type Cuttable = { socket: { terminate(): void } | null };

/**
 * Calls when no frame has come for `silentMs`: pings are answered every keep-alive interval, so silence
 * means a dead network. Baileys notices too, but then waits half a minute for a closing handshake.
 * Returns what stops it.
 */
export function watch(ws: EventEmitter, silentMs: number, timers: Timers, onSilent: () => void): () => void {
  let heard = timers.ticks();
  const onFrame = () => {
    heard = timers.ticks();
  };
  ws.on('frame', onFrame);
  let cancel = timers.after(silentMs, look);
  function look() {
    const left = heard + silentMs - timers.ticks();
    if (left <= 0) onSilent();
    else cancel = timers.after(left, look);
  }
  return () => {
    cancel();
    ws.off('frame', onFrame);
  };
}

/** Cuts the TCP connection; Baileys then reports 428. */
export function terminate(ws: EventEmitter): void {
  (ws as unknown as Cuttable).socket?.terminate();
}

/** From now on nothing leaves: Baileys asks `isOpen` before every frame, in the same turn in which it sends. */
export function silence(ws: EventEmitter): void {
  Object.defineProperty(ws, 'isOpen', { value: false, configurable: true });
  terminate(ws);
}

/** Whether what was said on this socket can no longer have been answered. */
export const isSilent = (ws: EventEmitter) => (ws as { isOpen?: boolean }).isOpen === false;
