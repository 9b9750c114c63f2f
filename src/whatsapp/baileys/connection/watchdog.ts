import type { EventEmitter } from 'node:events';
import type { Timers } from '../timers.ts';

type Cuttable = { socket: { terminate(): void } | null };

/** Baileys notices silence too, but then waits half a minute for a closing handshake. */
export function watch(ws: EventEmitter, silentMs: number, timers: Timers, onSilent: () => void): () => void {
  let lastSeen = timers.ticks();
  const onFrame = () => {
    lastSeen = timers.ticks();
  };
  ws.on('frame', onFrame);
  let cancel = timers.after(silentMs, check);
  function check() {
    const left = lastSeen + silentMs - timers.ticks();
    if (left <= 0) onSilent();
    else cancel = timers.after(left, check);
  }
  return () => {
    cancel();
    ws.off('frame', onFrame);
  };
}

export function terminate(ws: EventEmitter): void {
  (ws as unknown as Cuttable).socket?.terminate();
}

/** Baileys checks `isOpen` before every frame, in the same turn in which it sends. */
export function silence(ws: EventEmitter): void {
  Object.defineProperty(ws, 'isOpen', { value: false, configurable: true });
  terminate(ws);
}

export const isSilent = (ws: EventEmitter) => (ws as { isOpen?: boolean }).isOpen === false;
