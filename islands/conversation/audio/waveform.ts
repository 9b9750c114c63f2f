export const BARS = 48;
export const WAVEFORM_BARS = 64;
/** Decoding a larger file would fill a phone's memory. */
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_STORED = 300;
/** Hz: enough for loudness, at a sixth of the memory. */
const SAMPLE_RATE = 8000;

/** `bars` is the loudness of each, 0 to 1. */
export type Sound = { bars: number[]; seconds: number };

const cache = new Map<string, Promise<Sound | undefined>>();
let queue: Promise<unknown> = Promise.resolve();

/** Undefined when the file is too large or unreadable. One file at a time. */
export function soundOf(id: string, url: string): Promise<Sound | undefined> {
  const known = cache.get(id);
  if (known) return known;
  const made = queue.then(() => decode(url)).catch(() => undefined);
  queue = made;
  cache.set(id, made);
  const [oldest] = cache.keys();
  if (cache.size > MAX_STORED && oldest !== undefined) cache.delete(oldest);
  return made;
}

async function decode(url: string): Promise<Sound | undefined> {
  const reply = await fetch(url);
  if (!reply.ok || Number(reply.headers.get('Content-Length') ?? 0) > MAX_BYTES) return undefined;
  const bytes = await reply.arrayBuffer();
  if (bytes.byteLength > MAX_BYTES) return undefined;
  const audio = await new OfflineAudioContext(1, 1, SAMPLE_RATE).decodeAudioData(bytes);
  return { bars: barsOf(audio.getChannelData(0), BARS), seconds: audio.duration };
}

export function barsOf(samples: Float32Array, count: number): number[] {
  const stretch = samples.length / count;
  const peaks = Array.from({ length: count }, (_, bar) => {
    let peak = 0;
    const end = Math.min(samples.length, Math.floor((bar + 1) * stretch));
    for (let at = Math.floor(bar * stretch); at < end; at += 1)
      peak = Math.max(peak, Math.abs(samples[at] ?? 0));
    return peak;
  });
  const loudest = Math.max(...peaks);
  return loudest < 0.001 ? peaks.map(() => 0) : peaks.map((peak) => peak / loudest);
}

/** Base64, a byte for each bar, 0 to 100, as in messages. */
export function waveformOf(bars: number[]): string {
  return btoa(String.fromCharCode(...bars.map((bar) => Math.round(bar * 100))));
}

export function barsIn(waveform: string): number[] {
  const all = [...atob(waveform)].map((letter) => letter.charCodeAt(0) / 100);
  return barsOf(new Float32Array(all), Math.min(BARS, all.length));
}
