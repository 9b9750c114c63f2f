import { rename, rm } from 'node:fs/promises';
import type { OutboundContent } from '@/whatsapp/port.ts';

const OPUS = 'audio/ogg; codecs=opus';
const TIMEOUT_MS = 60_000;

/**
 * A recording as WhatsApp plays it everywhere: ogg/opus when ffmpeg is installed, the MP3 as plain audio
 * where it is not. The converted file lies beside its source and is made once.
 */
export async function toVoiceNote(path: string, mime: string): Promise<OutboundContent> {
  if (mime.startsWith('audio/ogg')) return { type: 'voice', path, mime: OPUS, seconds: null };
  const ogg = `${path}.ogg`;
  if ((await Bun.file(ogg).exists()) || (await convert(path, ogg))) {
    return { type: 'voice', path: ogg, mime: OPUS, seconds: null };
  }
  return { type: 'audio', path, mime };
}

/** False when there is no ffmpeg, or it does not understand the file. Never a shell: names are arguments. */
async function convert(source: string, target: string): Promise<boolean> {
  const ffmpeg = Bun.which('ffmpeg');
  if (!ffmpeg) return false;
  const draft = `${target}.part`;
  const options = [
    '-y',
    '-v',
    'error',
    '-i',
    source,
    '-vn',
    '-ac',
    '1',
    '-ar',
    '48000',
    '-c:a',
    'libopus',
    '-b:a',
    '48k',
    '-f',
    'ogg',
    draft,
  ];
  const child = Bun.spawn([ffmpeg, ...options], {
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'ignore',
    timeout: TIMEOUT_MS,
  });
  if ((await child.exited) === 0) {
    await rename(draft, target);
    return true;
  }
  await rm(draft, { force: true });
  return false;
}
