const MAX_SECONDS = 86_400;
/** WhatsApp shows 64 bars, each 0 to 100. */
const MAX_BARS = 128;
const LOUDEST = 100;
/** Base64 characters; a phone's first-page thumbnail has a third of that. */
const MAX_THUMBNAIL = 24_000;
const JPEG = '/9j/';

export function readSeconds(seconds: unknown): number | null {
  const whole = Math.round(Number(seconds));
  return whole > 0 && whole <= MAX_SECONDS ? whole : null;
}

/** Base64, one byte per bar; null for anything else. */
export function readWaveform(text: unknown): string | null {
  if (typeof text !== 'string' || text.length > MAX_BARS * 2) return null;
  const bars = Buffer.from(text, 'base64');
  if (bars.length === 0 || bars.length > MAX_BARS) return null;
  return Buffer.from(bars.map((bar) => Math.min(LOUDEST, bar))).toString('base64');
}

/** A base64 JPEG, small enough to come with its message; null for anything else. */
export function readThumbnail(text: string | null): string | null {
  return text?.startsWith(JPEG) && text.length <= MAX_THUMBNAIL ? text : null;
}
