/** `bun bench/opening.ts [rows]`: from the click on a ticket to the frame with its header and messages, twice down the list. */
import { findChromium, openChromium } from '@test/browser/support/chromium.ts';
import type { Browser, Page } from 'playwright-core';
import { startSession } from '@/modules/auth/sessions/sessions.service.ts';
import { listen } from '@/server.ts';
import { growth, type Line, limit, main, percentile } from './support/report.ts';
import { LONG_TICKET, SMALL, seededApp } from './support/seeded.ts';

const AGENT = 1 + (LONG_TICKET % 13);
/** The shortest event that a browser reports. */
const SHORTEST_MS = 16;
/** Pixels of a turn of the wheel. */
const TURN = 300;

type Clicks = { shown: number[]; events: number[] };

export async function runOpening(rows = Number(process.argv[2] ?? 30)): Promise<Line[]> {
  const executable = findChromium({ isWhole: false });
  if (!executable) throw new Error('no Chromium: name it in CHROMIUM_PATH');
  const seeded = await seededApp(SMALL);
  const server = listen(seeded.dependencies.kernel, seeded.app);
  const browser = await openChromium(executable);
  const session = await startSession(seeded.dependencies.kernel, 1, AGENT);
  const open = (hasScripts: boolean) => openList(browser, { url: server.url, session, hasScripts });
  const desk = await clickThrough(await open(true), rows);
  const bare = await clickThrough(await open(false), rows);
  await browser.close();
  await server.stop();
  await seeded.end();
  const what = `click on a ticket → its header and messages painted, ${rows} rows twice`;
  const ofBare = 'the same ÷ a page without scripts that asks for the same pane';
  return [
    limit(`${what}, p50`, percentile(desk.shown, 0.5), 'ms', 100),
    growth(`${ofBare}, p50`, percentile(desk.shown, 0.5), percentile(bare.shown, 0.5), 2),
    plain(`${what}, p95`, percentile(desk.shown, 0.95)),
    plain('the page without scripts, p95', percentile(bare.shown, 0.95)),
    plain('the click itself (event timing, steps of 8 ms), p50', percentile(desk.events, 0.5)),
    plain('the click itself, p95', percentile(desk.events, 0.95)),
  ];
}

const plain = (what: string, measured: number): Line => ({
  ...limit(what, measured, 'ms', 0),
  budget: '–',
  isMet: null,
});

type List = { url: string; session: string; hasScripts: boolean };

async function openList(browser: Browser, { url, session, hasScripts }: List): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
  });
  await context.addCookies([{ name: 'sid', value: session, url }]);
  const page = await context.newPage();
  if (!hasScripts) await page.route('**/*.js', (route) => route.abort());
  await page.goto('/tickets');
  if (hasScripts) await page.locator('[data-island="ticket-list"][data-alive]').waitFor();
  else await page.evaluate(openWithoutScripts);
  await page.evaluate(watchClicks);
  return page;
}

async function clickThrough(page: Page, rows: number): Promise<Clicks> {
  const links = page.locator('[data-ticket] [data-open]');
  await links.first().hover();
  for (let click = 0; click < 2 * rows; click += 1) {
    const link = page.locator(`[aria-posinset="${1 + (click % rows)}"] [data-open]`);
    const isAbove = click % rows === 0;
    for (let turns = 0; turns < rows && !(await link.isVisible()); turns += 1)
      await page.mouse.wheel(0, isAbove ? -TURN : TURN).then(() => page.evaluate(nextFrame));
    await ((await link.isVisible()) ? link : links.nth(click % (await links.count()))).click();
    await page.waitForFunction((done) => (window as unknown as Clicks).shown.length > done, click);
  }
  await page.evaluate(nextFrame);
  const { shown, events } = await page.evaluate(() => {
    const { shown, events } = window as unknown as Clicks;
    return { shown, events };
  });
  await page.context().close();
  const unreported = Array.from({ length: Math.max(0, shown.length - events.length) }, () => SHORTEST_MS);
  return { shown, events: [...events, ...unreported] };
}

const nextFrame = () => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));

function watchClicks(): void {
  const clicks: Clicks = { shown: [], events: [] };
  Object.assign(window, clicks);
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'click') clicks.events.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  document.addEventListener(
    'click',
    ({ target, timeStamp }) => {
      const row = (target as Element).closest('[data-ticket]');
      const uuid = row?.querySelector<HTMLElement>('[data-open]')?.dataset.open;
      const look = () => {
        const pane = document.querySelector(`[data-pane="${uuid}"]`);
        if (!pane?.querySelector('#ticket-header') || !pane.querySelector('[data-message]'))
          return requestAnimationFrame(look);
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => clicks.shown.push(performance.now() - timeStamp);
        port2.postMessage(0);
      };
      requestAnimationFrame(look);
    },
    true,
  );
}

function openWithoutScripts(): void {
  document.addEventListener('click', async (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-open]');
    const pane = document.querySelector('#workspace-pane');
    if (!link || !pane) return;
    event.preventDefault();
    const headers = { 'HX-Request': 'true', 'HX-Request-Type': 'partial', Accept: 'text/html' };
    const reply = await fetch(link.href, { headers });
    pane.innerHTML = await reply.text();
  });
}

if (import.meta.main) await main(runOpening);
