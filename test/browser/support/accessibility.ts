import { expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { setSuper } from '../../support/people.ts';
import { browserTests } from '../support.ts';
import { brokenText, crowdedRows, findings, outOfReach, tooWide } from './axe.ts';
import { type Furnished, furnish } from './furnish.ts';
import { type Screen, visit } from './screens.ts';
import { foreignWords, rawNumbers } from './words.ts';

const STYLES = [
  { width: 1440, height: 900, theme: 'light' },
  { width: 360, height: 740, theme: 'dark' },
] as const;

/** Between both: tables show all columns, with no room for them. */
const BETWEEN = { width: 768, height: 1024 };

export async function inspect(
  page: Page,
  name: string,
  go: () => Promise<unknown> = async () => undefined,
  isLayer = false,
): Promise<string[]> {
  const found: string[] = [];
  for (const { width, height, theme } of STYLES) {
    const at = `${name} at ${width} px`;
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: theme });
    await go();
    found.push(...(await findings(page, at, isLayer)), ...(await outOfReach(page, at)));
    found.push(...(await tooWide(page, at)));
    found.push(...(await (width < 600 ? crowdedRows : brokenText)(page, at)));
  }
  if (!isLayer) {
    const at = `${name} at ${BETWEEN.width} px`;
    await page.setViewportSize(BETWEEN);
    found.push(...(await outOfReach(page, at)), ...(await tooWide(page, at)));
    found.push(...(await brokenText(page, at)));
  }
  return found;
}

export async function inspectPage(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  return inspect(page, path);
}

/** Keeps each test under a minute on a slow machine. */
const AT_ONCE = 4;

export function walkScreens(
  title: string,
  screensOf: (things: Furnished) => Screen[],
  most: number,
  { isSuper = false }: { isSuper?: boolean } = {},
): void {
  browserTests(`axe finds nothing serious, and no word is foreign: ${title}`, { line: true }, (check) => {
    let furnished: Furnished | undefined;
    const seen = new Set<string>();
    for (let from = 0; from < most; from += AT_ONCE)
      check(`from the ${from + 1}th place`, async (fixture) => {
        if (isSuper) await setSuper(fixture.dependencies.kernel, fixture.people, 'ana');
        furnished ??= await furnish(fixture);
        const screens = screensOf(furnished).slice(from, from + AT_ONCE);
        if (screens.length === 0) return;
        const visitor = await fixture.signIn('ana');
        visitor.expectProblems(/status of 404.*\/no\/such\/page/);
        const { page } = visitor;
        const found: string[] = [];
        let last: Screen | undefined;
        for (const screen of screens) {
          const { name, path } = screen;
          const isLayer = Boolean(screen.dialog || screen.isLayer);
          const go = async () => {
            await visit(page, screen, last);
            last = screen;
          };
          found.push(...(await inspect(page, name, go, isLayer && seen.has(path))));
          found.push(...(await foreignWords(page, name, 'pt')), ...(await rawNumbers(page, name)));
          if (!isLayer) seen.add(path);
        }
        expect(found).toEqual([]);
      });
    check('there are no more of them', async (fixture) => {
      furnished ??= await furnish(fixture);
      expect(screensOf(furnished).length).toBeLessThanOrEqual(most);
    });
  });
}
