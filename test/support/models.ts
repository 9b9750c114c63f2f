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
  asked(): Promise<Asked[]>;
  stop(): void;
};

export async function startModels(): Promise<Models> {
  const child = Bun.spawn(['bun', join(import.meta.dir, '../responders/servers/model-server.ts')], {
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const reader = child.stdout.getReader();
  let prompt = '';
  while (!prompt.includes('\n')) prompt += new TextDecoder().decode((await reader.read()).value);
  const host = `127.0.0.1:${prompt.trim()}`;
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
