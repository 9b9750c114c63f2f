import { DisconnectReason } from '@whiskeysockets/baileys';
import type { SessionTrouble } from '../port.ts';
import { statusOf } from './log.ts';
import { StorageTrouble } from './watched-store.ts';

/** What to do after a socket has closed. */
export type Verdict =
  /** Pairing is done, or WhatsApp asks for a new socket: open it at once. */
  | { next: 'reopen' }
  /** Try again after a growing pause. */
  | { next: 'retry'; trouble: SessionTrouble }
  /** Stay closed until somebody starts it. */
  | { next: 'stay'; trouble: SessionTrouble }
  /** The phone unlinked us: forget the credentials and stay closed. */
  | { next: 'forget'; trouble: SessionTrouble };

/** An HTTP error instead of a websocket; its 403 is a proxy's, not WhatsApp's. */
export class UpgradeRefused extends Error {
  constructor(readonly httpStatus: number) {
    super(`The server answered HTTP ${httpStatus} instead of a websocket`);
  }
}

/** The QR code was offered as often as WhatsApp allows, and nobody read it. */
export class QrExpired extends Error {}

export function verdictOn(error: unknown): Verdict {
  if (error instanceof StorageTrouble) return { next: 'retry', trouble: 'storage' };
  if (error instanceof UpgradeRefused) return { next: 'retry', trouble: 'server' };
  if (isQrExpired(error)) return { next: 'stay', trouble: 'qr_expired' };
  switch (statusOf(error)) {
    case DisconnectReason.restartRequired:
      return { next: 'reopen' };
    case DisconnectReason.connectionReplaced:
      return { next: 'stay', trouble: 'replaced' };
    case DisconnectReason.loggedOut:
      return { next: 'forget', trouble: 'logged_out' };
    // 402 is a ban for a time.
    case 402:
    case DisconnectReason.forbidden:
      return { next: 'stay', trouble: 'banned' };
    case 405:
      return { next: 'stay', trouble: 'outdated' };
    case DisconnectReason.connectionClosed:
    case DisconnectReason.connectionLost:
      return { next: 'retry', trouble: 'network' };
    default:
      return { next: 'retry', trouble: 'server' };
  }
}

// Baileys ends with a plain 408 after its last QR code; only the text tells it from a lost network.
const isQrExpired = (error: unknown) =>
  error instanceof QrExpired ||
  (error instanceof Error && error.message.startsWith('QR refs attempts ended'));
