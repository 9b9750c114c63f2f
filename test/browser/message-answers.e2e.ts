import { expect } from 'bun:test';
import sharp from 'sharp';
import { customer } from './support/customers.ts';
import { deskOf, hasFocus, isAlive } from './support/desk.ts';
import { picture } from './support/files.ts';
import { browserTests, until } from './support.ts';

browserTests('answers to a message', { line: true }, (check) => {
  check('a swipe answers a bubble, a short one does not', async (stage) => {
    const { phone, uuid } = await customer(stage, { name: 'Dedo Leve', says: 'Desliza aqui', of: 'ana' });
    const viewport = { width: 360, height: 740 };
    const { page, context } = await stage.signIn('ana', { viewport, hasTouch: true, isMobile: true });
    const desk = deskOf(page);
    const isFetched = page.waitForResponse(/\/build\/touch-/);
    await page.goto(`/tickets/${uuid}`);
    await isFetched;
    const bubble = desk.bubble('Desliza aqui');
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
    await hasFocus(desk.field);
    await page.keyboard.type('Deslizei');
    await page.keyboard.press('Enter');
    const got = await phone.waitFor(({ text }) => text.includes('Deslizei'));
    expect(got.message.extendedTextMessage?.contextInfo?.quotedMessage).toBeTruthy();
  });

  check('keys alone answer a bubble; Escape gives it up', async (stage) => {
    const { uuid } = await customer(stage, { name: 'Só Teclas', says: 'Sem rato', of: 'ana' });
    const { page } = await stage.signIn('ana');
    const desk = deskOf(page);
    await page.goto(`/tickets/${uuid}`);
    await page.locator('[data-island="conversation"][data-alive]').waitFor({ state: 'attached' });
    await desk.bubble('Sem rato').locator('[data-reply]').focus();
    await page.keyboard.press('Enter');
    const bar = page.locator('[data-reply-bar]');
    await bar.getByText('Sem rato').waitFor();
    await hasFocus(desk.field);
    await page.keyboard.press('Escape');
    await bar.waitFor({ state: 'detached' });
  });

  check('a sticker is no picture of the viewer', async (stage) => {
    const { phone, uuid } = await customer(stage, { name: 'Cola Figuras', of: 'ana' });
    const { page } = await stage.signIn('ana');
    const desk = deskOf(page);
    await page.goto(`/tickets/${uuid}`);
    await phone.send(stage.owner, { image: (await picture('f.jpg', '#2f855a')).buffer, caption: 'foto' });
    const sticker = await sharp({ create: { width: 64, height: 64, channels: 4, background: '#b7791f80' } })
      .webp()
      .toBuffer();
    await phone.send(stage.owner, { sticker });
    await desk.pane.locator('img[alt="Figurinha"]').waitFor();
    await desk.bubble('foto').locator('[data-image]').click();
    const viewer = page.locator('dialog[data-viewer][open]');
    expect(await viewer.getByRole('button', { name: 'Próxima imagem' }).isDisabled()).toBe(true);
  });

  check('marks by keys, and from what is pasted', async (stage) => {
    const { uuid } = await customer(stage, { name: 'Marca Dias', of: 'ana' });
    const { page } = await stage.signIn('ana');
    const desk = deskOf(page);
    await page.goto(`/tickets/${uuid}`);
    await isAlive(page, 'composer');
    await desk.field.fill('forte');
    await page.locator('[data-quick-open]').waitFor();
    await desk.field.selectText();
    await page.keyboard.press('Control+b');
    await page.keyboard.press('End');
    await page.keyboard.type(' ');
    await desk.field.evaluate((field) => {
      const data = new DataTransfer();
      data.setData('text/html', '<i>leve</i> <s>riscado</s> <code>máquina</code> &lt;b>nada&lt;/b>');
      field.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    expect(await desk.field.inputValue()).toBe('*forte* _leve_ ~riscado~ `máquina` <b>nada</b>');
  });
});
