import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/free-port.ts';

export type Flow = { id: string; name: string; nodes: object[]; connections: object };

/**
 * A real n8n (`npm install n8n` in `folder`) with one active flow, in a separate process; nothing leaves this
 * machine.
 */
export async function startN8n(folder: string, flow: Flow): Promise<{ url: string; stop(): Promise<void> }> {
  const home = mkdtempSync(join(tmpdir(), 'n8n-'));
  const port = freePort();
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    N8N_USER_FOLDER: home,
    N8N_PORT: String(port),
    N8N_LISTEN_ADDRESS: '127.0.0.1',
    N8N_DIAGNOSTICS_ENABLED: 'false',
    N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
    N8N_TEMPLATES_ENABLED: 'false',
    N8N_PERSONALIZATION_ENABLED: 'false',
    // n8n's sandbox for expressions is a native module that not every machine can build.
    N8N_EXPRESSION_ENGINE: 'legacy',
    N8N_RUNNERS_BROKER_PORT: String(freePort()),
  };
  const bin = join(folder, 'node_modules/.bin/n8n');
  const run = (...options: string[]) =>
    Bun.spawn([bin, ...options], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const file = join(home, 'flow.json');
  await Bun.write(file, JSON.stringify([{ settings: {}, active: false, ...flow }]));
  for (const step of [
    ['import:workflow', `--input=${file}`],
    ['update:workflow', `--id=${flow.id}`, '--active=true'],
  ]) {
    const child = run(...step);
    await new Response(child.stdout).text();
    if ((await child.exited) !== 0) throw new Error(`n8n ${step[0]} failed`);
  }
  const child = run('start');
  await readUntil(child.stdout, 'Activated workflow');
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    async stop() {
      child.kill();
      await child.exited;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Goes on reading, so that a full pipe never blocks the process. */
async function readUntil(stream: ReadableStream<Uint8Array>, content: string): Promise<void> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (!text.includes(content)) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`n8n ended: ${text}`);
    text += decoder.decode(value, { stream: true });
  }
  void (async () => {
    while (!(await reader.read()).done);
  })();
}
