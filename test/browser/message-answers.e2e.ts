import { expect } from 'bun:test';
import sharp from 'sharp';
import { customer } from './support/customers.ts';
import { picture } from './support/files.ts';
import { counts, hasFocus, isAlive, workspaceOf } from './support/workspace.ts';
import { browserTests, until } from './support.ts';

browserTests('answers to a message', { line: true }, (check) => {
  check('a swipe answers a bubble, a short one does not', async (fixture) => {
    const { phone, uuid } = await customer(fixture, { name: 'Dedo Leve', text: 'Desliza aqui', of: 'ana' });
    const viewport = { width: 360, height: 740 };
    const { page, context } = await fixture.signIn('ana', { viewport, hasTouch: true, isMobile: true });
    const workspace = workspaceOf(page);
    const isFetched = page.waitForResponse(/\/build\/touch-/);
    await page.goto(`/tickets/${uuid}`);
    await isFetched;
    const bubble = workspace.bubble('Desliza aqui');
    const { x = 0, y = 0 } = (await bubble.locator('[data-bubble]').boundingBox()) ?? {};
    const hand = await context.newCDPSession(page);
    const at = (px: number) => [{ x: x + 20 + px, y: y + 12 }];
    const swipe = async (...steps: number[]) => {
      await hand.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
      for (const step of steps)
        await hand.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step) });
      await hand.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    const bar = page.locator('[data-reply-bar]');
    await swipe(20, 40);
    await until('the bubble in its place', async () => (await bubble.getAttribute('style')) !== null);
    expect(await bar.count()).toBe(0);
    await swipe(20, 50, 90);
    await bar.getByText('Desliza aqui').waitFor();
    await hasFocus(workspace.field);
    await page.keyboard.type('Deslizei');
    await page.keyboard.press('Enter');
    const got = await phone.waitFor(({ text }) => text.includes('Deslizei'));
    expect(got.message.extendedTextMessage?.contextInfo?.quotedMessage).toBeTruthy();
  });

  check('keys alone answer a bubble; Escape gives it up', async (fixture) => {
    const { uuid } = await customer(fixture, { name: 'Só Teclas', text: 'Sem rato', of: 'ana' });
    const { page } = await fixture.signIn('ana');
    const workspace = workspaceOf(page);
    await page.goto(`/tickets/${uuid}`);
    await page.locator('[data-island="conversation"][data-alive]').waitFor({ state: 'attached' });
    await workspace.bubble('Sem rato').locator('[data-reply]').focus();
    await page.keyboard.press('Enter');
    const bar = page.locator('[data-reply-bar]');
    await bar.getByText('Sem rato').waitFor();
    await hasFocus(workspace.field);
    await page.keyboard.press('Escape');
    await bar.waitFor({ state: 'detached' });
    await workspace.bubble('Sem rato').locator('[data-reply]').click();
    await bar.getByRole('button', { name: 'Cancelar a resposta' }).click();
    await bar.waitFor({ state: 'detached' });
    await page.keyboard.type('Então');
    expect(await workspace.field.inputValue()).toBe('Então');
  });

  check(
    'Ctrl+↑ offers the last sent text for editing, also one on its way, but only from an empty field',
    async (fixture) => {
      const { phone, uuid } = await customer(fixture, { name: 'Última Frase', of: 'ana' });
      const { page } = await fixture.signIn('ana');
      const workspace = workspaceOf(page);
      await page.goto(`/tickets/${uuid}`);
      for (const island of ['conversation', 'composer'] as const) await isAlive(page, island);
      const dialog = page.locator('dialog[open]');
      await workspace.field.press('Control+ArrowUp');
      for (const text of ['primeira', 'segunda']) {
        await workspace.write(text);
        await phone.waitFor((got) => got.text.includes(text));
      }
      await workspace.field.fill('rascunho');
      await workspace.field.press('Control+ArrowUp');
      await counts(dialog, 0);
      await workspace.field.fill('');
      await workspace.field.press('Control+ArrowUp');
      const box = page.getByRole('textbox', { name: 'Editar' });
      await until('the last text', async () => (await box.inputValue()).endsWith('segunda'));
      await page.keyboard.press('Escape');
      await hasFocus(workspace.field);

      for (const isTyping of [true, false]) {
        const text = isTyping ? 'terceira' : 'quarta';
        const held = Promise.withResolvers<void>();
        await page.route('**/messages/*', async (route) => {
          await held.promise;
          await route.continue();
        });
        await workspace.write(text);
        await workspace.field.press('Control+ArrowUp');
        await counts(dialog, 0);
        if (isTyping) await page.keyboard.type('x');
        held.resolve();
        await page.unrouteAll({ behavior: 'wait' });
        if (isTyping) {
          await workspace.ticks(workspace.bubble(text), 2, 3).waitFor();
          await counts(dialog, 0);
        } else await until(text, async () => (await box.inputValue()).endsWith(text));
      }
    },
  );

  check('53 an edit that does not arrive comes back with its text', async (fixture) => {
    const { phone, uuid } = await customer(fixture, { name: 'Volta Certa', of: 'ana' });
    const { page, expectProblems } = await fixture.signIn('ana');
    expectProblems(/ERR_FAILED|status of 503/);
    const workspace = workspaceOf(page);
    await page.goto(`/tickets/${uuid}`);
    for (const island of ['conversation', 'composer'] as const) await isAlive(page, island);
    await workspace.write('são 40 reais');
    await phone.waitFor((got) => got.text.includes('40 reais'));
    await workspace.ticks(workspace.bubble('40 reais'), 2, 3, 4).waitFor();
    await workspace.field.press('Control+ArrowUp');
    const box = page.getByRole('textbox', { name: 'Editar' });
    for (const lose of ['abort', 'fulfill'] as const) {
      await page.route('**/messages/edit/*', (route) =>
        lose === 'abort' ? route.abort() : route.fulfill({ status: 503 }),
      );
      await box.fill(`são 42 reais, ${lose}`);
      await box.press('Enter');
      await until(
        'the text',
        async () => (await box.count()) > 0 && /abort|fulfill/.test(await box.inputValue()),
      );
      expect(await box.inputValue()).toBe(`são 42 reais, ${lose}`);
      await page.unrouteAll({ behavior: 'wait' });
    }
    await box.press('Enter');
    await workspace.bubble('são 42 reais, fulfill').getByText('editada').waitFor();
  });

  check('a sticker is no picture of the viewer', async (fixture) => {
    const { phone, uuid } = await customer(fixture, { name: 'Cola Figuras', of: 'ana' });
    const { page } = await fixture.signIn('ana');
    const workspace = workspaceOf(page);
    await page.goto(`/tickets/${uuid}`);
    await phone.send(fixture.owner, { image: (await picture('f.jpg', '#2f855a')).buffer, caption: 'foto' });
    const sticker = await sharp({ create: { width: 64, height: 64, channels: 4, background: '#b7791f80' } })
      .webp()
      .toBuffer();
    await phone.send(fixture.owner, { sticker });
    await workspace.pane.locator('img[alt="Figurinha"]').waitFor();
    await workspace.bubble('foto').locator('[data-image]').click();
    const viewer = page.locator('dialog[data-viewer][open]');
    expect(await viewer.getByRole('button', { name: 'Próxima imagem' }).isDisabled()).toBe(true);
  });

  check('a message that is passed on opens its ticket only while its dialog is open', async (fixture) => {
    await customer(fixture, { name: 'Outra Pessoa', of: 'ana' });
    const { uuid } = await customer(fixture, { name: 'Mão Dupla', text: 'Rua Azul, 5', of: 'ana' });
    const { page } = await fixture.signIn('ana');
    const workspace = workspaceOf(page);
    await page.goto(`/tickets/${uuid}`);
    await isAlive(page, 'conversation');
    const bubble = workspace.bubble('Rua Azul');
    await bubble.hover();
    await bubble.locator('[data-message-menu]').click();
    await page.getByRole('menuitem', { name: 'Encaminhar' }).click();
    const held = Promise.withResolvers<void>();
    await page.route('**/message/forward', async (route) => {
      await held.promise;
      await route.continue();
    });
    const dialog = page.getByRole('dialog', { name: 'Encaminhar' });
    await dialog.getByRole('searchbox').fill('Outra');
    await dialog.getByRole('button', { name: /Outra Pessoa/ }).click();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.evaluate(() =>
      document.addEventListener('desk:open', () => document.body.setAttribute('data-opened', '')),
    );
    held.resolve();
    await workspace.toast(/Outra Pessoa/).waitFor();
    await counts(page.locator('[data-opened]'), 0);
  });

  check('marks by keys, and from what is pasted', async (fixture) => {
    const { uuid } = await customer(fixture, { name: 'Marca Dias', of: 'ana' });
    const { page } = await fixture.signIn('ana');
    const workspace = workspaceOf(page);
    await page.goto(`/tickets/${uuid}`);
    await isAlive(page, 'composer');
    await workspace.field.fill('forte');
    await page.locator('[data-quick-open]').waitFor({ state: 'attached' });
    await workspace.field.selectText();
    await page.keyboard.press('Control+b');
    await page.keyboard.press('End');
    await page.keyboard.type(' ');
    await workspace.field.evaluate((field) => {
      const data = new DataTransfer();
      data.setData('text/html', '<i>leve</i> <s>riscado</s> <code>máquina</code> &lt;b>nada&lt;/b>');
      field.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    expect(await workspace.field.inputValue()).toBe('*forte* _leve_ ~riscado~ `máquina` <b>nada</b>');
  });
});
