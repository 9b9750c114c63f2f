import { join } from 'node:path';
import { ROOT } from '../architecture/sources.ts';
import type { Fault, Heard } from './servers/serve.ts';

export type Service = {
  url: string;
  /** What it has heard since it was asked last. */
  heard(): Promise<Heard[]>;
  fails(fault: Fault, times?: number): Promise<void>;
  stop(): Promise<void>;
};

/** One of test/machines/servers, in a process of its own. */
export async function startService(name: string, ...given: string[]): Promise<Service> {
  const child = Bun.spawn([process.execPath, join(ROOT, `test/machines/servers/${name}.ts`), ...given], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await firstLine(child.stdout);
  return {
    url,
    heard: async () => (await (await fetch(`${url}/_heard`)).json()) as Heard[],
    async fails(fault, times = 1) {
      await fetch(`${url}/_fault`, { method: 'POST', body: JSON.stringify({ fault, times }) });
    },
    async stop() {
      child.kill();
      await child.exited;
    },
  };
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = '';
  for await (const part of stream) {
    text += new TextDecoder().decode(part);
    if (text.includes('\n')) break;
  }
  return text.split('\n')[0] ?? '';
}
