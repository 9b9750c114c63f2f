import { expect } from 'bun:test';
import { tickets } from '@db/tenant/schema/index.ts';
import type { Page, Request } from 'playwright-core';
import { addFixtures } from '@/modules/campaigns/fixtures.test-support.ts';
import { createTag } from '@/modules/tags/tags.service.ts';
import { syncTicketTags } from '@/modules/tickets/work/ticket-tags.service.ts';
import { customer, scopeOf } from './support/customers.ts';
import { LATENCY_MS } from './support/delayed-line.ts';
import { fillTickets } from './support/fill.ts';
import { isStill, shiftsIn, watchShifts } from './support/layout-shifts.ts';
import { browserTests, type Fixture } from './support.ts';

const PHONE = { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true };
/** Lighthouse's line. Chromium runs without optimised code here, so the processor is slow already. */
const SLOW_4G = { latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };
const QUIET_MS = 700 + LATENCY_MS;

/** For the bell, which is on every page. */
const BELL = ['/api/chats/mentions', '/api/me/preferences', '/api/notifications'];
const KB = 1_000;

type Expected = { path: string; calls: string[]; scripts: number; styles: number; all?: number };

async function furnish(fixture: Fixture): Promise<Record<string, Expected>> {
  const ana = await scopeOf(fixture, 'ana');
  const { contactId, ticketId, uuid } = await customer(fixture, { name: 'Maria Souza', of: 'ana' });
  await fillTickets(ana, { count: 45, queueId: fixture.people.queueId.Vendas });
  const tag = await createTag(ana, { name: 'Proposta', color: '#1f7a1f', kanban: true });
  for (const { id } of await ana.db.select({ id: tickets.id }).from(tickets).limit(20))
    await syncTicketTags(ana, { ticketId: id, tags: [{ id: tag.id }] });
  const { campaignId } = await addFixtures(ana, { contactId, ticketId }, 'oferta');
  await fixture.dependencies.kernel.outbox.idle();
  const office = { calls: BELL, scripts: 95 * KB, styles: 25 * KB };
  const desk = { ...office, calls: [...BELL, '/api/whatsapp'], scripts: 90 * KB, all: 120 * KB };
  return {
    login: { ...office, path: '/login', calls: [] },
    desk: { ...desk, path: '/tickets?status=pending' },
    conversation: {
      ...desk,
      path: `/tickets/${uuid}`,
      calls: [...desk.calls, `/api/tickets/${ticketId}/read`],
    },
    contacts: { ...office, path: '/contacts' },
    settings: { ...office, path: '/settings' },
    queues: { ...office, path: '/queues' },
    // The period before is read after the page, which would wait for it.
    dashboard: { ...office, path: '/', calls: [...BELL, '/dashboard/compared?days=7'] },
    kanban: { ...office, path: '/kanban' },
    report: { ...office, path: `/campaign/${campaignId}/report` },
  };
}

async function watch(page: Page): Promise<void> {
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_4G });
  await watchShifts(page);
}

/** All islands work, and nothing has been fetched for a while. */
const isQuiet = (page: Page) =>
  page.waitForFunction(
    (quietMs) => {
      const isAlive = document.querySelector('[data-island]:not([data-alive])') === null;
      const last = Math.max(0, ...performance.getEntriesByType('resource').map((one) => one.startTime));
      return isAlive && document.readyState === 'complete' && performance.now() - last > quietMs;
    },
    QUIET_MS,
    { polling: 100 },
  );

async function bytesOf(requests: Request[], isMeant: (request: Request) => boolean): Promise<number> {
  const sizes = await Promise.all(requests.filter(isMeant).map((request) => request.sizes()));
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
}

browserTests('the first load of a page on a phone', { line: true }, (check) => {
  check('fetches nothing twice and nothing that the page brings, and moves nothing', async (fixture) => {
    const pages = await furnish(fixture);
    // A person's first page of the day is an event itself: they come online.
    const first = await fixture.signIn('ana');
    await first.page.goto('/contacts');
    await isQuiet(first.page);
    for (const [name, { path, calls, scripts, styles, all = Number.POSITIVE_INFINITY }] of Object.entries(
      pages,
    )) {
      const { page } = await (name === 'login' ? fixture.visit(PHONE) : fixture.signIn('ana', PHONE));
      await watch(page);
      const requests: Request[] = [];
      page.on('request', (request) => requests.push(request));
      await page.goto(path);
      await isQuiet(page);
      const asked = requests.map((request) => `${request.method()} ${request.url()}`);
      expect({ name, twice: asked.filter((one, at) => asked.indexOf(one) !== at) }).toEqual({
        name,
        twice: [],
      });
      const isText = (request: Request) => request.url().includes('/build/texts-');
      const fetched = requests.filter((one) => one.resourceType() === 'fetch' && !isText(one));
      const urls = fetched.map((request) => request.url().slice(fixture.url.length)).sort();
      expect({ name, urls }).toEqual({ name, urls: [...calls].sort() });
      const shifts = await shiftsIn(page);
      expect({ name, shifts, isStill: isStill(shifts) }).toEqual({ name, shifts, isStill: true });
      const bytes = {
        scripts: await bytesOf(requests, (one) => one.resourceType() === 'script'),
        styles: await bytesOf(requests, (one) => one.resourceType() === 'stylesheet'),
        texts: await bytesOf(requests, isText),
        page: await bytesOf(requests, (one) => one.resourceType() === 'document'),
      };
      const sum = bytes.page + bytes.styles + bytes.scripts + bytes.texts;
      const isLight = bytes.scripts <= scripts && bytes.styles <= styles && sum <= all;
      if (all < Number.POSITIVE_INFINITY)
        process.stdout.write(`${name}: ${JSON.stringify({ ...bytes, sum })}\n`);
      expect({ name, bytes, isLight }).toEqual({ name, bytes, isLight: true });
    }
  });
});
