import { join } from 'node:path';

type Asked = {
  path: string;
  key: string;
  body: { model?: string; messages?: { role: string; content: unknown }[] };
};

export type Models = {
  url: string;
  host: string;
  next(...answers: object[]): Promise<void>;
  /** Since it was asked for last. */
  asked(): Promise<Asked[]>;
  stop(): void;
};

/** The server of model-server.ts in its own process. */
export async function startModels(): Promise<Models> {
  const child = Bun.spawn(['bun', join(import.meta.dir, '../machines/servers/model-server.ts')], {
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const reader = child.stdout.getReader();
  let told = '';
  while (!told.includes('\n')) told += new TextDecoder().decode((await reader.read()).value);
  const host = `127.0.0.1:${told.trim()}`;
  const control = (path: string, body: unknown) =>
    globalThis.fetch(`http://${host}${path}`, { method: 'POST', body: JSON.stringify(body) });
  return {
    url: `http://${host}/v1`,
    host,
    next: async (...answers) => void (await control('/_next', answers)),
    asked: async () => (await control('/_asked', {})).json() as Promise<Asked[]>,
    stop: () => child.kill(),
  };
}
