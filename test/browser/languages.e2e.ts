import { expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { offerSetUp } from '@/modules/auth/set-up/set-up.service.ts';
import { customer } from './support/customers.ts';
import { cutFields } from './support/cut-fields.ts';
import { type Furnished, furnish } from './support/furnish.ts';
import { officeScreens } from './support/office-screens.ts';
import { otherScreens, type Screen, visit, workspaceScreens } from './support/screens.ts';
import { foreignWords, LANGUAGES, type Language } from './support/words.ts';
import { menuOf } from './support/workspace.ts';
import { browserTests } from './support.ts';

const PRODUCTS = { pt: 'Português', en: 'English', es: 'Español' };

browserTests('in three languages', { line: true }, (check) => {
  let furnished: Furnished | undefined;
  const read: Record<Language, Set<string>> = { pt: new Set(), en: new Set(), es: new Set() };

  for (const [title, screensOf] of Object.entries({
    'the desk': workspaceScreens,
    'other screens': otherScreens,
  })) {
    check(`what opens over ${title} speaks its language, too`, async (fixture) => {
      furnished ??= await furnish(fixture);
      const visitor = await fixture.signIn('ana');
      visitor.expectProblems(/status of 404/);
      const { page, context } = visitor;
      await context.addCookies([{ name: 'lang', value: 'es', url: fixture.url }]);
      const found: string[] = [];
      let last: Screen | undefined;
      for (const screen of screensOf(furnished).filter(({ dialog }) => !dialog)) {
        await visit(page, screen, last);
        last = screen;
        read.es.add(screen.path);
        found.push(...(await foreignWords(page, screen.name, 'es')));
      }
      expect(found).toEqual([]);
    });
  }

  for (const language of LANGUAGES) {
    check(`no raw key and no foreign word: ${PRODUCTS[language]}`, async (fixture) => {
      const { dependencies, url } = fixture;
      furnished ??= await furnish(fixture);
      const allScreens = [...workspaceScreens(furnished), ...otherScreens(furnished)];
      const all = [...allScreens, ...officeScreens(furnished)];
      // The accessibility tests read all screens in Portuguese, dialogs included.
      if (language === 'pt') for (const { path } of all) read.pt.add(path);
      const dialogs = language === 'pt' ? [] : all.flatMap(({ dialog }) => dialog ?? []);
      const visitor = await fixture.signIn('ana');
      const { page, context } = visitor;
      visitor.expectProblems(/status of 404/);
      await context.addCookies([{ name: 'lang', value: language, url }]);
      const stranger = await fixture.visit();
      stranger.expectProblems(/status of 40/);
      await stranger.context.addCookies([{ name: 'lang', value: language, url }]);
      const open = `/setup/${(await offerSetUp(dependencies.kernel)) ?? 'used'}`;
      const found: string[] = [];
      const check = async (one: Page, path: string) => {
        const fragment = path === '/offline' ? path : undefined;
        if (!fragment) await one.goto(path);
        found.push(...(await foreignWords(one, path, language, fragment)));
      };
      await page.goto('/tickets');
      for (const path of new Set([...(await menuOf(page)), ...allScreens.map((screen) => screen.path)]))
        if (!read[language].has(path)) await check(page, path);
      for (const path of new Set(dialogs)) found.push(...(await foreignWords(page, path, language, path)));
      for (const path of ['/login', open]) await check(stranger.page, path);
      expect(found).toEqual([]);
    });
  }

  check('the chosen options of filters are read whole, and days have names', async (fixture) => {
    const { page, context } = await fixture.signIn('ana');
    const found: string[] = [];
    for (const language of LANGUAGES) {
      await context.addCookies([{ name: 'lang', value: language, url: fixture.url }]);
      for (const path of ['/', '/users', '/contacts', '/audit', '/audit/tickets']) {
        await page.goto(path);
        for (const width of [360, 1280, 1440]) {
          await page.setViewportSize({ width, height: 800 });
          found.push(
            ...(await cutFields(page.locator('main'))).map((text) => `${language} ${path} ${width}: ${text}`),
          );
        }
      }
    }
    expect(found).toEqual([]);
  });

  check('all options of dialogs are read whole on a phone', async (fixture) => {
    const { page, context } = await fixture.signIn('ana', { viewport: { width: 360, height: 740 } });
    const found: string[] = [];
    for (const language of LANGUAGES) {
      await context.addCookies([{ name: 'lang', value: language, url: fixture.url }]);
      for (const path of ['/rules/new', '/queues/new', '/contact-lists/new']) {
        await page.goto(path);
        const dialog = page.locator('dialog[open]');
        await dialog.waitFor();
        // Ids have names that people chose, of any length.
        const cut = (await cutFields(dialog, 'all')).filter((name) => !name.endsWith('Id'));
        found.push(...cut.map((name) => `${language} ${path}: ${name}`));
      }
    }
    expect(found).toEqual([]);
  });

  check('40 a switch of the language loses no work', async (fixture) => {
    const { uuid } = await customer(fixture, { name: 'Lia Melo', of: 'ana' });
    const { page } = await fixture.signIn('ana');
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
