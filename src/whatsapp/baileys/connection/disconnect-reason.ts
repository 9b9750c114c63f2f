import { DisconnectReason } from '@whiskeysockets/baileys';
import type { SessionTrouble } from '../../port.ts';
import { StorageTrouble } from '../auth/storage-trouble.ts';
import { statusOf } from '../log.ts';

export type Verdict =
  | { next: 'reopen' }
  | { next: 'retry'; trouble: SessionTrouble }
  | { next: 'stay'; trouble: SessionTrouble }
  | { next: 'forget'; trouble: SessionTrouble };

/** A 403 to the websocket upgrade comes from a proxy; only WhatsApp's own 403 means a ban. */
export class UpgradeRefused extends Error {
  constructor(readonly httpStatus: number) {
    super(`The server answered HTTP ${httpStatus} instead of a websocket`);
  }
}

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
    // 402 is a temporary ban.
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

// Baileys ends with a plain 408 after its last QR code; only the text distinguishes it from a lost network.
const isQrExpired = (error: unknown) =>
  error instanceof QrExpired ||
  (error instanceof Error && error.message.startsWith('QR refs attempts ended'));
