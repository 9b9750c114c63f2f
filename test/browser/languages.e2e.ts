import { expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { offerSetUp } from '@/modules/auth/set-up.ts';
import { createTag } from '@/modules/tags/tags.service.ts';
import { customer } from './support/customers.ts';
import { menuOf } from './support/desk.ts';
import { browserTests } from './support.ts';

const LANGUAGES = ['pt', 'en', 'es'] as const;
const PRODUCTS = { pt: 'Português', en: 'English', es: 'Español' };
/** Words of one language that the others do not share. */
const OWN_WORDS = {
  pt: /\b(Salvar|Excluir|Conexões|Aguardando|Senha|Digite|Olá|Pesquisar|Nenhum)\b/,
  en: /\b(Save|Delete|Connections|Waiting|Password|Hello|Search|Settings)\b/,
  es: /\b(Guardar|Eliminar|Conexiones|Esperando|Contraseña|Hola|Escribe)\b/,
};
/** `namespace:key.path`, as i18next shows what it does not know; addresses are none. */
const RAW_KEY = /\b[a-z][a-zA-Z]+:[a-zA-Z][a-zA-Z.]+/g;

/** Everything that is read or heard on the page, by what it is. */
function wordsOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const attributes = ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext', 'data-text-kicked'];
    const named = [...document.querySelectorAll('*')].flatMap((one) =>
      attributes.map((name) => one.getAttribute(name) ?? ''),
    );
    for (const hidden of document.querySelectorAll('script, style')) hidden.remove();
    return [document.title, document.body.textContent, ...named].join('\n');
  });
}

const isAddress = (word: string) => /^(https?|mailto|tel|data|blob):/.test(word);

browserTests('in three languages', { line: true }, (check) => {
  for (const language of LANGUAGES) {
    check(`no raw key and no foreign word: ${PRODUCTS[language]}`, async (stage) => {
      const { desk, url } = stage;
      const { uuid } = await customer(stage, { name: `Zed ${language}`, says: '123', of: 'ana' });
      await customer(stage, { name: `Yan ${language}`, says: '456' });
      const scope = await stage.scope();
      await createTag(scope, { name: `XYZ ${language}`, color: '#1f7a1f', kanban: false });
      const visitor = await stage.signIn('ana');
      const { page, context } = visitor;
      visitor.expectProblems(/status of 404/);
      await context.addCookies([{ name: 'lang', value: language, url }]);
      const tagId = (await scope.db.query.tags.findFirst())?.id;
      const places = [
        `/tickets/${uuid}`,
        '/tickets?status=pending',
        '/tickets?status=closed',
        '/tags/new',
        `/tags/${tagId}/edit`,
        `/tags/${tagId}/delete`,
        '/connections/new',
        `/connections/${stage.connectionId}/edit`,
        `/connections/${stage.connectionId}/delete`,
        `/connections/${stage.connectionId}/disconnect`,
        `/connections/${stage.connectionId}/qrcode`,
        '/profile',
        '/no/such/page',
      ];
      const stranger = await stage.visit();
      stranger.expectProblems(/status of 40/);
      await stranger.context.addCookies([{ name: 'lang', value: language, url }]);
      const open = `/setup/${(await offerSetUp(desk.kernel)) ?? 'used'}`;
      const foreign = LANGUAGES.filter((other) => other !== language).map((other) => OWN_WORDS[other]);
      const found: string[] = [];
      const look = async (one: Page, path: string) => {
        await one.goto(path);
        const words = await wordsOf(one);
        for (const key of words.match(RAW_KEY) ?? []) if (!isAddress(key)) found.push(`${path}: ${key}`);
        for (const pattern of foreign) {
          const word = pattern.exec(words.replaceAll(/Português|English|Español/g, ''))?.[0];
          if (word) found.push(`${path}: ${word}`);
        }
      };
      await page.goto('/tickets');
      for (const path of [...(await menuOf(page)), ...places]) await look(page, path);
      for (const path of ['/login', open]) await look(stranger.page, path);
      expect(found).toEqual([]);
    });
  }

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
