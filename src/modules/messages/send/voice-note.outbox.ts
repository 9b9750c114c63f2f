import { rename, rm } from 'node:fs/promises';
import { createFairLimiter } from '@/core/queue/fair-limiter.ts';
import { TryLater } from '@/core/queue/outbox.ts';
import type { OutboundContent } from '@/whatsapp/port.ts';

const OPUS = 'audio/ogg; codecs=opus';
const TIMEOUT_MS = 60_000;
/** For all companies: a conversion takes a whole core. */
const slots = createFairLimiter();
slots.name('voice', { each: 2, together: 2, always: 0 });

/** Never auto-detected: ffmpeg takes an MP3 for a playlist that names other files. */
const FORMATS: Record<string, string> = {
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/webm': 'matroska',
  'video/webm': 'matroska',
  'audio/mp4': 'mov',
  'audio/x-m4a': 'mov',
  'audio/aac': 'aac',
  'audio/amr': 'amr',
  'audio/flac': 'flac',
  'audio/x-flac': 'flac',
};

export type Recording = { path: string; mime: string; seconds?: number | null; waveform?: string | null };
export type Converting = {
  companyId: number;
  signal: AbortSignal;
  ffmpeg?: string | null;
  timeoutMs?: number;
};

/** Ogg/opus, or plain MP3 without ffmpeg. Throws TryLater on shutdown. */
export async function toVoiceNote(
  { path, mime, seconds = null, waveform = null }: Recording,
  { ffmpeg = Bun.which('ffmpeg'), ...converting }: Converting,
): Promise<OutboundContent> {
  if (mime.startsWith('audio/ogg')) return { type: 'voice', path, mime: OPUS, seconds, waveform };
  const ogg = `${path}.ogg`;
  const format = FORMATS[mime];
  const isConverted =
    (await Bun.file(ogg).exists()) ||
    (ffmpeg && format && (await convert(path, ogg, [ffmpeg, ...argumentsFor(format)], converting)));
  return isConverted
    ? { type: 'voice', path: ogg, mime: OPUS, seconds, waveform }
    : { type: 'audio', path, mime };
}

/** Pipes only: an upload must not make ffmpeg open a path. */
function argumentsFor(format: string): string[] {
  const input = ['-protocol_whitelist', 'pipe', '-f', format, '-i', 'pipe:0'];
  const sound = ['-vn', '-ac', '1', '-ar', '48000', '-c:a', 'libopus', '-b:a', '48k'];
  return ['-v', 'error', ...input, ...sound, '-f', 'ogg', 'pipe:1'];
}

async function convert(
  source: string,
  target: string,
  command: string[],
  { companyId, ...limits }: Converting,
): Promise<boolean> {
  const end = await slots.take(companyId, 'voice');
  return run(source, target, command, limits).finally(end);
}

async function run(
  source: string,
  target: string,
  command: string[],
  { signal, timeoutMs = TIMEOUT_MS }: Omit<Converting, 'companyId'>,
): Promise<boolean> {
  if (signal.aborted) throw new TryLater('ERR_SENDING_WAPP_MSG', { uncounted: true });
  const draft = `${target}.part`;
  const child = Bun.spawn(command, {
    stdin: Bun.file(source),
    stdout: Bun.file(draft),
    stderr: 'ignore',
    timeout: timeoutMs,
    signal,
    // ffmpeg may ignore SIGTERM.
    killSignal: 'SIGKILL',
  });
  const isDone = (await child.exited) === 0;
  if (isDone) await rename(draft, target);
  else await rm(draft, { force: true });
  if (!isDone && signal.aborted) throw new TryLater('ERR_SENDING_WAPP_MSG', { uncounted: true });
  return isDone;
}
