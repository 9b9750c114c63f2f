import { expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppError } from '../../errors.ts';
import { receiveFiles } from './receive-files.ts';

const MB = 1024 * 1024;

test('writes an upload to disk while it arrives', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-receive-'));
  let options = 0;
  let mostHeld = 0;
  const chunk = new Uint8Array(64 * 1024).fill(120);
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n';
  const written = () => readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  const body = new ReadableStream<Uint8Array>(
    {
      start: (to) => to.enqueue(new TextEncoder().encode(head)),
      pull(to) {
        mostHeld = Math.max(mostHeld, options - written());
        if (options < 40 * MB) to.enqueue(chunk);
        else {
          to.enqueue(new TextEncoder().encode('\r\n--b--\r\n'));
          to.close();
        }
        options += chunk.length;
      },
    },
    { highWaterMark: 1 },
  );
  const { files } = await receiveFiles({
    body,
    contentType: 'multipart/form-data; boundary=b',
    limits: { field: 'file', maxBytes: 64 * MB, maxFiles: 1 },
    maxBytes: 96 * MB,
    position: () => join(folder, 'one.part'),
  });
  expect(files.map(({ size }) => size)).toEqual([40 * MB]);
  expect(mostHeld).toBeLessThan(MB);
  rmSync(folder, { recursive: true });
});

test('gives up a slow upload at its deadline and leaves no file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-receive-'));
  const stream = new TransformStream<Uint8Array, Uint8Array>();
  const writer = stream.writable.getWriter();
  let now = 0;
  let timers: { at: number; call: () => void }[] = [];
  const received = receiveFiles({
    body: stream.readable,
    contentType: 'multipart/form-data; boundary=b',
    limits: { field: 'file', maxBytes: MB, maxFiles: 1 },
    maxBytes: MB,
    position: () => join(folder, 'one.part'),
    pace: {
      ...{ graceMs: 10_000, bytesPerSecond: 1_000 },
      ticks: () => now,
      after(ms, call) {
        const timer = { at: now + ms, call };
        timers.push(timer);
        return () => {
          timers = timers.filter((one) => one !== timer);
        };
      },
    },
  }).catch((error: AppError) => error.code);
  const send = (text: string) => writer.write(new TextEncoder().encode(text)).catch(() => undefined);
  await send('--b\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n');
  for (let second = 0; second < 11; second += 1) {
    now += 1_000;
    for (const { at, call } of timers) if (at <= now) call();
    await Promise.race([send('a'), new Promise((resolve) => setImmediate(resolve))]);
  }
  expect(await received).toBe('ERR_BODY_TOO_SLOW');
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});
