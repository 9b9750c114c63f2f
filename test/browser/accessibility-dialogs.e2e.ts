import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { inspect } from './support/accessibility.ts';
import { findChromium } from './support/chromium.ts';
import { linksIn, livedIn, MAX_MS } from './support/lived-in.ts';
import { type Screen, visit } from './support/screens.ts';
import { foreignWords } from './support/words.ts';

const OWNER = 'ana@aurora.example';
const NEEDS_FORM_VALUES = '/settings/privacy/retention';
const AT_ONCE = 8;
const MOST = 144;

const chromiumPath = findChromium({ isWhole: false });
const group = chromiumPath ? describe : describe.skip;

group('axe finds nothing serious in any dialog that a page of the menu or of the platform opens', () => {
  const { signIn } = livedIn(chromiumPath ?? '');
  let dialogs: Screen[] = [];

  test(
    'they are found by their buttons',
    async () => {
      const { page, leave } = await signIn(OWNER);
      dialogs = await findDialogs(page);
      expect(dialogs.length).toBeGreaterThan(60);
      expect(dialogs.length).toBeLessThanOrEqual(MOST);
      await leave();
    },
    MAX_MS,
  );

  for (let from = 0; from < MOST; from += AT_ONCE)
    test(
      `from the ${from + 1}th on`,
      async () => {
        const some = dialogs.slice(from, from + AT_ONCE);
        if (some.length === 0) return;
        const { page, leave } = await signIn(OWNER);
        const found: string[] = [];
        let last: Screen | undefined;
        for (const screen of some) {
          const go = async () => {
            await visit(page, screen, last);
            last = screen;
          };
          found.push(...(await inspect(page, screen.name, go, true)));
          found.push(...(await foreignWords(page, screen.name, 'pt')));
        }
        expect(found).toEqual([]);
        await leave();
      },
      MAX_MS,
    );
});

/** One of each kind: addresses that differ by numbers alone open the same dialog. */
async function findDialogs(page: Page): Promise<Screen[]> {
  const kinds = new Map<string, Screen>();
  const pages = await linksIn(page, '#menu nav');
  for (const area of ['/settings', '/platform']) {
    await page.goto(area);
    pages.push(...(await linksIn(page, 'main nav')));
  }
  for (const path of new Set(pages.map((href) => href.replace(/#.*/, '')))) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    const hrefs = await page
      .locator('main [hx-get][hx-target="#dialogs"]')
      .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('hx-get') ?? ''));
    for (const dialog of hrefs) {
      const kind = dialog.replace(/\/[\da-f]{8}-[\w-]{27}|\/\d+/g, '/:id').replace(/\?.*/, '');
      if (kind !== NEEDS_FORM_VALUES && !kinds.has(kind)) kinds.set(kind, { name: dialog, path, dialog });
    }
  }
  return [...kinds.values()];
}
