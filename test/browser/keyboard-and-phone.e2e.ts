import { expect } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import en from '../../locales/en/messages.json';
import es from '../../locales/es/messages.json';
import pt from '../../locales/pt/messages.json';
import { customer } from './support/customers.ts';
import { picture } from './support/files.ts';
import { PASSWORD } from './support/people.ts';
import { smallTargets } from './support/touch-targets.ts';
import { counts, hasEntries, hasFocus, isAlive, menuOf, workspaceOf } from './support/workspace.ts';
import { browserTests, until } from './support.ts';

const MAX_STEPS = 80;
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`the keyboard does not reach ${target}`);
}

const hasRing = (target: Locator) =>
  target.evaluate((element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
  });

const PLACEHOLDERS = [pt, en, es].flatMap(({ write, notOpen }) => [write, ...Object.values(notOpen)]);

const tooWide = (field: HTMLElement | SVGElement, texts: string[]) => {
  const { font, paddingLeft, paddingRight } = getComputedStyle(field, '::placeholder');
  const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
  pen.font = font;
  const own = getComputedStyle(field);
  const padding = [own.paddingLeft, own.paddingRight, paddingLeft, paddingRight].map(Number.parseFloat);
  const room = field.clientWidth - padding.reduce((sum, one) => sum + one, 0);
  return texts.filter((text) => pen.measureText(text).width > room);
};

browserTests('without a mouse, and on a phone', { line: true }, (check) => {
  check('38 sign in, accept, reply and resolve by keyboard alone', async (fixture) => {
    const { phone } = await customer(fixture, { name: 'Maria Souza', text: 'Tem pão?' });
    const { page } = await fixture.visit();
    const workspace = workspaceOf(page);
    await page.goto('/login');
    await hasFocus(page.getByLabel('E-mail'));
    await page.keyboard.type('ana@aurora.test');
    await tabTo(page, page.locator('[name=password]'));
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Painel' }).waitFor();
    await tabTo(page, page.locator('#menu').getByRole('link', { name: 'Atendimentos' }));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/tickets');

    await page.locator('[data-tab="pending"]').waitFor();
    await tabTo(page, page.getByRole('link', { name: 'Ir para o conteúdo' }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.locator('[data-tab="pending"]'));
    expect(await hasRing(page.locator('[data-tab="pending"]'))).toBe(true);
    await page.keyboard.press('Enter');
    const accept = workspace.row('Maria Souza').locator('[data-action="accept"]');
    await tabTo(page, accept);
    expect(await hasRing(accept)).toBe(true);
    await page.keyboard.press('Enter');
    await hasFocus(workspace.field);
    await page.keyboard.type('Temos sim');
    await page.keyboard.press('Enter');
    await phone.waitFor(({ text }) => text.includes('Temos sim'));
    await tabTo(page, workspace.action('resolve'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await workspace.pane.waitFor({ state: 'detached' });
    await tabTo(page, page.locator('[data-tab="more"]'));
    await page.keyboard.press('Space');
    await hasFocus(page.locator('[data-tab="snoozed"]'));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await workspace.row('Maria Souza').waitFor();
  });

  check('39 at 360 px two screens, and back works', async (fixture) => {
    const { phone, uuid } = await customer(fixture, { name: 'João Prado', of: 'ana' });
    const { page } = await fixture.signIn('ana', PHONE);
    const workspace = workspaceOf(page);
    const fits = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.goto('/tickets');
    await workspace.row('João Prado').waitFor();
    const pages = [...(await menuOf(page)), `/tickets/${uuid}`];
    await fits();
    await workspace.row('João Prado').locator('[data-open]').tap();
    await workspace.field.waitFor();
    expect(await workspace.row('João Prado').isVisible()).toBe(false);
    await fits();
    await workspace.write('Do celular');
    await phone.waitFor(({ text }) => text.includes('Do celular'));
    await page.goBack();
    await workspace.row('João Prado').waitFor();
    expect(page.url()).not.toContain(uuid);
    await page.goForward();
    await workspace.field.waitFor();
    await workspace.pane.getByRole('button', { name: 'Voltar à lista' }).tap();
    await workspace.row('João Prado').waitFor();
    const side = page.getByRole('navigation', { name: 'Partes da tela' });
    await side.getByRole('button', { name: 'Conversa' }).tap();
    await workspace.field.waitFor();
    for (const hidden of [side, page.locator('.top-bar')]) expect(await hidden.isVisible()).toBe(false);
    expect((await workspace.pane.boundingBox())?.height).toBe(740);
    await workspace.pane.getByRole('button', { name: 'Voltar à lista' }).tap();
    await workspace.row('João Prado').waitFor();

    for (const path of [...pages, '/login']) {
      await page.goto(path);
      await page.locator('h1, h2').first().waitFor({ state: 'attached' });
      await fits();
    }
    await page.goto('/tags');
    await page.getByRole('button', { name: 'Abrir ou recolher o menu' }).tap();
    const menu = page.locator('#menu');
    await until('the drawer', async () => ((await menu.boundingBox())?.x ?? -1) === 0);
    await page.keyboard.press('Escape');
    await until('no drawer', async () => ((await menu.boundingBox())?.x ?? -300) < 0);
    for (const path of pages) {
      await page.goto(path);
      expect({ path, small: await smallTargets(page) }).toEqual({ path, small: [] });
    }
  });

  check('at 360 px back closes what lies on top, then leaves, with one press each', async (fixture) => {
    const { phone, uuid } = await customer(fixture, { name: 'Nina Alves', of: 'ana' });
    await phone.send(fixture.owner, { image: (await picture('casa.jpg', 'teal')).buffer, caption: 'A casa' });
    const { page } = await fixture.signIn('ana', PHONE);
    const workspace = workspaceOf(page);
    await page.goto('/tickets');
    await workspace.row('Nina Alves').locator('[data-open]').tap();
    await isAlive(page, 'composer');
    await isAlive(page, 'conversation');
    await workspace.field.fill('Um rascunho');
    const press = (selector: string) => async () => page.locator(selector).first().tap();
    const inMenu = (selector: string) => async () => {
      await press('[popovertarget="ticket-menu"]')();
      await press(`#ticket-menu ${selector}`)();
    };
    const layers: [opening: () => Promise<void>, layer: string, close?: string][] = [
      [press('[data-drawer-toggle]'), '#contact-drawer', 'Fechar'],
      [press('[popovertarget="ticket-menu"]'), '#ticket-menu'],
      [inMenu('[hx-get$="/transfer"]'), 'dialog[open]', 'Cancelar'],
      [inMenu('[data-conversation-search]'), '[data-search-panel]', 'Fechar a busca'],
      [press('[data-image]'), '[data-viewer][open]', 'Fechar'],
      [press('[aria-controls="composer-tools"]'), '#composer-tools'],
      [() => page.keyboard.press('Control+k'), '#command-panel[open]'],
    ];
    const onTheList: typeof layers = [
      [press('[popovertarget="notifications"]'), '#notifications'],
      [press('[data-menu-toggle]'), 'html[data-drawer="open"] #menu'],
      [press('[popovertarget="queue-filter"]'), '#queue-filter'],
    ];
    const closesBy = async ([opening, selector, close]: (typeof layers)[number]) => {
      const layer = page.locator(selector);
      const isGone = () => layer.waitFor({ state: 'hidden' });
      await opening();
      await layer.waitFor();
      await hasEntries(page, 1);
      await page.goBack();
      await (selector.startsWith('html') ? counts(layer, 0) : isGone());
      await hasEntries(page, 0);
      if (selector === '#notifications') await hasFocus(page.locator('[popovertarget="notifications"]'));
      if (!close) return;
      await opening();
      await layer.getByRole('button', { name: close }).first().tap();
      await isGone();
      await hasEntries(page, 0);
    };
    for (const layer of layers) await closesBy(layer);
    await press('[aria-controls="composer-tools"]')();
    await page.getByRole('button', { name: 'Emojis' }).tap();
    await page.locator('emoji-picker').waitFor();
    await hasEntries(page, 2);
    await page.goBack();
    await page.locator('emoji-picker').waitFor({ state: 'detached' });
    await hasEntries(page, 1);
    await workspace.field.tap();
    await hasEntries(page, 0);

    // The forward history entry belongs to a closed layer: it must not open or block anything.
    await page.goForward();
    await hasEntries(page, 0);
    expect(await page.locator('dialog[open], [data-emoji], :popover-open').count()).toBe(0);
    await press('[data-drawer-toggle]')();
    await hasEntries(page, 1);
    await page.reload();
    await isAlive(page, 'composer');
    await hasEntries(page, 0);
    expect([page.url().endsWith(uuid), await page.locator('#contact-drawer').isVisible()]).toEqual([
      true,
      false,
    ]);
    expect(await workspace.field.inputValue()).toBe('Um rascunho');
    await page.goBack();
    await workspace.row('Nina Alves').waitFor();
    expect(await workspace.field.isVisible()).toBe(false);
    for (const layer of onTheList) await closesBy(layer);
  });

  check(
    'at 360 px one press leads from an accepted, a peeked and a resolved ticket to the list',
    async (fixture) => {
      await customer(fixture, { name: 'Otto Reis' });
      const { page } = await fixture.signIn('ana', PHONE);
      const workspace = workspaceOf(page);
      await page.goto('/tags');
      await page.goto('/tickets?status=pending');
      await isAlive(page, 'ticket-list');
      const row = workspace.row('Otto Reis');
      await row.locator('[data-row-menu]').tap();
      await page.locator('[data-menu="peek"]').tap();
      const peek = page.locator('#peek-dialog');
      await peek.waitFor();
      await hasEntries(page, 1);
      await page.goBack();
      await peek.waitFor({ state: 'detached' });
      await hasEntries(page, 0);
      expect(new URL(page.url()).search).toBe('?status=pending');

      await workspace.accept('Otto Reis');
      await hasFocus(workspace.field);
      await until('its address', () => new URL(page.url()).search === '');
      await page.goBack();
      await row.waitFor({ state: 'detached' });
      expect(new URL(page.url()).search).toBe('?status=pending');
      await page.goForward();
      await workspace.field.waitFor();
      await workspace.pane.getByRole('button', { name: 'Voltar à lista' }).tap();
      await row.waitFor();
      await row.locator('[data-open]').tap();
      await workspace.field.waitFor();
      await workspace.action('resolve').tap();
      await workspace.pane.waitFor({ state: 'detached' });
      await until('the list', () => new URL(page.url()).pathname === '/tickets');
      await page.goBack();
      await until('the list before', () => new URL(page.url()).search === '?status=pending');
      await page.goBack();
      await page.waitForURL('**/tags');
    },
  );

  check('at 360 px there is room to write; emoji, files and signature are one tap away', async (fixture) => {
    const { phone, uuid } = await customer(fixture, { name: 'Lia Rocha', of: 'ana' });
    const { page } = await fixture.signIn('ana', PHONE);
    const workspace = workspaceOf(page);
    await page.goto(`/tickets/${uuid}`);
    await isAlive(page, 'composer');
    expect((await workspace.field.boundingBox())?.width).toBeGreaterThanOrEqual(220);
    expect(await workspace.field.evaluate(tooWide, PLACEHOLDERS)).toEqual([]);
    const [tools, attach] = [
      page.getByRole('button', { name: /^Anexos, respostas rápidas/ }),
      page.getByRole('button', { name: 'Anexar arquivos' }),
    ];
    expect(await attach.isVisible()).toBe(false);
    await tools.tap();
    await attach.waitFor();
    expect(await smallTargets(page)).toEqual([]);
    await page.getByRole('button', { name: 'Assinar com o meu nome' }).tap();
    await page.getByRole('button', { name: 'Emojis' }).tap();
    const picker = page.locator('emoji-picker');
    await picker.getByRole('menuitem').first().waitFor();
    const box = await picker.boundingBox();
    expect([(box?.x ?? -1) >= 0, (box?.x ?? 0) + (box?.width ?? 999) <= 360]).toEqual([true, true]);
    await picker.getByRole('menuitem').first().tap();
    await workspace.field.tap();
    expect(await attach.isVisible()).toBe(false);
    await workspace.field.pressSequentially(' oi');
    await page.getByRole('button', { name: 'Enviar', exact: true }).tap();
    const { text } = await phone.waitFor((message) => message.text.endsWith(' oi'));
    expect(text).not.toContain('Ana');
  });
});
