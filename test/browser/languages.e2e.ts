import { expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { offerSetUp } from '@/modules/auth/set-up.ts';
import { customer } from './support/customers.ts';
import { menuOf } from './support/desk.ts';
import { type Furnished, furnish } from './support/furnish.ts';
import { officePlaces } from './support/office-places.ts';
import { deskPlaces, otherPlaces, type Place, visit } from './support/places.ts';
import { LANGUAGES, type Language, strangeWords } from './support/words.ts';
import { browserTests } from './support.ts';

const PRODUCTS = { pt: 'Português', en: 'English', es: 'Español' };

browserTests('in three languages', { line: true }, (check) => {
  let furnished: Furnished | undefined;
  /** By address: their pages were read by a walk that opens what lies over them, too. */
  const read: Record<Language, Set<string>> = { pt: new Set(), en: new Set(), es: new Set() };

  for (const [title, placesOf] of Object.entries({ 'the desk': deskPlaces, 'other screens': otherPlaces })) {
    check(`what opens over ${title} speaks its language, too`, async (stage) => {
      furnished ??= await furnish(stage);
      const visitor = await stage.signIn('ana');
      visitor.expectProblems(/status of 404/);
      const { page, context } = visitor;
      await context.addCookies([{ name: 'lang', value: 'es', url: stage.url }]);
      const found: string[] = [];
      let last: Place | undefined;
      for (const place of placesOf(furnished).filter(({ dialog }) => !dialog)) {
        await visit(page, place, last);
        last = place;
        read.es.add(place.path);
        found.push(...(await strangeWords(page, place.name, 'es')));
      }
      expect(found).toEqual([]);
    });
  }

  for (const language of LANGUAGES) {
    check(`no raw key and no foreign word: ${PRODUCTS[language]}`, async (stage) => {
      const { desk, url } = stage;
      furnished ??= await furnish(stage);
      const places = [...deskPlaces(furnished), ...otherPlaces(furnished)];
      const all = [...places, ...officePlaces(furnished)];
      // The accessibility tests read all places in Portuguese, dialogs included.
      if (language === 'pt') for (const { path } of all) read.pt.add(path);
      const dialogs = language === 'pt' ? [] : all.flatMap(({ dialog }) => dialog ?? []);
      const visitor = await stage.signIn('ana');
      const { page, context } = visitor;
      visitor.expectProblems(/status of 404/);
      await context.addCookies([{ name: 'lang', value: language, url }]);
      const stranger = await stage.visit();
      stranger.expectProblems(/status of 40/);
      await stranger.context.addCookies([{ name: 'lang', value: language, url }]);
      const open = `/setup/${(await offerSetUp(desk.kernel)) ?? 'used'}`;
      const found: string[] = [];
      const look = async (one: Page, path: string) => {
        await one.goto(path);
        found.push(...(await strangeWords(one, path, language)));
      };
      await page.goto('/tickets');
      for (const path of new Set([...(await menuOf(page)), ...places.map((place) => place.path)]))
        if (!read[language].has(path)) await look(page, path);
      for (const path of new Set(dialogs)) found.push(...(await strangeWords(page, path, language, path)));
      for (const path of ['/login', open]) await look(stranger.page, path);
      expect(found).toEqual([]);
    });
  }

  check('40 a switch of the language loses no work', async (stage) => {
    const { uuid } = await customer(stage, { name: 'Lia Melo', of: 'ana' });
    const { page } = await stage.signIn('ana');
    await page.goto(`/tickets/${uuid}`);
    const field = page.locator('[data-pane] textarea');
    await field.fill('meio escrito');
    for (const [account, language, code] of [
      ['Minha conta', 'English', 'en'],
      ['My account', 'Español', 'es'],
    ] as const) {
      await page.getByRole('button', { name: account }).click();
      await page.getByRole('menuitemradio', { name: language }).click();
      await page.locator(`html[data-locale="${code}"]`).waitFor();
      await field.waitFor();
      await page.waitForFunction(
        () => document.querySelector<HTMLTextAreaElement>('[data-pane] textarea')?.value === 'meio escrito',
      );
    }
    expect(page.url()).toContain(uuid);
    expect(await page.getAttribute('html', 'lang')).toBe('es');
  });
});
