/** `bun bench/screen.ts [seconds]`: from a customer's send call to the frame on an agent's page. */
import { ADMIN } from '@test/crash/app-process.ts';
import { type Fixture, openFixture, until } from '@test/crash/fixture.ts';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';
import { type Line, limit, main, percentile } from './support/report.ts';

const PER_SECOND = 50;
const CUSTOMERS = 20;

type Frame = { channel: string; data?: { action?: string; message?: { body: string } } };

export async function runScreen(seconds = Number(process.argv[2] ?? 20)): Promise<Line[]> {
  installConsoleFilter();
  const fixture = await openFixture({ customers: CUSTOMERS });
  const arrived = new Map<string, number>();
  const page = await openPage(fixture, ({ channel, data }) => {
    const body = data?.message?.body;
    if (channel === 'appMessage' && body && !arrived.has(body)) arrived.set(body, performance.now());
  });
  await send(fixture, PER_SECOND, 'warm');
  await until('the first second', () => arrived.size >= PER_SECOND, 60_000);
  const sent = await send(fixture, PER_SECOND * seconds, 'message');
  await until('all on the screen', () => [...sent.keys()].every((body) => arrived.has(body)), 60_000);
  const times = [...sent].map(([body, at]) => (arrived.get(body) ?? Number.NaN) - at);
  page.close();
  await fixture.end();
  const what = `message in → on the agent's screen, ${PER_SECOND}/s for ${seconds} s`;
  return [
    limit(`${what}, p95`, percentile(times, 0.95), 'ms', 100),
    limit(`${what}, p50`, percentile(times, 0.5), 'ms', 100),
    { ...limit(`${what}, the worst`, Math.max(...times), 'ms', 0), budget: '–', isMet: null },
  ];
}

async function send({ chats, owner }: Fixture, messages: number, text: string): Promise<Map<string, number>> {
  const sent = new Map<string, number>();
  const sending: Promise<unknown>[] = [];
  const startedAt = performance.now();
  for (let n = 0; n < messages; n += 1) {
    const early = startedAt + (n * 1_000) / PER_SECOND - performance.now();
    if (early > 0) await Bun.sleep(early);
    const body = `${text} ${n} of a busy morning`;
    sent.set(body, performance.now());
    const chat = chats[n % chats.length];
    if (chat) sending.push(chat.customer.send(owner, { text: body }));
  }
  await Promise.all(sending);
  return sent;
}

async function openPage({ running }: Fixture, onFrame: (frame: Frame) => void): Promise<WebSocket> {
  const reply = await fetch(`${running.url}/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: running.url, Accept: 'text/html' },
    body: new URLSearchParams(ADMIN),
  });
  if (reply.status !== 303) throw new Error(`signing in: ${reply.status}`);
  const [cookie = ''] = reply.headers.getSetCookie().map((one) => one.split(';')[0]);
  const headers = { Cookie: cookie, Origin: running.url };
  const socket = new WebSocket(`${running.url.replace('http', 'ws')}/ws`, { headers } as never);
  let isReady = false;
  socket.onmessage = ({ data }) => {
    const frame = JSON.parse(String(data)) as Frame;
    if (frame.channel === 'ready') isReady = true;
    onFrame(frame);
  };
  await until('the page is live', () => isReady);
  socket.send(JSON.stringify({ channel: 'visible', data: true }));
  return socket;
}

if (import.meta.main) await main(runScreen);
