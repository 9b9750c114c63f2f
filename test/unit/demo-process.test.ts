import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until as untilFound } from '@test/support/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'balcao-demo-'));
const dataDir = join(folder, 'demo');
const PATIENCE_MS = 30_000;
const children: Bun.Subprocess[] = [];
afterAll(async () => {
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(children.map((child) => child.exited));
  rmSync(folder, { recursive: true, force: true });
});

type Running = { child: Bun.Subprocess; url: string; text: string };

async function start(): Promise<Running> {
  const child = Bun.spawn([process.execPath, 'scripts/demo.ts'], {
    cwd: join(import.meta.dir, '../..'),
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      HOST: '0.0.0.0',
      // A tenth of the usual conversations.
      DEMO_AMOUNT: '0.1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  let text = '';
  const words = new TextDecoder();
  for await (const chunk of child.stdout) {
    text += words.decode(chunk);
    if (text.includes('Ctrl+C')) break;
  }
  return { child, url: /http:\/\/localhost:\d+/.exec(text)?.[0] ?? '', text };
}

async function signIn({ url, text }: Running, email: string): Promise<string> {
  const password = new RegExp(`${email}\\s+(\\S+)`).exec(text)?.[1];
  const reply = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  expect(reply.status).toBe(200);
  return ((await reply.json()) as { token: string }).token;
}

async function until<T>(url: string, token: string, fits: (body: T) => boolean): Promise<T> {
  const check = async () => {
    const reply = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
    const body = (await reply.json()) as T;
    return reply.ok && fits(body) ? { body } : undefined;
  };
  const found = await untilFound(`${url} says what it should`, check, { timeoutMs: PATIENCE_MS, stepMs: 50 });
  return found.body;
}

async function countResolved({ url }: Running, token: string): Promise<number> {
  const headers = { Authorization: `Bearer ${token}` };
  const reply = await fetch(`${url}/api/tickets?status=closed&showAll=true`, { headers });
  return ((await reply.json()) as { count: number }).count;
}

async function stop({ child }: Running): Promise<void> {
  child.kill('SIGTERM');
  expect(await child.exited).toBe(0);
}

type Tickets = { tickets: { contact: { name: string } }[] };
type Connections = { name: string; status: string }[];
const LINES = ['Aurora Vendas', 'Aurora Suporte', 'Aurora Atendimento'];
const isConnected = (list: Connections) =>
  list.length === LINES.length && list.every(({ status }) => status === 'CONNECTED');

test(
  'the demo shows its logins, pairs itself and gets messages, also after a restart unless disconnected',
  async () => {
    const first = await start();
    const token = await signIn(first, 'ana@aurora.example');
    await until<Connections>(`${first.url}/api/whatsapp`, token, isConnected);
    const address = `${first.url}/api/tickets?status=pending&showAll=true`;
    const hasArrived = ({ tickets }: Tickets) =>
      tickets.some(({ contact }) => contact.name === 'Marina Souza');
    await until<Tickets>(address, token, hasArrived);
    const past = await countResolved(first, token);
    expect(past).toBeGreaterThan(40);
    // The page is for this machine only, whatever HOST says.
    const page = await fetch(`${first.url}/simulator/changes`);
    expect(await page.text()).toContain('Marina Souza');
    const headers = { Authorization: `Bearer ${token}` };
    await fetch(`${first.url}/api/whatsappsession/2`, { method: 'DELETE', headers });
    const isApart = (list: Connections) => list.some(({ status }) => status === 'DISCONNECTED');
    await until<Connections>(`${first.url}/api/whatsapp`, token, isApart);
    await stop(first);

    const second = await start();
    const again = await signIn(second, 'ana@aurora.example');
    const list = await until<Connections>(`${second.url}/api/whatsapp`, again, (all) =>
      all.every(({ name, status }) => (status === 'CONNECTED') === (name !== 'Aurora Suporte')),
    );
    expect(list.map(({ name, status }) => [name, status])).toEqual([
      ['Aurora Vendas', 'CONNECTED'],
      ['Aurora Suporte', 'DISCONNECTED'],
      ['Aurora Atendimento', 'CONNECTED'],
    ]);
    // The past is written once.
    expect([second.text.includes('Two months'), await countResolved(second, again)]).toEqual([false, past]);
    await stop(second);
  },
  10 * PATIENCE_MS,
);
