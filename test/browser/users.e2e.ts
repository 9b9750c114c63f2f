import { expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { updateUser } from '@/modules/users/users.service.ts';
import { picture } from './support/files.ts';
import { logIn } from './support/people.ts';
import { menuOf, workspaceOf } from './support/workspace.ts';
import { browserTests } from './support.ts';

const LIA = { name: 'Lia Prado', email: 'lia@aurora.test', password: 'uma boa senha longa' };
const rowOf = (page: Page, name: string) => page.locator('#user-rows tr[data-key]').filter({ hasText: name });
const dialogOf = (page: Page) => page.locator('dialog[open]');
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };

async function edit(page: Page, name: string) {
  await page.getByRole('button', { name: `Editar ${name}` }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Nome').waitFor();
  return dialog;
}

async function save(page: Page, expected: string): Promise<void> {
  await dialogOf(page).getByRole('button', { name: 'Salvar' }).click();
  await dialogOf(page).waitFor({ state: 'detached' });
  await workspaceOf(page).toast(expected).first().waitFor();
}

browserTests('users', {}, (check) => {
  check(
    'an owner invites somebody by keyboard; they come in, and are out the moment they are disabled',
    async (fixture) => {
      const ana = await fixture.signIn('ana');
      const { page } = ana;
      await page.goto('/users');
      ana.expectProblems(/status of 4(22|09)/);
      await page.getByRole('button', { name: 'Adicionar usuário' }).focus();
      await page.keyboard.press('Enter');
      const dialog = dialogOf(page);
      await dialog.getByLabel('Nome').waitFor();
      await page.keyboard.type('L');
      await page.keyboard.press('Enter');
      await dialog.getByText('Muito curto!').waitFor();
      await dialog.getByText('Obrigatório').first().waitFor();
      await dialog.getByLabel('Convidar').check();
      await dialog.locator('[name=password]').waitFor({ state: 'hidden' });
      await dialog.getByLabel('Convidar').uncheck();
      await dialog.getByLabel('Nome').fill(LIA.name);
      await dialog.getByLabel('E-mail').fill(LIA.email);
      await dialog.locator('[name=password]').fill(LIA.password);
      await dialog.getByLabel('Perfil').selectOption('admin');
      await dialog.getByRole('checkbox', { name: 'Vendas' }).check();
      await dialog.getByRole('checkbox', { name: 'Vendas' }).press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await workspaceOf(page).toast('Usuário criado com sucesso.').waitFor();
      await rowOf(page, LIA.name).getByText('Administrador').waitFor();

      const lia = await fixture.visit();
      await logIn(lia.page, LIA.email, LIA.password);
      expect(await menuOf(lia.page)).toContain('/users');
      await rowOf(page, LIA.name).getByText('Online').waitFor();

      const rights = await edit(page, LIA.name);
      expect(await rights.getByRole('checkbox', { name: 'Vendas' }).isChecked()).toBe(true);
      await rights.getByLabel('Perfil').selectOption('user');
      await save(page, 'Usuário atualizado com sucesso.');
      lia.expectProblems(/status of 40[13]/);
      await lia.page.goto('/users');
      expect(await lia.page.locator('#user-rows').count()).toBe(0);
      await lia.page.goto('/tickets');
      expect(await menuOf(lia.page)).not.toContain('/users');

      const off = await edit(page, LIA.name);
      await off.getByRole('switch', { name: 'Ativo' }).uncheck();
      await save(page, 'Usuário atualizado com sucesso.');
      await lia.page.waitForURL('**/login?ended=expired');
      await rowOf(page, LIA.name).getByText('Desativado').waitFor();
      await lia.page.getByLabel('E-mail').fill(LIA.email);
      await lia.page.locator('[name=password]').fill(LIA.password);
      await lia.page.getByRole('button', { name: 'Entrar' }).click();
      await lia.page.getByText('Dados de acesso incorretos').waitFor();

      await page.getByRole('button', { name: `Excluir ${LIA.name}` }).click();
      await dialogOf(page).getByText('Esta pessoa não tem atendimentos abertos.').waitFor();
      await page.keyboard.press('Escape');
      await rowOf(page, LIA.name).waitFor();
      await page.getByRole('button', { name: `Excluir ${LIA.name}` }).click();
      await dialogOf(page).getByRole('button', { name: 'Excluir' }).click();
      await rowOf(page, LIA.name).waitFor({ state: 'detached' });
    },
  );

  check('the last administrator cannot demote themself, and the form stays', async (fixture) => {
    const ana = await fixture.signIn('ana');
    ana.expectProblems(/status of 409/);
    await ana.page.goto('/users');
    const dialog = await edit(ana.page, 'Ana');
    expect(await dialog.getByRole('switch', { name: 'Ativo' }).count()).toBe(0);
    await dialog.getByLabel('Perfil').selectOption('user');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await workspaceOf(ana.page).toast('última conta ativa').waitFor();
    expect(await dialog.getByLabel('Perfil').inputValue()).toBe('user');
  });

  check('on a phone: added, found and seen by another administrator at once', async (fixture) => {
    await updateUser(await fixture.scope(), { userId: fixture.people.userId.rui, profile: 'admin' });
    const [ana, rui] = [await fixture.signIn('ana', PHONE), await fixture.signIn('rui')];
    const { page } = ana;
    await page.goto('/users');
    await rui.page.goto('/users');
    await page.getByRole('button', { name: 'Adicionar usuário' }).click();
    const dialog = dialogOf(page);
    await dialog.getByLabel('Nome').fill('Noé Reis');
    await dialog.getByLabel('E-mail').fill('noe@aurora.test');
    await dialog.locator('[name=password]').fill(LIA.password);
    await save(page, 'Usuário criado com sucesso.');
    await rowOf(page, 'Noé Reis').waitFor();
    await page.getByRole('searchbox').fill('noe@');
    await rowOf(page, 'Ana').waitFor({ state: 'detached' });
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(isWide).toBe(false);
    await rowOf(rui.page, 'Noé Reis').waitFor();
  });

  check('their own picture and language follow a person into their next browser', async (fixture) => {
    const { page } = await fixture.signIn('bia');
    const menu = async (one: Page, label: string, item: string) => {
      await one.getByRole('button', { name: label }).click();
      await one.getByRole('menuitem', { name: item }).click();
    };
    await page.goto('/tickets');
    await menu(page, 'Minha conta', 'Perfil');
    const dialog = dialogOf(page);
    await dialog.locator('input[type=file]').setInputFiles(await picture('eu.jpg', '#2a6fdb'));
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await page.locator('[popovertarget="account-menu"] img').waitFor();
    await workspaceOf(page).toast('Perfil atualizado com sucesso.').waitFor();

    await page.getByRole('button', { name: 'Minha conta' }).click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await page.locator('html[lang="en"]').waitFor();

    const next = await fixture.visit();
    await logIn(next.page, 'bia@aurora.test');
    await next.page.locator('html[lang="en"]').waitFor();
    await menu(next.page, 'My account', 'Profile');
    expect(await dialogOf(next.page).getByLabel('Language').inputValue()).toBe('en');

    const ana = await fixture.signIn('ana');
    await ana.page.goto('/users');
    await rowOf(ana.page, 'Bia').locator('img').waitFor();
    await dialogOf(next.page).getByLabel('Remove the photo').check();
    await dialogOf(next.page).getByRole('button', { name: 'Save' }).click();
    await rowOf(ana.page, 'Bia').locator('img').waitFor({ state: 'detached' });
  });
});
