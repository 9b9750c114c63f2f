import { createEncoder } from 'wasm-media-encoders';
import { barsOf, WAVEFORM_BARS, waveformOf } from '../../conversation/audio/waveform.ts';
import { MP3_ENCODER_HREF } from './mp3-encoder.ts';

const BITRATE = 128;
const SAMPLES_AT_ONCE = 48_000;

export type Voice = { blob: Blob; seconds: number; waveform: string };

let fetched: Promise<ArrayBuffer> | undefined;

/** Called when a recording starts, so that its end needs no network. The package's copy is a data: address, which our policy forbids to fetch. */
export function fetchEncoder(): Promise<ArrayBuffer> {
  fetched ??= fetch(MP3_ENCODER_HREF).then((wasm) => {
    if (!wasm.ok) throw new Error(`the encoder answered ${wasm.status}`);
    return wasm.arrayBuffer();
  });
  fetched.catch(() => {
    fetched = undefined;
  });
  return fetched;
}

/** Converts any recording the browser can decode to MP3 with 128 kbit/s (spec §9). */
export async function toMp3(recording: Blob): Promise<Voice> {
  const context = new AudioContext();
  try {
    const audio = await context.decodeAudioData(await recording.arrayBuffer());
    const samples = audio.getChannelData(0);
    const encoder = await createEncoder('audio/mpeg', await fetchEncoder());
    encoder.configure({ sampleRate: audio.sampleRate, channels: 1, bitrate: BITRATE });
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for (let at = 0; at < samples.length; at += SAMPLES_AT_ONCE) {
      // The encoder reuses the buffer that it returns.
      parts.push(Uint8Array.from(encoder.encode([samples.subarray(at, at + SAMPLES_AT_ONCE)])));
      await new Promise((resolve) => setTimeout(resolve));
    }
    parts.push(Uint8Array.from(encoder.finalize()));
    const blob = new Blob(parts, { type: 'audio/mpeg' });
    return { blob, seconds: audio.duration, waveform: waveformOf(barsOf(samples, WAVEFORM_BARS)) };
  } finally {
    await context.close();
  }
}
