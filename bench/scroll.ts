/** `bun bench/scroll.ts [messages]`: scrolls a conversation back that far in a browser, then types in it. */
import { findChromium, openChromium } from '@test/browser/support/chromium.ts';
import type { Page } from 'playwright-core';
import { startSession } from '@/modules/auth/sessions/sessions.service.ts';
import { listen } from '@/server.ts';
import { growth, type Line, limit, main, percentile } from './support/report.ts';
import { LONG_TICKET, type SeededApp, seededApp } from './support/seeded.ts';

const SIZE = { contacts: 2_000, tickets: 1_000, messages: 20_000, longest: 20_000 };
const AGENT = 1 + (LONG_TICKET % 13);
/** Pixels a frame: 7,200 a second, like a quick turn of the wheel. */
const STEP = 120;
const STILL_FRAMES = 200;
const TRACED = 500;
const TEXT = 'Bom dia! O pedido saiu hoje de manhã e chega até sexta-feira. '.repeat(3);

type Scrolled = { frames: number[]; ms: number };
type Shifts = { all: number; bubbles: number };
type Counted = { nodes: number; bubbles: number };

export async function runScroll(messages = Number(process.argv[2] ?? 5_000)): Promise<Line[]> {
  const executable = findChromium({ isWhole: false });
  if (!executable) throw new Error('no Chromium: name it in CHROMIUM_PATH');
  const seeded = await seededApp(SIZE);
  const server = listen(seeded.dependencies.kernel, seeded.app);
  const browser = await openChromium(executable);
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
  const session = await startSession(seeded.dependencies.kernel, 1, AGENT);
  await context.addCookies([{ name: 'sid', value: session, url: server.url }]);
  const page = await context.newPage();
  await page.addInitScript(countShifts);
  await page.goto(`/tickets/bench-${LONG_TICKET}`);
  await page.locator('[data-island="conversation"][data-alive]').waitFor();
  await page.locator('[data-island="composer"][data-alive]').waitFor();
  const still = await scroll(page, { until: 0, by: 0 });
  const target = await idBack(seeded, messages);
  const back = await scroll(page, { until: target, by: -STEP });
  const far = await count(page);
  const keys = await type(page);
  const down = await scroll(page, { until: await idBack(seeded, 0), by: STEP });
  const work = await traced(page, await idBack(seeded, TRACED));
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts);
  const bare = await bareScroll(page, back.frames.length);
  await context.close();
  await browser.close();
  await server.stop();
  await seeded.end();
  const what = `${messages} messages scrolled back`;
  return [
    limit(`${what}, a frame, p95`, percentile(back.frames, 0.95), 'ms', 20),
    growth(
      'the same ÷ a copy of its elements without scripts',
      percentile(back.frames, 0.95),
      percentile(bare, 0.95),
      1.2,
    ),
    growth('the same on average', mean(back.frames), mean(bare), 1.2),
    plain('the same page, untouched: a frame, p95', percentile(still.frames, 0.95), 'ms'),
    plain(`${what}, a frame, p50`, percentile(back.frames, 0.5), 'ms'),
    plain(`${what}, the longest frame`, Math.max(...back.frames), 'ms'),
    plain(`${what}, all of it`, back.ms / 1000, 's'),
    limit('and down again, a frame, p95', percentile(down.frames, 0.95), 'ms', 20),
    plain(
      `processor time of the page's thread for a frame, ${TRACED} back, p95`,
      percentile(work, 0.95),
      'ms',
    ),
    plain('and down again, the longest frame', Math.max(...down.frames), 'ms'),
    limit(`typing with ${messages} open, from a key to its frame, p95`, percentile(keys, 0.95), 'ms', 30),
    plain('elements in the page with so many open', far.nodes, ''),
    plain('bubbles in the page with so many open', far.bubbles, ''),
    { ...limit('layout shift of bubbles', shifts.bubbles, '', 0.001), measured: shifts.bubbles.toFixed(4) },
    { ...plain('layout shift, all in all', shifts.all, ''), measured: shifts.all.toFixed(4) },
  ];
}

const plain = (what: string, measured: number, unit: string): Line => ({
  ...limit(what, measured, unit, 0),
  budget: '–',
  isMet: null,
});

async function idBack({ dependencies }: SeededApp, messages: number): Promise<number> {
  const { client } = await dependencies.kernel.tenants.open(1);
  const sql = `SELECT id FROM messages WHERE ticket_id = ${LONG_TICKET} ORDER BY id DESC LIMIT 1 OFFSET ${Math.max(0, messages - 1)}`;
  return Number((await client.execute(sql)).rows[0]?.id);
}

function scroll(page: Page, how: { until: number; by: number }): Promise<Scrolled> {
  return page.evaluate(
    ({ until, by, still }) =>
      new Promise<{ frames: number[]; ms: number }>((resolve) => {
        const box = document.querySelector('[role=log]');
        const frames: number[] = [];
        const startedAt = performance.now();
        let last = startedAt;
        const step = (now: number) => {
          frames.push(now - last);
          last = now;
          const isDone = until ? document.getElementById(`message-${until}`) : frames.length > still;
          if (!box || isDone) return resolve({ frames: frames.slice(2), ms: now - startedAt });
          box.scrollTop += by;
          requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      }),
    { ...how, still: STILL_FRAMES },
  );
}

/** Tracing slows the frames themselves, so it scrolls a separate stretch. */
async function traced(page: Page, until: number): Promise<number[]> {
  const browser = page.context().browser();
  await browser?.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
  await scroll(page, { until, by: -STEP });
  return workOf(JSON.parse((await browser?.stopTracing())?.toString() ?? '{}'));
}

type Event = { name: string; ph: string; pid: number; tid: number; ts: number; tdur?: number };

function workOf({ traceEvents = [] }: { traceEvents?: Event[] }): number[] {
  const frames = traceEvents.filter(({ name }) => name === 'FireAnimationFrame');
  const [first] = frames;
  const tasks = traceEvents.filter(
    ({ name, pid, tid, ph }) =>
      name === 'ThreadControllerImpl::RunTask' && ph === 'X' && pid === first?.pid && tid === first.tid,
  );
  const starts = frames.map(({ ts }) => ts).sort((a, b) => a - b);
  const spent = starts.map(() => 0);
  for (const { ts, tdur = 0 } of tasks) {
    const at = starts.findLastIndex((start) => start <= ts + 1_000_000 / 60);
    if (at >= 0) spent[at] = (spent[at] ?? 0) + tdur / 1_000;
  }
  return spent;
}

function count(page: Page): Promise<Counted> {
  return page.evaluate(() => ({
    nodes: document.querySelectorAll('*').length,
    bubbles: document.querySelectorAll('[data-message]').length,
  }));
}

async function type(page: Page): Promise<number[]> {
  await page.locator('[data-pane] textarea').click();
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    document.addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => seen.push(performance.now() - timeStamp);
          port2.postMessage(0);
        }),
      true,
    );
  });
  await page.keyboard.type(TEXT, { delay: 40 });
  return page.evaluate(() => (window as unknown as { seen: number[] }).seen);
}

/** Ignores shifts caused by typing: the field grows with its text (as in web.dev/articles/cls). */
function countShifts(): void {
  type Shift = { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
  const shifts: Shifts = { all: 0, bubbles: 0 };
  Object.assign(window, { shifts });
  const isBubble = (node: Node | null) =>
    (node instanceof Element ? node : node?.parentElement)?.closest('[data-message]');
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as unknown as Shift[]) {
      if (hadRecentInput) continue;
      shifts.all += value;
      if (sources.some(({ node }) => isBubble(node))) shifts.bubbles += value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** A copy of the conversation's elements, to which no script listens: the share of the browser alone. */
function bareScroll(page: Page, frames: number): Promise<number[]> {
  return page.evaluate(
    ({ step, most }) =>
      new Promise<number[]>((resolve) => {
        const box = document.querySelector('[role=log]');
        const copy = box?.cloneNode(true) as Element;
        box?.replaceWith(copy);
        const times: number[] = [];
        let last = performance.now();
        let by = -step;
        const nextFrame = (now: number) => {
          times.push(now - last);
          last = now;
          if (times.length === most) return resolve(times.slice(2));
          const before = copy.scrollTop;
          copy.scrollTop += by;
          if (copy.scrollTop === before) by = -by;
          requestAnimationFrame(nextFrame);
        };
        requestAnimationFrame(nextFrame);
      }),
    { step: STEP, most: frames },
  );
}

const mean = (times: number[]) => times.reduce((sum, one) => sum + one, 0) / times.length;

if (import.meta.main) await main(runScroll);
