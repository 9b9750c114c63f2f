import { expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { setSuper } from '../../support/people.ts';
import { browserTests } from '../support.ts';
import { findings, outOfReach } from './axe.ts';
import { type Furnished, furnish } from './furnish.ts';
import { type Place, visit } from './places.ts';
import { rawNumbers, strangeWords } from './words.ts';

/** Colours are the same at every width and places at every theme, so that two looks see both of each. */
const LOOKS = [
  { width: 1440, height: 900, theme: 'light' },
  { width: 360, height: 740, theme: 'dark' },
] as const;

/** Neither of them: a table there has all its columns, and no room for them. */
const BETWEEN = { width: 768, height: 1024 };

/** Goes once for each look, since what opens may open in another way on a phone. */
export async function lookAt(
  page: Page,
  name: string,
  go: () => Promise<unknown> = async () => undefined,
  isLayer = false,
): Promise<string[]> {
  const found: string[] = [];
  for (const { width, height, theme } of LOOKS) {
    const at = `${name} at ${width} px`;
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: theme });
    await go();
    found.push(...(await findings(page, at, isLayer)), ...(await outOfReach(page, at)));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > width) found.push(`${at}: ${wide} px wide`);
  }
  if (!isLayer) {
    await page.setViewportSize(BETWEEN);
    found.push(...(await outOfReach(page, `${name} at ${BETWEEN.width} px`)));
  }
  return found;
}

/** A page looks as it did before it grew narrower and dark, so it is loaded once. */
export async function lookAtPage(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  return lookAt(page, path);
}

/** Fewer places than take a minute on a slow machine: a test has no more. */
const AT_ONCE = 4;

/** One walk for colours, names, reach, width, words and numbers. */
export function walkPlaces(
  title: string,
  placesOf: (things: Furnished) => Place[],
  most: number,
  { isSuper = false }: { isSuper?: boolean } = {},
): void {
  browserTests(`axe finds nothing serious, and no word is foreign: ${title}`, { line: true }, (check) => {
    let furnished: Furnished | undefined;
    /** Pages that axe has seen as a whole: what lies over one of them is looked at by itself. */
    const seen = new Set<string>();
    for (let from = 0; from < most; from += AT_ONCE)
      check(`from the ${from + 1}th place`, async (stage) => {
        if (isSuper) await setSuper(stage.desk.kernel, stage.cast, 'ana');
        furnished ??= await furnish(stage);
        const places = placesOf(furnished).slice(from, from + AT_ONCE);
        if (places.length === 0) return;
        const visitor = await stage.signIn('ana');
        visitor.expectProblems(/status of 404/);
        const { page } = visitor;
        const found: string[] = [];
        let last: Place | undefined;
        for (const place of places) {
          const { name, path } = place;
          const isLayer = Boolean(place.dialog || place.isLayer);
          const go = async () => {
            await visit(page, place, last);
            last = place;
          };
          found.push(...(await lookAt(page, name, go, isLayer && seen.has(path))));
          found.push(...(await strangeWords(page, name, 'pt')), ...(await rawNumbers(page, name)));
          if (!isLayer) seen.add(path);
        }
        expect(found).toEqual([]);
      });
    check('there are no more of them', async (stage) => {
      furnished ??= await furnish(stage);
      expect(placesOf(furnished).length).toBeLessThanOrEqual(most);
    });
  });
}
