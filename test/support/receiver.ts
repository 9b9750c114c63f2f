import { join } from 'node:path';
import { freePort } from './free-port.ts';

export type ReceiverMode = {
  status?: number;
  headers?: Record<string, string>;
  isSilent?: boolean;
  huge?: boolean;
  only?: string;
};

export type Received = {
  path: string;
  headers: Record<string, string>;
  body: string;
  json: { type: string; timestamp: string; data: Record<string, unknown> };
};

export type Receiver = {
  port: number;
  url: string;
  as(mode: ReceiverMode): Promise<void>;
  got(): Promise<Received[]>;
  /** As `got`, and forgets them: no request comes between. */
  take(): Promise<Received[]>;
  die(): Promise<void>;
  rise(): Promise<void>;
};

export async function startReceiver(port = freePort()): Promise<Receiver> {
  const url = `http://127.0.0.1:${port}`;
  let child = await spawn(port);
  const notify = async (path: string, body?: unknown) =>
    fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body ?? {}) });
  const read = async (path: string) => {
    const all = (await (await notify(path)).json()) as Omit<Received, 'json'>[];
    return all.map((one) => ({ ...one, json: JSON.parse(one.body) as Received['json'] }));
  };
  return {
    port,
    url,
    as: async (mode) => void (await notify('/_as', mode)),
    got: () => read('/_got'),
    take: () => read('/_take'),
    async die() {
      child.kill('SIGKILL');
      await child.exited;
    },
    async rise() {
      child = await spawn(port);
    },
  };
}

async function spawn(port: number) {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'receiver-process.ts')], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const reader = child.stdout.getReader();
  await reader.read();
  reader.releaseLock();
  return child;
}
