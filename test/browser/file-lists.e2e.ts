import { expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { filesOfList } from '@/modules/file-lists/file-lists.queries.ts';
import { customer } from './support/customers.ts';
import { pdf } from './support/files.ts';
import { hasFocus, workspaceOf } from './support/workspace.ts';
import { browserTests, until } from './support.ts';

const dialogOf = (page: Page) => page.locator('dialog[open]');

browserTests('file lists', { line: true }, (check) => {
  check('one is made, put in another order by keys, and sent in a conversation', async (fixture) => {
    const scope = await fixture.scope();
    const ana = await fixture.signIn('ana');
    const { page } = ana;
    await page.goto('/files');
    await page.getByText('Nenhuma lista de arquivos ainda').waitFor();
    await page.getByRole('button', { name: 'Adicionar lista' }).click();
    const dialog = dialogOf(page);
    await dialog.locator('[data-island][data-alive]').waitFor();
    await dialog.getByLabel('Nome').first().fill('ab');
    await dialog.getByLabel('Mensagem').fill('Segue o catálogo');
    await dialog.locator('#file-option-1-file').setInputFiles([pdf('um.pdf')]);
    await dialog.getByLabel('Legenda do arquivo 1').fill('O primeiro');
    await dialog.getByRole('button', { name: 'Adicionar arquivo' }).click();
    await dialog.locator('#file-option-2-file').setInputFiles([pdf('dois.pdf')]);
    ana.expectProblems(/status of 422/);
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.getByText('nome muito curto').waitFor();
    await dialog.getByLabel('Nome').first().fill('Catálogo');
    await dialog.locator('#file-option-1-move').focus();
    await page.keyboard.press('ArrowDown');
    await hasFocus(dialog.locator('#file-option-1-move'));
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await workspaceOf(page).toast('Lista de arquivos criada com sucesso.').waitFor();
    const files = await filesOfList(scope, 1);
    expect(files.map(({ text, name }) => [text, name])).toEqual([
      ['', 'dois.pdf'],
      ['O primeiro', 'um.pdf'],
    ]);

    const { uuid } = await customer(fixture, { name: 'João', text: 'oi', of: 'ana' });
    await page.goto(`/tickets/${uuid}`);
    await page.locator('[aria-controls="composer-tools"]').click();
    await page.getByRole('button', { name: 'Enviar uma lista de arquivos' }).click();
    await page.locator('[data-file-lists]').getByRole('button', { name: 'Catálogo' }).click();
    await until('two files', async () => (await page.locator('[data-attachment]').count()) === 2);
    await page.locator('[data-attachment] [aria-pressed]').nth(1).click();
    expect(await page.getByRole('textbox', { name: 'Legenda de' }).inputValue()).toBe('O primeiro');
    expect(await page.locator('[data-pane] textarea').inputValue()).toBe('Segue o catálogo');
    await page.getByRole('button', { name: 'Enviar', exact: true }).click();
    await until('all is sent', async () => {
      const sent = await scope.db.query.messages.findMany({ where: (t, { eq }) => eq(t.fromMe, true) });
      const text = sent.map(({ body }) => body).join();
      return sent.length === 2 && text.includes('O primeiro') && text.includes('Segue o catálogo');
    });
  });

  check('on a phone the lists fit beside the tools, and the conversation stays', async (fixture) => {
    const { page } = await fixture.signIn('ana', { viewport: { width: 360, height: 740 } });
    const { uuid } = await customer(fixture, { name: 'Tela Curta', text: 'oi', of: 'ana' });
    await page.goto(`/tickets/${uuid}`);
    await page.locator('[aria-controls="composer-tools"]').click();
    await page.getByRole('button', { name: 'Enviar uma lista de arquivos' }).click();
    const box = await page.locator('[data-file-lists]').boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 360).toBe(true);
  });
});
