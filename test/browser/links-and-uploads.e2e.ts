import { expect } from 'bun:test';
import { customer } from './support/customers.ts';
import { pdf, picture } from './support/files.ts';
import { counts, isAlive, workspaceOf } from './support/workspace.ts';
import { browserTests, until } from './support.ts';

browserTests('links and files under way', { line: true }, (check) => {
  check('a preview that comes late moves nothing', async (fixture) => {
    const { phone, uuid } = await customer(fixture, { name: 'Wanda Luz', of: 'ana' });
    const page = Promise.withResolvers<Uint8Array>();
    Object.assign(fixture.dependencies.kernel.services, {
      safeFetch: async (url: string) => ({
        url,
        mime: 'text/html',
        charset: 'utf-8',
        bytes: await page.promise,
      }),
    });
    const ana = await fixture.signIn('ana');
    const workspace = workspaceOf(ana.page);
    await ana.page.goto(`/tickets/${uuid}`);
    await isAlive(ana.page, 'conversation');
    await phone.send(fixture.owner, { text: 'veja https://loja.example/geladeiras que eu vi' });
    await phone.send(fixture.owner, { text: 'e me diga' });
    const bubble = workspace.bubble('geladeiras');
    await workspace.bubble('e me diga').waitFor();
    await bubble.waitFor();
    await counts(bubble.locator('[data-link-card]'), 0);
    const before = (await workspace.bubble('e me diga').boundingBox())?.y;
    page.resolve(
      new TextEncoder().encode(
        '<meta property="og:title" content="Geladeiras em oferta"><meta property="og:description" content="Só hoje">',
      ),
    );
    await bubble.getByText('Geladeiras em oferta').waitFor();
    expect((await workspace.bubble('e me diga').boundingBox())?.y).toBe(before);
    expect(await bubble.locator('[data-link-card]').getAttribute('rel')).toContain('noopener');
  });

  check('a file shows how much has gone out; refused, it says why and is sent again', async (fixture) => {
    const { phone, uuid } = await customer(fixture, { name: 'Xavier Brito', of: 'ana' });
    const { page, expectProblems } = await fixture.signIn('ana');
    const workspace = workspaceOf(page);
    await page.goto(`/tickets/${uuid}`);
    await isAlive(page, 'composer');
    // The upload is too short to poll: an observer records the progress bar.
    await page.evaluate(() => {
      const shares: number[] = [];
      Object.assign(window, { shares });
      const update = () => {
        const bar = document.querySelector<HTMLProgressElement>('[data-message] progress');
        if (bar) shares.push(bar.value);
      };
      new MutationObserver(update).observe(document.body, {
        subtree: true,
        childList: true,
        attributes: true,
      });
    });
    const large = {
      ...pdf('contrato.pdf'),
      buffer: Buffer.concat([pdf('').buffer, Buffer.alloc(8_000_000, 'x')]),
    };
    await workspace.attach(large);
    await page.getByRole('textbox', { name: 'Legenda de contrato.pdf' }).press('Enter');
    await phone.waitFor(({ type }) => /^document/.test(type));
    await counts(workspace.bubble('contrato.pdf').getByRole('progressbar'), 0);
    const shares = await page.evaluate(() => (window as unknown as { shares: number[] }).shares);
    expect(shares.length).toBeGreaterThan(0);
    expect(shares.every((share) => share > 0 && share <= 1)).toBe(true);

    expectProblems(/status of 413/);
    let refusals = 0;
    await page.route('**/messages/*', (route) => {
      if (route.request().method() !== 'POST' || refusals > 0) return route.fallback();
      refusals += 1;
      return route.fulfill({ status: 413, json: { error: 'ERR_TOO_LARGE' } });
    });
    await workspace.attach(await picture('foto.jpg', '#2a6fdb'));
    await page.getByRole('textbox', { name: 'Legenda de foto.jpg' }).fill('a legenda fica');
    await page.getByRole('textbox', { name: 'Legenda de foto.jpg' }).press('Enter');
    const refused = workspace.bubble('a legenda fica');
    await refused.getByRole('img', { name: 'Não enviada' }).waitFor();
    await refused.getByRole('button', { name: 'Enviar de novo' }).click();
    const { text } = await phone.waitFor(({ type }) => type === 'imageMessage');
    expect(text).toContain('a legenda fica');
    await counts(refused, 1);
  });

  check('a quick message shows the file that goes with it, and the file may stay behind', async (fixture) => {
    const { phone, uuid } = await customer(fixture, { name: 'Yara Pinto', of: 'ana' });
    const { page } = await fixture.signIn('ana');
    await page.goto('/quick-messages');
    await page.getByRole('button', { name: 'Adicionar resposta rápida' }).click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByLabel('Atalho').fill('mapa');
    await dialog.getByLabel('Resposta').fill('Estamos aqui.');
    await dialog.locator('input[type=file]').setInputFiles(await picture('mapa.jpg', '#2f855a'));
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await page.locator('#quick-message-rows').getByText('/mapa').waitFor();

    const workspace = workspaceOf(page);
    await page.goto(`/tickets/${uuid}`);
    await isAlive(page, 'composer');
    const file = page.locator('[data-quick-file]');
    const pick = async () => {
      await workspace.field.pressSequentially('/mapa');
      await page.getByRole('option').waitFor();
      await workspace.field.press('Enter');
      await file.waitFor();
    };
    await pick();
    await file.getByText('mapa.jpg').waitFor();
    await until('its picture', () =>
      file.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth > 0),
    );
    await workspace.field.press('Enter');
    await phone.waitFor(({ type }) => type === 'imageMessage');
    const received = () => phone.received.filter(({ text }) => text.includes('Estamos aqui.'));
    await until('its words', async () => received().length === 1);
    await pick();
    await file.getByRole('button').click();
    await counts(file, 0);
    await workspace.field.press('Enter');
    await until('the words alone', async () => received().length === 2);
    expect(phone.received.filter(({ type }) => type === 'imageMessage')).toHaveLength(1);
  });

  check(
    'a picture whose line was cut is shown, a sent one at once and a received one later',
    async (fixture) => {
      const { phone, uuid } = await customer(fixture, { name: 'Ivo Cortado', of: 'ana' });
      const { page, context, expectProblems } = await fixture.signIn('ana');
      expectProblems(/Failed to load resource|net::ERR|Failed to fetch/);
      const workspace = workspaceOf(page);
      await page.goto(`/tickets/${uuid}`);
      await isAlive(page, 'composer');
      await page.route('**/media/**', (route) => route.abort());
      const width = (caption: string) =>
        workspace
          .bubble(caption)
          .locator('[data-image] img')
          .evaluate((image: HTMLImageElement) => (image.complete ? image.naturalWidth : -1));
      await workspace.attach(await picture('minha.jpg', 'teal'));
      await page.getByPlaceholder('Adicione uma legenda').fill('a minha');
      await workspace.pane.getByRole('button', { name: 'Enviar', exact: true }).click();
      await workspace.ticks(workspace.bubble('a minha'), 2, 3, 4).waitFor();
      await until('my own picture', async () => (await width('a minha')) === 640);

      await phone.send(fixture.owner, { image: (await picture('f.jpg', 'navy')).buffer, caption: 'a dela' });
      await workspace.bubble('a dela').locator('[data-image]').waitFor();
      await until('a failed picture', async () => (await width('a dela')) === 0);
      await page.unroute('**/media/**');
      await context.setOffline(true);
      await workspace.pane.getByText('Sem conexão').waitFor();
      await context.setOffline(false);
      await until('the picture of the customer', async () => (await width('a dela')) === 640);
    },
  );
});
