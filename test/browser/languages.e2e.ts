import { expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { offerSetUp } from '@/modules/auth/set-up.ts';
import { customer } from './support/customers.ts';
import { menuOf } from './support/desk.ts';
import { type Furnished, furnish } from './support/furnish.ts';
import { deskPlaces, officePlaces, otherPlaces, type Place, visit } from './support/places.ts';
import { browserTests } from './support.ts';

const LANGUAGES = ['pt', 'en', 'es'] as const;
const PRODUCTS = { pt: 'Português', en: 'English', es: 'Español' };
const OWN_WORDS = {
  pt: /\b(Salvar|Excluir|Conexões|Aguardando|Senha|Digite|Olá|Pesquisar|Nenhum)\b/,
  en: /\b(Save|Delete|Connections|Waiting|Password|Hello|Search|Settings)\b/,
  es: /\b(Guardar|Eliminar|Conexiones|Esperando|Contraseña|Hola|Escribe)\b/,
};
/** i18next shows an unknown key as `namespace:key.path`; web addresses must not match. */
const RAW_KEY = /\b[a-z][a-zA-Z]+:[a-zA-Z][a-zA-Z.]+/g;

/** Of the page, or of a fragment that runs no script and therefore needs no page of its own. */
function wordsOf(page: Page, fragment?: string): Promise<string> {
  return page.evaluate(async (href) => {
    const read = async (from: string) => {
      const reply = await fetch(from, { headers: { Accept: 'text/html' } });
      return new DOMParser().parseFromString(await reply.text(), 'text/html');
    };
    const shown = href === undefined ? document : await read(href);
    const attributes = ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext', 'data-text-kicked'];
    const named = [...shown.querySelectorAll('*')].flatMap((one) =>
      attributes.map((name) => one.getAttribute(name) ?? ''),
    );
    for (const hidden of shown.querySelectorAll('script, style')) hidden.remove();
    return [shown.title, shown.body.textContent, ...named].join('\n');
  }, fragment);
}

const isAddress = (word: string) => /^(https?|mailto|tel|data|blob):/.test(word);

async function strangeWords(
  page: Page,
  place: string,
  language: (typeof LANGUAGES)[number],
  fragment?: string,
) {
  const words = await wordsOf(page, fragment);
  const own = words.replaceAll(/Português|English|Español/g, '');
  const foreign = LANGUAGES.filter((other) => other !== language).map((other) => OWN_WORDS[other]);
  const keys = (words.match(RAW_KEY) ?? []).filter((key) => !isAddress(key));
  return [...keys, ...foreign.flatMap((pattern) => pattern.exec(own)?.[0] ?? [])].map(
    (found) => `${place}: ${found}`,
  );
}

browserTests('in three languages', { line: true }, (check) => {
  let furnished: Furnished | undefined;
  for (const language of LANGUAGES) {
    check(`no raw key and no foreign word: ${PRODUCTS[language]}`, async (stage) => {
      const { desk, url } = stage;
      furnished ??= await furnish(stage);
      const all = [...deskPlaces(furnished), ...otherPlaces(furnished)];
      const visitor = await stage.signIn('ana');
      const { page, context } = visitor;
      visitor.expectProblems(/status of 404/);
      await context.addCookies([{ name: 'lang', value: language, url }]);
      const places = new Set(all.map(({ path }) => path));
      const dialogs = new Set([...all, ...officePlaces(furnished)].flatMap(({ dialog }) => dialog ?? []));
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
      for (const path of new Set([...(await menuOf(page)), ...places])) await look(page, path);
      for (const path of dialogs) found.push(...(await strangeWords(page, path, language, path)));
      for (const path of ['/login', open]) await look(stranger.page, path);
      expect(found).toEqual([]);
    });
  }

  check('what opens over a page speaks its language, too', async (stage) => {
    furnished ??= await furnish(stage);
    const { page, context } = await stage.signIn('ana');
    await context.addCookies([{ name: 'lang', value: 'es', url: stage.url }]);
    const found: string[] = [];
    let last: Place | undefined;
    for (const place of [...deskPlaces(furnished), ...otherPlaces(furnished)].filter(({ open }) => open)) {
      await visit(page, place, last);
      last = place;
      found.push(...(await strangeWords(page, place.name, 'es')));
    }
    expect(found).toEqual([]);
  });

  check('a switch of the language loses no work', async (stage) => {
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
