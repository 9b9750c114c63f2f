import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimFolder } from '@demo/demo-folder.ts';
import { fillHistory } from '@demo/history/fill-history.ts';
import { onlyHere } from '@demo/loopback.ts';
import { DEMO, peoplePages } from '@demo/people.pages.ts';
import { listDemoPeople } from '@demo/seed/people.ts';
import { TOUR, TOUR_PATH } from '@demo/tour/steps.ts';
import { tourPages } from '@demo/tour/tour.pages.tsx';
import { createFakeWhatsApp } from '@test/support/whatsapp.ts';
import type { Browser, Page } from 'playwright-core';
import { createApp } from '@/app.ts';
import { readConfig } from '@/config.ts';
import { loadTranslations } from '@/core/i18n.ts';
import { createLog } from '@/core/log.ts';
import { createDependencies, type Dependencies } from '@/dependencies.ts';
import { type Listening, listen } from '@/server.ts';
import { FOR_SHORT_PAGES, findChromium, openChromium } from './support/chromium.ts';
import { openVisitor } from './support/visitor.ts';

const MOST_MS = 300_000;
const PART = 0.2;
/** Nothing to report is good news here. */
const MAY_BE_EMPTY = ['/settings/mails', '/settings/status', '/settings/backups'];
/** Asks to choose from a filled list. */
const CHOOSE = loadTranslations().t('pt')('internalChat:choose');
const OWNER = 'ana@aurora.example';
const AGENT = 'bia@aurora.example';

const chromiumPath = findChromium({ isWhole: false });
const group = chromiumPath ? describe : describe.skip;

group('a demo with a past', () => {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-lived-in-'));
  let browser: Browser;
  let dependencies: Dependencies;
  let server: Listening;

  beforeAll(async () => {
    const passwords = claimFolder(
      folder,
      listDemoPeople().map(({ email }) => email),
    );
    const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', PORT: '0', HOST: '127.0.0.1' });
    const log = createLog('silent');
    await fillHistory({ config, log, passwords, now: new Date(), share: PART });
    dependencies = await createDependencies(config, { log, demo: DEMO, createWhatsApp: createFakeWhatsApp });
    const pages = [...peoplePages, ...tourPages].map(onlyHere);
    server = listen(dependencies.kernel, createApp(dependencies.kernel, pages));
    browser = await openChromium(chromiumPath ?? '', FOR_SHORT_PAGES);
  }, MOST_MS);

  afterAll(async () => {
    await server?.stop();
    await dependencies?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function signIn(email: string): Promise<{ page: Page; leave(): Promise<void> }> {
    const { page, close } = await openVisitor(browser, { url: server.url });
    await page.goto('/login');
    await page.locator(`button[value="${email}"]`).click();
    await page.waitForURL((url) => !/login|simulator/.test(url.pathname));
    return { page, leave: close };
  }

  for (const email of [OWNER, AGENT])
    test(
      `has no empty page in the menu of ${email}`,
      async () => {
        const { page, leave } = await signIn(email);
        const entries = await linksIn(page, '#menu nav');
        expect(entries.length).toBeGreaterThan(5);
        expect(await emptyAmong(page, entries)).toEqual([]);
        await leave();
      },
      MOST_MS,
    );

  test(
    'has no empty page in the area of the platform',
    async () => {
      const { page, leave } = await signIn(OWNER);
      const area = (await linksIn(page, '#menu nav')).find((href) => href.startsWith('/platform'));
      await page.goto(area ?? '/platform');
      const entries = await linksIn(page, 'main nav');
      expect(entries.length).toBeGreaterThan(5);
      expect(await emptyAmong(page, entries)).toEqual([]);
      await leave();
    },
    MOST_MS,
  );

  test(
    'is shown by a tour of eight pages, each as the person that it is for',
    async () => {
      const { page, close } = await openVisitor(browser, { url: server.url });
      for (const { email, to } of TOUR.filter(({ to: path }) => path !== DEMO.phones)) {
        await page.goto(TOUR_PATH);
        expect(await page.locator('button[name="to"]').count()).toBe(8);
        await page.locator(`form:has(input[value="${email}"]) button[value="${to}"]`).click();
        await page.waitForURL((url) => url.pathname === to);
        expect(await emptyOn(page)).toEqual([]);
      }
      await close();
    },
    MOST_MS,
  );
});

function linksIn(page: Page, selector: string): Promise<string[]> {
  return page
    .locator(`${selector} a[href^="/"]`)
    .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href') ?? ''))]);
}

async function emptyAmong(page: Page, entries: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const href of entries.filter((entry) => !MAY_BE_EMPTY.includes(entry))) {
    const reply = await page.goto(href.replace(/#.*/, ''));
    expect([href, reply?.status()]).toEqual([href, 200]);
    for (const text of await emptyOn(page)) found.push(`${href}: ${text}`);
  }
  return found;
}

/** Islands fetch their lists, so the page has to become quiet first. */
async function emptyOn(page: Page): Promise<string[]> {
  await page.waitForLoadState('networkidle');
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'hidden' });
  const texts = await page.locator('[data-state="empty"]:visible').allInnerTexts();
  return texts.filter((text) => !text.startsWith(CHOOSE));
}
