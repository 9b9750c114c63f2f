import { describe, expect, test } from 'bun:test';
import { DEMO } from '@demo/people.pages.ts';
import { TOUR, TOUR_PATH } from '@demo/tour/steps.ts';
import type { Page } from 'playwright-core';
import { loadTranslations } from '@/core/i18n.ts';
import { brokenText, outOfReach, tooWide } from './support/axe.ts';
import { findChromium } from './support/chromium.ts';
import { cutButtons, cutFields } from './support/cut-fields.ts';
import { linksIn, livedIn, MAX_MS } from './support/lived-in.ts';
import { smallTargets } from './support/touch-targets.ts';

/** Nothing to report is good news here. */
const MAY_BE_EMPTY = ['/settings/mails', '/settings/status', '/settings/backups'];
/** Asks to choose from a filled list. */
const CHOOSE = loadTranslations().t('pt')('internalChat:choose');
const BEYOND_THE_MENU = [
  '/audit/tickets',
  '/campaign/1/report',
  '/dashboard/campaigns',
  '/dashboard/tickets?of=open',
  '/messages-api/tokens',
  '/opt-outs',
  '/subscription',
];
/** Scalar's markup, which is not ours. */
const OF_OTHERS = ['/messages-api/reference'];
const FINGERS = { hasTouch: true, isMobile: true };
const OWNER = 'ana@aurora.example';
const AGENT = 'bia@aurora.example';

const chromiumPath = findChromium({ isWhole: false });
const group = chromiumPath ? describe : describe.skip;

group('a demo with a past', () => {
  const { signIn, visit } = livedIn(chromiumPath ?? '');

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
      MAX_MS,
    );

  test(
    'fits on a phone and on a tablet in Spanish, the longest language; fingers find each button',
    async () => {
      const { page, leave } = await signIn(OWNER, FINGERS);
      const areas = [await linksIn(page, '#menu nav'), BEYOND_THE_MENU];
      for (const area of ['/settings', '/platform']) {
        await page.goto(area);
        areas.push(await linksIn(page, 'main nav'));
      }
      const hrefs = new Set(areas.flat().map((entry) => entry.replace(/#.*/, '')));
      const found: string[] = [];
      const lists: string[] = [];
      await readIn(page, 'es');
      for (const href of hrefs) {
        await page.goto(href);
        await page.waitForLoadState('networkidle');
        for (const width of [768, 360]) {
          await page.setViewportSize({ width, height: 1024 });
          const at = `${href} at ${width} px`;
          found.push(...(await outOfReach(page, at)), ...(await tooWide(page, at)));
          if (width > 600) found.push(...(await brokenText(page, at)));
        }
        if (OF_OTHERS.includes(href)) continue;
        for (const small of await smallTargets(page)) found.push(`${href}: ${small}`);
        found.push(...(await cutOn(page, `es ${href}`)));
        if ((await page.locator('.list-tools').count()) > 0) lists.push(href);
      }
      expect(lists.length).toBeGreaterThan(15);
      for (const language of ['pt', 'en']) {
        await readIn(page, language);
        for (const href of lists) {
          await page.goto(href);
          found.push(...(await cutOn(page, `${language} ${href}`)));
        }
      }
      expect(found).toEqual([]);
      await leave();
    },
    MAX_MS,
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
    MAX_MS,
  );

  test(
    'is shown by a tour of eight pages, each as the person that it is for',
    async () => {
      const { page, leave } = await visit();
      for (const { email, to } of TOUR.filter(({ to: path }) => path !== DEMO.phones)) {
        await page.goto(TOUR_PATH);
        expect(await page.locator('button[name="to"]').count()).toBe(8);
        await page.locator(`form:has(input[value="${email}"]) button[value="${to}"]`).click();
        await page.waitForURL((url) => url.pathname === to);
        expect(await emptyOn(page)).toEqual([]);
      }
      await leave();
    },
    MAX_MS,
  );
});

const readIn = (page: Page, language: string) =>
  page.context().addCookies([{ name: 'lang', value: language, url: new URL('/', page.url()).href }]);

/** With each option of its filters, which are as wide as what is chosen. */
async function cutOn(page: Page, where: string): Promise<string[]> {
  const main = page.locator('main');
  const found = await cutButtons(main);
  for (const filter of await page.locator('.list-tools > select').all()) {
    const options = await filter.locator('option').count();
    for (let option = 0; option < options; option += 1) {
      await filter.evaluate((select: HTMLSelectElement, at) => (select.selectedIndex = at), option);
      found.push(...(await cutFields(main)));
    }
  }
  return [...new Set(found)].map((cut) => `${where}: ${cut} is cut`);
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
