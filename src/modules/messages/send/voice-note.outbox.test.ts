import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@test/support/until.ts';
import { fileTypeFromFile } from 'file-type';
import { TryLater } from '@/core/queue/outbox.ts';
import { toVoiceNote } from './voice-note.outbox.ts';

let dir: string;
let path: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'balcao-voice-'));
  path = join(dir, 'note.mp3');
  writeFileSync(path, 'not read by a stand-in');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const recording = () => ({ path, mime: 'audio/mpeg' });
const PLAIN = () => ({ type: 'audio' as const, ...recording() });
const going = () => new AbortController().signal;
const ffmpeg = Bun.which('ffmpeg');
const MP3_SECONDS = 5;

function standIn(script: string): string {
  const program = join(dir, 'ffmpeg');
  writeFileSync(program, `#!/bin/sh\necho $$ > ${dir}/pid\n${script}\n`);
  chmodSync(program, 0o700);
  return program;
}

async function pidOf(): Promise<number> {
  for (;;) {
    const text = await Bun.file(join(dir, 'pid'))
      .text()
      .catch(() => '');
    if (text.endsWith('\n')) return Number(text);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('ffmpeg that does not end', () => {
  const DEAF = "trap '' TERM INT HUP\nwhile :; do read line < /dev/zero; done";

  test('is killed at the deadline and the audio is sent unconverted', async () => {
    const note = toVoiceNote(recording(), {
      companyId: 1,
      signal: going(),
      ffmpeg: standIn(DEAF),
      timeoutMs: 100,
    });
    const pid = await pidOf();
    expect(await note).toEqual(PLAIN());
    expect(isAlive(pid)).toBe(false);
    expect(readdirSync(dir).filter((name) => name.includes('.ogg'))).toEqual([]);
  });

  test('is killed at shutdown and the voice note is retried later', async () => {
    const stopping = new AbortController();
    const note = toVoiceNote(recording(), { companyId: 1, signal: stopping.signal, ffmpeg: standIn(DEAF) });
    const pid = await pidOf();
    stopping.abort();
    await expect(note).rejects.toThrow(TryLater);
    expect(isAlive(pid)).toBe(false);
  });
});

test('at most two recordings are converted at a time', async () => {
  const script = `touch ${dir}/run.$$; ls ${dir}/run.* | wc -l >> ${dir}/counts; while [ ! -e ${dir}/go ]; do :; done; cat; rm ${dir}/run.$$`;
  const program = standIn(script);
  const notes = ['a', 'b', 'c', 'd'].map((name) => {
    const own = join(dir, `${name}.mp3`);
    writeFileSync(own, name);
    return toVoiceNote({ path: own, mime: 'audio/mpeg' }, { companyId: 1, signal: going(), ffmpeg: program });
  });
  const running = () => readdirSync(dir).filter((name) => name.startsWith('run.')).length;
  await until('two conversions', () => running() === 2);
  writeFileSync(join(dir, 'go'), '');
  expect((await Promise.all(notes)).map(({ type }) => type)).toEqual(Array(4).fill('voice'));
  const counts = (await Bun.file(join(dir, 'counts')).text()).trim().split('\n').map(Number);
  expect(counts).toHaveLength(4);
  expect(Math.max(...counts)).toBeLessThanOrEqual(2);
});

test('a company with many recordings lets another one go next', async () => {
  const script = `name=$(cat); echo $name >> ${dir}/started; while [ ! -e ${dir}/go.$name ]; do :; done; echo done`;
  const program = standIn(script);
  const record = (companyId: number, name: string) => {
    const own = join(dir, `${name}.mp3`);
    writeFileSync(own, name);
    return toVoiceNote({ path: own, mime: 'audio/mpeg' }, { companyId, signal: going(), ffmpeg: program });
  };
  const many = Array.from({ length: 8 }, (_, n) => `a${n}`);
  const notes = [...many.map((name) => record(1, name)), record(2, 'b')];
  const started = () =>
    existsSync(join(dir, 'started')) ? readFileSync(join(dir, 'started'), 'utf8').trim().split('\n') : [];
  await until('two conversions', () => started().length === 2);
  writeFileSync(join(dir, `go.${started()[0]}`), '');
  await until('a third', () => started().length === 3);
  const third = started()[2];
  for (const name of [...many, 'b']) writeFileSync(join(dir, `go.${name}`), '');
  await Promise.all(notes);
  expect(third).toBe('b');
});

test('gives ffmpeg no path and pipes the bytes', async () => {
  const program = standIn(`echo "$@" > ${dir}/arguments; cat`);
  const note = await toVoiceNote(recording(), { companyId: 1, signal: going(), ffmpeg: program });
  expect(note).toMatchObject({ type: 'voice', path: `${path}.ogg` });
  expect(await Bun.file(`${path}.ogg`).text()).toBe('not read by a stand-in');
  const reported = await Bun.file(join(dir, 'arguments')).text();
  expect(reported).toStartWith('-v error -protocol_whitelist pipe -f mp3 -i pipe:0 ');
  expect(reported).not.toContain(dir);
});

test('does not pass unknown audio types to ffmpeg', async () => {
  const odd = { path, mime: 'audio/midi' };
  expect(await toVoiceNote(odd, { companyId: 1, signal: going(), ffmpeg: standIn('cat') })).toEqual({
    type: 'audio',
    ...odd,
  });
  expect(existsSync(join(dir, 'pid'))).toBe(false);
});

if (!ffmpeg) console.warn('skipped: what ffmpeg itself does, for it is not installed');
describe.skipIf(!ffmpeg)('ffmpeg', () => {
  async function makeMp3(target: string): Promise<void> {
    const sound = ['-f', 'lavfi', '-i', `sine=440:duration=${MP3_SECONDS}`];
    await Bun.spawn([ffmpeg ?? '', '-v', 'error', ...sound, target]).exited;
  }

  test('converts MP3 to Ogg', async () => {
    rmSync(path);
    await makeMp3(path);
    const note = await toVoiceNote(recording(), { companyId: 1, signal: going(), ffmpeg });
    expect(note).toMatchObject({ type: 'voice' });
    expect(await fileTypeFromFile(`${path}.ogg`)).toMatchObject({ mime: 'audio/ogg; codecs=opus' });
  });

  test('opens no file named by a playlist disguised as MP3', async () => {
    const other = join(dir, 'other.mp3');
    await makeMp3(other);
    // The tag claims a footer: one reader looks for sound right after its head, another ten bytes later.
    const head = Buffer.concat([Buffer.from('ID3\x04\0'), Buffer.from([0x10, 0, 0, 0, 0])]);
    const sync = Buffer.from([0xff, 0xfb, 0x90, 0x64, 0, 0, 0, 0, 0, 0]);
    const list = `#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nfile://${other}\n#EXT-X-ENDLIST\n`;
    writeFileSync(path, Buffer.concat([head, sync, Buffer.from(list)]));
    expect(await fileTypeFromFile(path)).toMatchObject({ mime: 'audio/mpeg' });
    expect(await toVoiceNote(recording(), { companyId: 1, signal: going(), ffmpeg })).toEqual(PLAIN());
    expect(existsSync(`${path}.ogg`)).toBe(false);
  });
});
