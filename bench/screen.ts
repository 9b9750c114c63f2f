/** `bun bench/screen.ts [seconds]`: from a customer's send call to the frame on an agent's page. */
import { ADMIN } from '@test/crash/desk-process.ts';
import { openStage, type Stage, until } from '@test/crash/stage.ts';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';
import { type Line, limit, main, percentile } from './support/report.ts';

const PER_SECOND = 50;
const CUSTOMERS = 20;

type Frame = { channel: string; data?: { action?: string; message?: { body: string } } };

export async function runScreen(seconds = Number(process.argv[2] ?? 20)): Promise<Line[]> {
  installConsoleFilter();
  const stage = await openStage({ customers: CUSTOMERS });
  const arrived = new Map<string, number>();
  const page = await openPage(stage, ({ channel, data }) => {
    const body = data?.message?.body;
    if (channel === 'appMessage' && body && !arrived.has(body)) arrived.set(body, performance.now());
  });
  await send(stage, PER_SECOND, 'warm');
  await until('the first second', () => arrived.size >= PER_SECOND, 60_000);
  const sent = await send(stage, PER_SECOND * seconds, 'message');
  await until('all on the screen', () => [...sent.keys()].every((body) => arrived.has(body)), 60_000);
  const times = [...sent].map(([body, at]) => (arrived.get(body) ?? Number.NaN) - at);
  page.close();
  await stage.end();
  const what = `message in → on the agent's screen, ${PER_SECOND}/s for ${seconds} s`;
  return [
    limit(`${what}, p95`, percentile(times, 0.95), 'ms', 100),
    limit(`${what}, p50`, percentile(times, 0.5), 'ms', 100),
    { ...limit(`${what}, the worst`, Math.max(...times), 'ms', 0), budget: '–', isMet: null },
  ];
}

async function send({ chats, owner }: Stage, messages: number, word: string): Promise<Map<string, number>> {
  const sent = new Map<string, number>();
  const sending: Promise<unknown>[] = [];
  const startedAt = performance.now();
  for (let n = 0; n < messages; n += 1) {
    const early = startedAt + (n * 1_000) / PER_SECOND - performance.now();
    if (early > 0) await Bun.sleep(early);
    const body = `${word} ${n} of a busy morning`;
    sent.set(body, performance.now());
    const chat = chats[n % chats.length];
    if (chat) sending.push(chat.customer.send(owner, { text: body }));
  }
  await Promise.all(sending);
  return sent;
}

async function openPage({ desk }: Stage, onFrame: (frame: Frame) => void): Promise<WebSocket> {
  const reply = await fetch(`${desk.url}/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: desk.url, Accept: 'text/html' },
    body: new URLSearchParams(ADMIN),
  });
  if (reply.status !== 303) throw new Error(`signing in: ${reply.status}`);
  const [cookie = ''] = reply.headers.getSetCookie().map((one) => one.split(';')[0]);
  const headers = { Cookie: cookie, Origin: desk.url };
  const socket = new WebSocket(`${desk.url.replace('http', 'ws')}/ws`, { headers } as never);
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
