import { expect } from 'bun:test';
import { until } from './support/wait.ts';
import { browserTests } from './support.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

browserTests('guides', {}, (check) => {
  check('the help link leads to the page’s section, and its dot goes with what is new', async (fixture) => {
    const { page } = await fixture.signIn('ana');
    await page.goto('/queues');
    await page.getByRole('link', { name: 'Ajuda desta página', exact: true }).waitFor();
    const known = (await page.context().cookies()).find(({ name }) => name.startsWith('news.'));
    if (!known) throw new Error('the browser does not know which version it has seen');
    await page.context().addCookies([{ ...known, value: '0.0.9' }]);
    await page.reload();
    const help = page.getByRole('link', { name: 'Ajuda desta página (há novidades)' });
    await page.locator('[data-news]').waitFor();
    await help.click();
    await page.waitForURL('**/ajuda/owner#queues');
    const heading = page.getByRole('heading', { name: 'Filas e chatbot' });
    await until('the section', async () => {
      const top = (await heading.boundingBox())?.y ?? -1;
      return top >= 56 && top < 300;
    });
    await page.getByRole('link', { name: 'Novidades', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Novidades' }).waitFor();
    await page.goto('/queues');
    await page.getByRole('link', { name: 'Ajuda desta página', exact: true }).waitFor();
    expect(await page.locator('[data-news]').count()).toBe(0);
  });

  check('the search works without a script', async (fixture) => {
    const { page } = await fixture.signIn('bia', { javaScriptEnabled: false });
    await page.goto('/ajuda');
    await page.getByLabel('Buscar nos guias').fill('Áudio');
    await page.getByRole('button', { name: 'Pesquisar' }).click();
    await page.waitForURL('**/ajuda?q=*');
    await page.getByRole('link', { name: 'Responder', exact: true }).click();
    await page.waitForURL('**/ajuda/agent#reply');
  });

  check(
    'on a phone links have room, nothing is wider than the screen, and pictures come',
    async (fixture) => {
      const { page } = await fixture.signIn('ana', PHONE);
      for (const path of ['/ajuda', '/ajuda?q=fila', '/ajuda/owner']) {
        await page.goto(path);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
        const small = await page.evaluate(() =>
          [...document.querySelectorAll<HTMLElement>('.guide :is(li a, summary, button, input)')]
            .filter((one) => one.checkVisibility() && !one.closest('.guide-text'))
            .map((one) => ({ one, box: (one.closest('label') ?? one).getBoundingClientRect() }))
            .filter(({ box }) => box.height < 43)
            .map(({ one, box }) => `${box.height} ${one.textContent}`),
        );
        expect({ path, small }).toEqual({ path, small: [] });
      }
      const picture = page.getByRole('img', { name: 'O painel' });
      await picture.scrollIntoViewIfNeeded();
      await until('the picture', () => picture.evaluate((one: HTMLImageElement) => one.naturalWidth > 0));
    },
  );
});
