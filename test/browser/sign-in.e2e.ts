import { expect } from 'bun:test';
import { companies } from '@db/platform/schema/index.ts';
import { users } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { systemScope } from '@/core/scope.ts';
import { logIn, PASSWORD } from './support/people.ts';
import { hasFocus, workspaceOf } from './support/workspace.ts';
import { browserTests, until } from './support.ts';

const ANA = 'ana@aurora.test';

browserTests('signing in and what everybody finds', {}, (check) => {
  check(
    'a wrong password is refused, the e-mail stays, the cursor waits for the password',
    async ({ visit }) => {
      const visitor = await visit();
      const { page } = visitor;
      visitor.expectProblems(/status of 401/);
      await page.goto('/contacts');
      await page.waitForURL('**/login');
      await hasFocus(page.getByLabel('E-mail'));
      await page.getByLabel('E-mail').fill(ANA);
      await page.locator('[name=password]').fill('não é esta senha');
      await page.getByRole('button', { name: 'Entrar' }).click();
      await page.getByRole('alert').getByText('Dados de acesso incorretos').waitFor();
      expect(await page.getByLabel('E-mail').inputValue()).toBe(ANA);
      await hasFocus(page.locator('[name=password]'));
      await page.locator('[name=password]').fill(PASSWORD);
      await page.getByRole('button', { name: 'Mostrar a senha' }).click();
      expect(await page.locator('[name=password]').getAttribute('type')).toBe('text');
      await page.locator('[name=password]').press('Enter');
      await page.getByRole('heading', { name: 'Contatos' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/contacts');
    },
  );

  check('people of an expired company see the date', async ({ dependencies, people: testPeople, visit }) => {
    // An administrator would be redirected to the invoice.
    const davi = eq(users.id, testPeople.userId.davi);
    await (await systemScope(dependencies.kernel, testPeople.companyId.boreal)).write((tx) =>
      tx.db.update(users).set({ profile: 'user' }).where(davi),
    );
    const dueDate = new Date('2026-01-31T12:00:00Z');
    const boreal = eq(companies.id, testPeople.companyId.boreal);
    await dependencies.kernel.platform.write(async (tx) => {
      await tx.update(companies).set({ dueDate }).where(boreal);
    });
    const visitor = await visit();
    const { page } = visitor;
    visitor.expectProblems(/status of 403/);
    await page.goto('/login');
    await page.getByLabel('E-mail').fill('davi@boreal.test');
    await page.locator('[name=password]').fill(PASSWORD);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByRole('alert').getByText('31/01/2026').waitFor();
    expect(await page.getByLabel('E-mail').inputValue()).toBe('davi@boreal.test');
  });

  check(
    'a second sign-in ends the first, which shows why and leads to the login page and back to its own page',
    async ({ visit }) => {
      const [first, second] = [await visit(), await visit()];
      await logIn(first.page, ANA);
      await first.page.locator('#workspace').waitFor();
      await first.page.goto('/tags?searchParam=a');
      first.expectProblems(/status of 401/);
      await logIn(second.page, ANA);
      await first.page.waitForURL('**/login?ended=elsewhere');
      await first.page.getByRole('status').getByText('Sua conta foi acessada em outro computador.').waitFor();
      expect(second.page.url()).toEndWith('/tickets');
      await first.page.getByLabel('E-mail').fill(ANA);
      await first.page.locator('[name=password]').fill(PASSWORD);
      await first.page.keyboard.press('Enter');
      await first.page.waitForURL('**/tags?searchParam=a');
    },
  );

  check('a phone signs in beside the desktop, and both are listed', async ({ visit }) => {
    const userAgent =
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';
    const phone = await visit({
      viewport: { width: 360, height: 740 },
      isMobile: true,
      hasTouch: true,
      userAgent,
    });
    const desktop = await visit();
    for (const { page } of [desktop, phone]) {
      await logIn(page, ANA);
      await page.locator('#workspace').waitFor();
    }
    await desktop.page.goto('/profile/security');
    await desktop.page
      .getByText(/Android/)
      .first()
      .waitFor();
    await desktop.page.getByRole('button', { name: 'Encerrar as outras' }).waitFor();
    expect(phone.page.url()).toEndWith('/tickets');
  });

  check('the profile: a new name, and an e-mail only with the password', async ({ signIn }) => {
    const visitor = await signIn('rui');
    const { page } = visitor;
    await page.goto('/tags');
    await page.getByRole('button', { name: 'Minha conta' }).click();
    await page.getByRole('menuitem', { name: 'Perfil' }).click();
    const dialog = page.getByRole('dialog', { name: 'Perfil' });
    await dialog.getByLabel('E-mail').fill('rui.novo@aurora.test');
    visitor.expectProblems(/status of 422/);
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.locator('[name=currentPassword][aria-invalid=true]').waitFor();
    expect(await dialog.getByLabel('E-mail').inputValue()).toBe('rui.novo@aurora.test');
    await dialog.locator('[name=name]').fill('Rui Prado');
    await dialog.locator('[name=currentPassword]').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.waitFor({ state: 'detached' });
    await workspaceOf(page).toast('Perfil atualizado com sucesso.').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Minha conta' }).click();
    await page.getByRole('menu', { name: 'Minha conta' }).getByText('Olá Rui Prado').waitFor();
    await page.getByRole('menuitem', { name: 'Sair' }).click();
    await page.waitForURL('**/login');
  });

  check('the theme follows the system, then the choice, without a flash', async ({ signIn }) => {
    const { page } = await signIn('ana', { colorScheme: 'dark' });
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.goto('/tags');
    const dark = await background();
    await page.getByRole('button', { name: 'Mudar entre tema claro e escuro' }).click();
    const light = await background();
    expect(light).not.toBe(dark);
    expect(await page.evaluate(() => localStorage.getItem('preferredTheme'))).toBe('light');
    const html = await (await page.request.get('/tags', { headers: { Accept: 'text/html' } })).text();
    expect(html).toMatch(/<html[^>]* data-theme="light"/);
    await page.goto('/tickets');
    expect(await background()).toBe(light);
  });

  check('conversations begin with the menu folded', async ({ signIn }) => {
    const { page } = await signIn('bia');
    await page.setViewportSize({ width: 1440, height: 900 });
    const menuOn = async (path: string) => {
      await page.goto(path);
      return (await page.locator('#menu').boundingBox())?.width ?? 0;
    };
    expect([await menuOn('/tickets'), await menuOn('/chats'), await menuOn('/contacts')]).toEqual([
      56, 56, 240,
    ]);
  });

  check('the menu is open above 1200 px, folded down to 768 px, and a drawer below', async ({ signIn }) => {
    const { page } = await signIn('bia');
    await page.goto('/tags');
    const menu = page.locator('#menu');
    const styleOf = async () => {
      const box = await menu.boundingBox();
      if (!box || box.x + box.width <= 0) return 'away';
      return box.width < 100 ? 'folded' : 'open';
    };
    for (const [width, theme] of [
      [1201, 'open'],
      [1200, 'folded'],
      [768, 'folded'],
      [767, 'away'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await until(`a menu that is ${theme} at ${width} px`, async () => (await styleOf()) === theme);
      await page.evaluate(() => localStorage.clear());
      await page.reload();
      const button = page.locator('[data-menu-toggle][aria-expanded]');
      await button.waitFor();
      expect([width, await button.getAttribute('aria-expanded')]).toEqual([width, String(theme === 'open')]);
      await button.click();
      const other = theme === 'open' ? 'folded' : 'open';
      await until(`a menu that is ${other} after a press`, async () => (await styleOf()) === other);
      await page.evaluate(() => localStorage.clear());
      await page.reload();
    }
  });

  check('every five minutes the page says that its person is there', async ({ signIn }) => {
    const { page, expectProblems } = await signIn('bia');
    expectProblems(/htmx:error: timeout/);
    const sent: string[] = [];
    page.on('websocket', (line) => line.on('framesent', ({ payload }) => void sent.push(String(payload))));
    await page.clock.install();
    await page.goto('/tags');
    const heartbeats = () => sent.filter((frame) => frame.includes('userStatus')).length;
    await until('an open line', async () => sent.some((frame) => frame.includes('visible')));
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.clock.runFor(200_000);
    expect(heartbeats()).toBe(0);
    await page.clock.runFor(60_000);
    await until('a heartbeat', async () => heartbeats() === 1);
  });

  check('a connection in trouble marks the menu after two seconds, not at once', async (fixture) => {
    const { page, expectProblems } = await fixture.signIn('ana');
    expectProblems(/htmx:error: timeout/);
    const asked: string[] = [];
    const messages: string[] = [];
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
    page.on('websocket', (line) =>
      line.on('framereceived', ({ payload }) => void messages.push(String(payload))),
    );
    await page.clock.install();
    await page.goto('/tags');
    await until('an open line', async () => messages.some((frame) => frame.includes('ready')));
    await page.clock.pauseAt(Date.now() + 60_000);
    fixture.dependencies.kernel.hub.deliver(fixture.people.companyId.aurora, {
      channel: 'whatsappSession',
      data: { action: 'update' },
      canReceive: () => true,
    });
    await until('the news', async () => messages.some((frame) => frame.includes('whatsappSession')));
    asked.length = 0;
    const badges = () => asked.filter((path) => path === '/menu/connections/badge').length;
    await page.clock.runFor(1900);
    expect(badges()).toBe(0);
    await page.clock.runFor(200);
    await until('the badge asked for', async () => badges() === 1);
  });

  check('volume, and a menu that stays folded', async ({ signIn }) => {
    const { page } = await signIn('bia');
    await page.goto('/tags');
    await page.getByRole('button', { name: 'Volume das notificações' }).click();
    const slider = page.getByRole('slider', { name: 'Volume das notificações' });
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    await until('a stored volume', async () => (await storedVolume(page)) === '0.9');
    await page.keyboard.press('Escape');
    await slider.waitFor({ state: 'hidden' });

    const menu = page.locator('#menu');
    const width = async () => (await menu.boundingBox())?.width ?? 0;
    expect(await width()).toBe(240);
    await page.getByRole('button', { name: 'Abrir ou recolher o menu' }).click();
    await until('a folded menu', async () => (await width()) < 100);
    await page.goto('/contacts');
    expect(await width()).toBeLessThan(100);
    await page.getByRole('button', { name: 'Abrir ou recolher o menu' }).click();
    await page.goto('/tickets');
    expect(await width()).toBe(240);
    expect(await storedVolume(page)).toBe('0.9');
  });
});

const storedVolume = (page: Page) => page.evaluate(() => localStorage.getItem('volume'));
