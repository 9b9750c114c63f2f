import { expect } from 'bun:test';
import { connections } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { qrOf } from './support/line.ts';
import { hasFocus, workspaceOf } from './support/workspace.ts';
import { browserTests, until } from './support.ts';

const rowOf = (page: Page, name: string) => page.locator('#connection-rows tr').filter({ hasText: name });
const dialogOf = (page: Page) => page.locator('dialog[open]');

browserTests('connections', {}, (check) => {
  check('add: a refusal keeps the greeting, then the code, renewed and closed by itself', async (fixture) => {
    const { dependencies, people, owner } = fixture;
    const visitor = await fixture.signIn('ana');
    const { page } = visitor;
    await page.goto('/connections');
    await page.getByRole('button', { name: 'Adicionar conexão' }).click();
    const dialog = dialogOf(page);
    await hasFocus(dialog.getByLabel('Nome'));
    await dialog.getByLabel('Mensagem de saudação').fill('Olá! Já vamos atender.');
    await dialog.getByLabel('Nome').fill('L');
    visitor.expectProblems(/status of 422/);
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.locator('[name=name][aria-invalid=true]').waitFor();
    expect(await dialog.getByLabel('Mensagem de saudação').inputValue()).toBe('Olá! Já vamos atender.');
    await dialog.getByLabel('Nome').fill('Loja');
    await page.keyboard.press('Enter');

    const code = dialog.getByRole('img', { name: 'QR code para ler com o celular' }).locator('path');
    const shown = await code.getAttribute('d');
    const companyId = people.companyId.aurora;
    const text = await qrOf(dependencies, companyId, 1);
    const scope = await fixture.scope();
    const showing = async (qrcode: string) => {
      await scope.write(async (tx) => {
        await tx.db.update(connections).set({ qrcode }).where(eq(connections.id, 1));
        tx.emit('connection.session', { connectionId: 1 });
      });
    };
    await showing(`${text}x`);
    await until('another code', async () => (await code.getAttribute('d')) !== shown);
    await showing(text);
    await until('the first code', async () => (await code.getAttribute('d')) === shown);
    await owner.scan(text);
    await dialog.waitFor({ state: 'detached' });
    await rowOf(page, 'Loja').getByText('Conectado').waitFor();
    await rowOf(page, 'Loja').getByText('+55 (11) 90000-0001').waitFor();
  });

  check(
    'disconnect warns in the menu; pairing by a code typed on the phone',
    async ({ network, owner, signIn }) => {
      const { page } = await signIn('ana');
      await page.goto('/connections');
      const row = rowOf(page, 'Loja');
      const dialog = dialogOf(page);
      await row.getByRole('button', { name: 'Desconectar' }).click();
      await dialog.getByRole('button', { name: 'Desconectar' }).click();
      await row.getByText('Desconectado').waitFor();
      await until('an unlinked phone', () => owner.devices.size === 0);
      await page.locator('#menu').getByRole('img', { name: 'Precisa de atenção' }).waitFor();

      await row.getByRole('button', { name: 'Novo QR code' }).click();
      await dialog.getByRole('img', { name: 'QR code' }).waitFor();
      await dialog.getByRole('textbox').fill('+55 11 90000-0001');
      await dialog.getByRole('button', { name: 'Gerar código' }).click();
      const code = dialog.locator('output');
      await until('eight characters', async () => /^\w{4}-\w{4}$/.test((await code.textContent()) ?? ''));
      await owner.enterCode(((await code.textContent()) ?? '').replace('-', ''));
      await dialog.waitFor({ state: 'detached' });
      await row.getByText('Conectado').waitFor();
      await page
        .locator('#menu')
        .getByRole('img', { name: 'Precisa de atenção' })
        .waitFor({ state: 'detached' });
      expect(network.errors).toEqual([]);
    },
  );

  check('edit, and delete after a question; agents only look', async ({ signIn }) => {
    const bia = await signIn('bia');
    await bia.page.goto('/connections');
    await rowOf(bia.page, 'Loja').waitFor();
    expect(await bia.page.locator('#connection-rows').getByRole('button').count()).toBe(0);
    expect(await bia.page.getByRole('button', { name: 'Adicionar conexão' }).count()).toBe(0);

    const { page } = await signIn('ana');
    await page.goto('/connections');
    const dialog = dialogOf(page);
    await page.getByRole('button', { name: 'Editar Loja' }).click();
    await dialog.getByLabel('Nome').fill('Loja Centro');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await rowOf(bia.page, 'Loja Centro').waitFor();
    await page.getByRole('button', { name: 'Excluir Loja Centro' }).click();
    await dialog.getByText('Deseja realmente excluir este registro?').waitFor();
    await hasFocus(dialog.getByRole('button', { name: 'Cancelar' }));
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await hasFocus(page.getByRole('button', { name: 'Excluir Loja Centro' }));
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Excluir' }).click();
    await page.getByText('Nenhuma conexão ainda').waitFor();
    await workspaceOf(page).toast('Conexão excluída com sucesso.').waitFor();
    await bia.page.getByText('Nenhuma conexão ainda').waitFor();
  });
});
