import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { entryOf } from '@test/support/entry.ts';
import { startMailServer } from '@test/support/mail-server.ts';

test('repeats only the mail in progress after a kill, under one Message-ID', async () => {
  const server = await startMailServer();
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-killed-'));
  const start = (now: string) =>
    Bun.spawn([process.execPath, entryOf('test/crash/mailing-app.ts')], {
      cwd: join(import.meta.dir, '../../..'),
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        NOW: now,
        SMTP_URL: server.url,
        MAIL_FROM: 'mesa@desk.test',
        PUBLIC_URL: 'http://desk.test',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  const first = start('2026-03-10T15:00:00Z');
  server.beforeTaking = async () => {
    first.kill('SIGKILL');
    await first.exited;
  };
  await first.exited;
  server.beforeTaking = () => undefined;
  await start('2026-03-10T15:01:30Z').exited;
  expect(server.mails.map(({ to }) => to)).toEqual([['marta@padaria.test'], ['marta@padaria.test']]);
  expect(new Set(server.mails.map(({ id }) => id)).size).toBe(1);
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
