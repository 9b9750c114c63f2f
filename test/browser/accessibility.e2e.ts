import { expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { offerSetUp } from '@/modules/auth/set-up.ts';
import { findings, outOfReach } from './support/axe.ts';
import { type Furnished, furnish } from './support/furnish.ts';
import { deskPlaces, otherPlaces, type Place, visit } from './support/places.ts';
import { browserTests } from './support.ts';

const LOOKS = [
  { width: 1440, height: 900, themes: ['light', 'dark'] },
  { width: 360, height: 740, themes: ['dark', 'light'] },
] as const;
/** Fewer than take a minute on a slow machine: a test has no more. */
const AT_ONCE = 4;

async function lookAt(page: Page, name: string, go: () => Promise<unknown>): Promise<string[]> {
  const found: string[] = [];
  for (const { width, height, themes } of LOOKS) {
    const at = `${name} at ${width} px`;
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: themes[0] });
    await go();
    found.push(...(await findings(page, at)), ...(await outOfReach(page, at)));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > width) found.push(`${at}: ${wide} px wide`);
    await page.emulateMedia({ colorScheme: themes[1] });
    found.push(...(await findings(page, `${at}, ${themes[1]}`, 'colours')));
  }
  return found;
}

browserTests('axe finds nothing serious', { line: true }, (check) => {
  let furnished: Furnished | undefined;
  const walk = (title: string, placesOf: (things: Furnished) => Place[], from: number) =>
    check(`${title}, from the ${from + 1}th`, async (stage) => {
      furnished ??= await furnish(stage);
      const visitor = await stage.signIn('ana');
      visitor.expectProblems(/status of 404/);
      const found: string[] = [];
      for (const place of placesOf(furnished).slice(from, from + AT_ONCE)) {
        const { page } = visitor;
        found.push(...(await lookAt(page, place.name, () => visit(page, place))));
      }
      expect(found).toEqual([]);
    });
  for (let from = 0; from < 32; from += AT_ONCE) walk('the desk', deskPlaces, from);
  for (let from = 0; from < 40; from += AT_ONCE) walk('other screens', otherPlaces, from);

  check('signed out', async (stage) => {
    const { page, expectProblems } = await stage.visit();
    expectProblems(/status of 40/);
    const login = () => page.goto('/login');
    const refused = async () => {
      await login();
      await page.getByLabel('E-mail').fill('ana@aurora.test');
      await page.locator('[name=password]').fill('errada demais');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
    };
    const found = [
      ...(await lookAt(page, 'login', login)),
      ...(await lookAt(page, 'login refused', refused)),
      ...(await lookAt(page, 'a used set-up link', () => page.goto('/setup/used'))),
    ];
    expect(found).toEqual([]);
  });
});

browserTests('axe finds nothing serious before the desk is set up', { people: false }, (check) => {
  check('set-up', async ({ visit: arrive, desk }) => {
    const { page } = await arrive();
    const path = `/setup/${await offerSetUp(desk.kernel)}`;
    expect(await lookAt(page, 'set-up', () => page.goto(path))).toEqual([]);
  });
});
