import { join } from 'node:path';
import { ROOT } from '../architecture/sources.ts';
import type { Fault, RecordedRequest } from './servers/serve.ts';

export type Service = {
  url: string;
  requests(): Promise<RecordedRequest[]>;
  fails(fault: Fault, times?: number): Promise<void>;
  stop(): Promise<void>;
};

/** Starts one of test/responders/servers in a process of its own. */
export async function startService(name: string, ...options: string[]): Promise<Service> {
  const child = Bun.spawn([process.execPath, join(ROOT, `test/responders/servers/${name}.ts`), ...options], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await firstLine(child.stdout);
  return {
    url,
    requests: async () => (await (await fetch(`${url}/_heard`)).json()) as RecordedRequest[],
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
