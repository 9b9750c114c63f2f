import { expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { browserTests } from '../support.ts';
import { findings, outOfReach } from './axe.ts';
import { type Furnished, furnish } from './furnish.ts';
import { type Place, visit } from './places.ts';

/** Colours are the same at every width and places at every theme, so that two looks see both of each. */
const LOOKS = [
  { width: 1440, height: 900, theme: 'light' },
  { width: 360, height: 740, theme: 'dark' },
] as const;

export async function lookAt(page: Page, name: string, go: () => Promise<unknown>): Promise<string[]> {
  const found: string[] = [];
  for (const { width, height, theme } of LOOKS) {
    const at = `${name} at ${width} px`;
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: theme });
    await go();
    found.push(...(await findings(page, at)), ...(await outOfReach(page, at)));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > width) found.push(`${at}: ${wide} px wide`);
  }
  return found;
}

/** Fewer places than take a minute on a slow machine: a test has no more. */
const AT_ONCE = 4;

export function walkPlaces(title: string, placesOf: (things: Furnished) => Place[], most: number): void {
  browserTests(`axe finds nothing serious on ${title}`, { line: true }, (check) => {
    let furnished: Furnished | undefined;
    for (let from = 0; from < most; from += AT_ONCE)
      check(`from the ${from + 1}th place`, async (stage) => {
        furnished ??= await furnish(stage);
        const visitor = await stage.signIn('ana');
        visitor.expectProblems(/status of 404/);
        const { page } = visitor;
        const found: string[] = [];
        let last: Place | undefined;
        for (const place of placesOf(furnished).slice(from, from + AT_ONCE)) {
          const go = async () => {
            await visit(page, place, last);
            last = place;
          };
          found.push(...(await lookAt(page, place.name, go)));
        }
        expect(found).toEqual([]);
      });
    check('there are no more of them', async (stage) => {
      furnished ??= await furnish(stage);
      expect(placesOf(furnished).length).toBeLessThanOrEqual(most);
    });
  });
}
