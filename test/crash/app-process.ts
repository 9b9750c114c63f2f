import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Network } from '@demo/whatsapp/index.ts';
import { entryOf } from '../support/entry.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';

const ROOT = join(import.meta.dir, '../..');
export const ADMIN = { email: 'dona@aurora.test', password: 'uma senha bem comprida' };

export type AppLocation = {
  entry?: string;
  dataDir: string;
  network: Network;
  caPath: string;
  env?: Record<string, string>;
  /** Limit of open files; default: this process's own. */
  openFiles?: number;
};

export type AppProcess = {
  readonly url: string;
  readonly pid: number | undefined;
  spawn(): void;
  /** Throws when the process ends, or after `timeoutMs`. */
  answers(timeoutMs?: number): Promise<void>;
  kill(): Promise<void>;
  stop(): Promise<number>;
};

export function appProcess({
  entry = 'src/main.ts',
  dataDir,
  network,
  caPath,
  env,
  openFiles,
}: AppLocation): AppProcess {
  const port = freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: Bun.Subprocess | undefined;
  const running = () => {
    if (!child) throw new Error('the desk was not started');
    return child;
  };
  return {
    url,
    get pid() {
      return child?.pid;
    },
    spawn() {
      const log = openSync(join(dataDir, 'desk.log'), 'a');
      const command = [process.execPath, entryOf(join(ROOT, entry))];
      const limit = ['sh', '-c', `ulimit -n ${openFiles}; exec "$@"`, 'sh'];
      child = Bun.spawn(openFiles === undefined ? command : [...limit, ...command], {
        cwd: ROOT,
        stdio: ['ignore', log, log],
        env: {
          ...process.env,
          NODE_ENV: 'production',
          NODE_EXTRA_CA_CERTS: caPath,
          DATA_DIR: dataDir,
          PORT: String(port),
          LOG_LEVEL: 'warn',
          ADMIN_EMAIL: ADMIN.email,
          ADMIN_PASSWORD: ADMIN.password,
          WHATSAPP_SOCKET_URL: network.socketUrl,
          WHATSAPP_ROOT_KEY: network.rootKey,
          ...env,
        },
      });
      closeSync(log);
    },
    async answers(timeoutMs = 60_000) {
      const isUp = async () => {
        if ((await fetch(`${url}/healthz`).catch(() => undefined))?.ok) return true;
        if (running().exitCode !== null) throw new Error(`the desk ended: ${await lastOutput(dataDir)}`);
        return false;
      };
      await until('the desk answers', isUp, { timeoutMs, stepMs: 20 });
    },
    async kill() {
      running().kill('SIGKILL');
      await running().exited;
    },
    stop() {
      running().kill('SIGTERM');
      return running().exited;
    },
  };
}

async function lastOutput(dataDir: string): Promise<string> {
  return (await Bun.file(join(dataDir, 'desk.log')).text()).slice(-2_000);
}
