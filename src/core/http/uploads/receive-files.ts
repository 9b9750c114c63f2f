import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { AppError } from '../../errors.ts';
import { type BodyPace, pacedReader } from '../body/bounded-body.ts';

export type FileLimits = {
  field: string;
  maxBytes: number;
  maxFiles: number;
};
export type ReceivedFile = { path: string; name: string; mime: string; size: number };
export type Received = { files: ReceivedFile[]; fields: FormData };

type Incoming = {
  body: ReadableStream<Uint8Array>;
  contentType: string;
  limits: FileLimits;
  maxBytes: number;
  position(): string;
  pace?: BodyPace;
};

/** Upload slots are few: one minute at first, then no slower than the slowest phone. */
const PACE: BodyPace = { graceMs: 60_000, bytesPerSecond: 8_192 };

const PARTS = {
  fields: 60,
  fieldSize: 512 * 1024,
  fieldNameSize: 100,
  headerPairs: 20,
  headerSize: 8 * 1024,
};

/** Files are never held in memory. Throws ERR_TOO_LARGE, ERR_BODY_TOO_SLOW, ERR_VALIDATION. */
export async function receiveFiles(incoming: Incoming): Promise<Received> {
  const { limits } = incoming;
  const busboy = parserOf(incoming);
  const stop = new AbortController();
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => stop.abort());
  const fail = (error: unknown) => failed.reject(error);
  const fields = new FormData();
  const writing: Promise<ReceivedFile>[] = [];
  const paths: string[] = [];

  busboy.on('field', (name: string | undefined, value: string, _nameCut: boolean, isCut: boolean) => {
    if (isCut) fail(tooLarge({ bytes: PARTS.fieldSize }));
    fields.append(name ?? '', value);
  });
  busboy.on(
    'file',
    (field: string, stream: BusboyFileStream, name: string | undefined, _encoding: string, mime: string) => {
      if (field !== limits.field) return passOver(stream);
      const path = incoming.position();
      paths.push(path);
      const file = write(stream, path, stop.signal).then((size) => ({ path, name: name ?? '', mime, size }));
      stream.once('limit', () => fail(tooLarge({ bytes: limits.maxBytes })));
      file.catch(fail);
      writing.push(file);
    },
  );
  busboy.once('filesLimit', () => fail(tooLarge({ files: limits.maxFiles })));
  busboy.once('fieldsLimit', () => fail(new AppError('ERR_VALIDATION')));
  busboy.once('partsLimit', () => fail(new AppError('ERR_VALIDATION')));
  busboy.once('error', (cause: unknown) => fail(new AppError('ERR_VALIDATION', {}, { cause })));
  const parsed = once(busboy, 'finish').catch(() => undefined);

  const reader = incoming.body.getReader();
  try {
    await Promise.race([feed(reader, busboy, incoming), failed.promise]);
    busboy.end();
    await Promise.race([parsed, failed.promise]);
    const files = await Promise.race([Promise.all(writing), failed.promise]);
    return { files, fields };
  } catch (error) {
    stop.abort();
    reader.releaseLock();
    await Promise.allSettled(writing);
    for (const path of paths) await rm(path, { force: true });
    throw error instanceof AppError || !isCutOff(error)
      ? error
      : new AppError('ERR_VALIDATION', {}, { cause: error });
  }
}

function parserOf({ contentType, limits }: Incoming): BusboyInstance {
  try {
    const { maxFiles, maxBytes } = limits;
    const most = { ...PARTS, files: maxFiles, fileSize: maxBytes, parts: PARTS.fields + maxFiles };
    return new Busboy({ headers: { 'content-type': contentType }, limits: most, preservePath: true });
  } catch (cause) {
    throw new AppError('ERR_VALIDATION', {}, { cause });
  }
}

async function feed(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  busboy: BusboyInstance,
  { maxBytes, pace = PACE }: Incoming,
): Promise<void> {
  const next = pacedReader(reader, pace);
  let size = 0;
  for (;;) {
    const { done, value } = await next(size);
    if (done || !value) return;
    size += value.length;
    if (size > maxBytes) throw tooLarge({ bytes: maxBytes });
    if (!busboy.write(value)) await once(busboy, 'drain');
  }
}

async function write(stream: Readable, path: string, signal: AbortSignal): Promise<number> {
  const file = createWriteStream(path, { mode: 0o600 });
  await pipeline(stream, file, { signal });
  return file.bytesWritten;
}

function passOver(stream: BusboyFileStream): void {
  stream.on('error', () => undefined);
  stream.resume();
}

function isCutOff(error: unknown): boolean {
  return error instanceof Error && !('syscall' in error);
}

function tooLarge(details: { bytes: number } | { files: number }): AppError {
  return new AppError('ERR_TOO_LARGE', details);
}
