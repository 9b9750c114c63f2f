import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataInUse, lockData } from './data-lock.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'balcao-lock-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

async function holder(): Promise<{ pid: number; sent: string; end(signal: NodeJS.Signals): Promise<void> }> {
  const code = `
    import { lockData } from ${JSON.stringify(join(import.meta.dir, 'data-lock.ts'))};
    try { lockData(${JSON.stringify(dir)}); console.log('locked'); setTimeout(() => {}, 15_000); }
    catch (error) { console.log(error.message); }`;
  const child = Bun.spawn([process.execPath, '-e', code], { stdout: 'pipe', stderr: 'ignore' });
  const { value } = await child.stdout.getReader().read();
  return {
    pid: child.pid,
    sent: new TextDecoder().decode(value).trim(),
    async end(signal) {
      child.kill(signal);
      await child.exited;
    },
  };
}

test('rejects a second process and names the holder', async () => {
  const first = await holder();
  expect(first.sent).toBe('locked');
  try {
    expect(() => lockData(dir)).toThrow(DataInUse);
    expect(() => lockData(dir)).toThrow(`process ${first.pid}`);
    const second = await holder();
    expect(second.sent).toContain('in use by another Balcão process');
    await second.end('SIGTERM');
  } finally {
    await first.end('SIGKILL');
  }
});

test('frees the folder however the process ended', async () => {
  const first = await holder();
  await first.end('SIGKILL');
  const lock = lockData(dir);
  expect((await holder()).sent).toContain(`process ${process.pid}`);
  lock.release();
  const next = await holder();
  expect(next.sent).toBe('locked');
  await next.end('SIGKILL');
});

test('rejects a second lock by the same process', () => {
  const lock = lockData(dir);
  expect(() => lockData(dir)).toThrow(DataInUse);
  lock.release();
  lockData(dir).release();
});
