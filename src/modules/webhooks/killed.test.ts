import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { entryOf } from '@test/support/entry.ts';
import { type Receiver, startReceiver } from '@test/support/receiver.ts';
import { until } from '@test/support/until.ts';

let receiver: Receiver;
let dataDir: string;
beforeAll(async () => {
  receiver = await startReceiver();
  dataDir = mkdtempSync(join(tmpdir(), 'balcao-told-'));
});
afterAll(async () => {
  await receiver.die();
  rmSync(dataDir, { recursive: true, force: true });
});

const start = (env: Record<string, string>) =>
  Bun.spawn([process.execPath, entryOf('test/crash/notifying-app.ts')], {
    cwd: join(import.meta.dir, '../../..'),
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      RECEIVER: `${receiver.url}/hook`,
      ALLOWED_INTERNAL_HOSTS: `127.0.0.1:${receiver.port}`,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
const names = async () => (await receiver.got()).map(({ json: { data } }) => data.name);

test('committed events are delivered after a kill, and repeated under the same id if unrecorded', async () => {
  const dead = start({ CHANGE: 'Loja', DIES: 'yes' });
  await dead.exited;
  expect(dead.signalCode).toBe('SIGKILL');
  expect(await names()).toEqual([]);
  await start({}).exited;
  expect(await names()).toEqual(['Loja']);

  await receiver.take();
  await receiver.as({ isSilent: true });
  const waiting = start({ CHANGE: 'Filial' });
  await until('it is being told', async () => (await receiver.got()).length > 0);
  waiting.kill('SIGKILL');
  await waiting.exited;
  await receiver.as({});
  await start({}).exited;
  expect((await names()).length).toBeGreaterThanOrEqual(2);
  expect(new Set(await names())).toEqual(new Set(['Filial']));
  expect(new Set((await receiver.got()).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  await receiver.take();
  await start({}).exited;
  expect(await names()).toEqual([]);
});
