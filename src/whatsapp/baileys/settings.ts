/** Milliseconds unless the name says otherwise. */
export type Settings = {
  socketUrl?: string;
  keepAliveMs: number;
  /** Silence after which the network counts as dead; more than two keep-alive intervals. */
  silentMs: number;
  connectMs: number;
  /** Baileys' own limit; it treats silence as an empty answer, so `askMs` must be shorter. */
  queryMs: number;
  askMs: number;
  sendMs: number;
  uploadMs: number;
  downloadMs: number;
  maxMediaBytes: number;
  /** How long a QR code is shown; when absent WhatsApp's own: a minute, then twenty seconds each. */
  qrMs?: number;
  maxQrCodes: number;
  firstRetryMs: number;
  longestRetryMs: number;
};

export const defaultSettings: Settings = {
  keepAliveMs: 15_000,
  silentMs: 35_000,
  connectMs: 20_000,
  queryMs: 30_000,
  askMs: 20_000,
  sendMs: 20_000,
  uploadMs: 180_000,
  downloadMs: 180_000,
  maxMediaBytes: 256 * 1024 * 1024,
  maxQrCodes: 4,
  firstRetryMs: 1_000,
  longestRetryMs: 60_000,
};
