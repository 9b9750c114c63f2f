import { expect } from 'bun:test';
import { rules, ticketTags } from '@db/tenant/schema/index.ts';
import type { Page } from 'playwright-core';
import { createTag } from '@/modules/tags/tags.service.ts';
import { customer } from './support/customers.ts';
import { cutFields } from './support/cut-fields.ts';
import { openRowMenu } from './support/row-menu.ts';
import { counts, hasFocus, workspaceOf } from './support/workspace.ts';
import { browserTests, until } from './support.ts';

const rows = (page: Page) => page.locator('#rule-rows tr[data-key]');
const dialogOf = (page: Page) => page.locator('dialog[open]');

browserTests('rules', { line: true }, (check) => {
  check('an administrator writes one, tries it, and it acts on what a customer says', async (fixture) => {
    const scope = await fixture.scope();
    await createTag(scope, { name: 'Urgente', color: '#B80000', kanban: false });
    const first = await customer(fixture, { name: 'Maria', text: 'é urgente' });
    const { page, expectProblems } = await fixture.signIn('ana');
    await page.goto('/rules');
    await page.getByText('Nenhuma regra ainda').waitFor();
    await page.getByRole('button', { name: 'Adicionar regra' }).click();
    const dialog = dialogOf(page);
    await dialog.getByLabel('Nome').fill('Urgentes');
    await dialog.getByLabel('O que acontece').selectOption('words');
    await dialog.getByLabel('Palavras ou frases').fill('urgente, agora');
    expect(await dialog.getByLabel('Nome').inputValue()).toBe('Urgentes');

    expectProblems(/status of 422/);
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.getByText('Obrigatório').first().waitFor();
    expect(await dialog.getByLabel('Palavras ou frases').inputValue()).toBe('urgente, agora');
    await dialog.locator('#rule-value-0').selectOption({ label: 'Vendas' });
    await dialog.getByRole('button', { name: 'Adicionar ação' }).click();
    await dialog.locator('#rule-do-1').selectOption('tag');
    await dialog.locator('#rule-value-1').selectOption({ label: 'Urgente' });
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await workspaceOf(page).toast('Regra criada com sucesso.').waitFor();
    await rows(page)
      .getByText(
        'Quando a mensagem do cliente contém “urgente”, “agora”, então mover para a fila Vendas, adicionar a tag Urgente.',
      )
      .waitFor();

    await page.getByRole('button', { name: 'Testar Urgentes' }).click();
    await dialog.getByText('Atendimentos recentes em que a regra teria agido: 1 de 1.').waitFor();
    await dialog.getByText('Maria').waitFor();
    await page.keyboard.press('Escape');

    await first.phone.send(fixture.owner, { text: 'preciso AGORA' });
    await until('the tag', async () => (await scope.db.select().from(ticketTags)).length === 1);
    await page.goto(`/tickets/${first.uuid}`);
    await page.getByText('Regra "Urgentes": para a fila Vendas, tag Urgente').waitFor();
    await page.goto('/rules');
    await page.getByRole('button', { name: '1 Execuções de Urgentes em 7 dias' }).click();
    await dialog.getByRole('link', { name: 'Maria' }).click();
    await page.waitForURL(`**/tickets/${first.uuid}`);
  });

  check('all by keyboard: the focus stays where the sentence is rendered again', async (fixture) => {
    const { page } = await fixture.signIn('ana');
    await page.goto('/rules');
    await page.getByRole('button', { name: 'Adicionar regra' }).focus();
    await page.keyboard.press('Enter');
    const dialog = dialogOf(page);
    await hasFocus(dialog.getByLabel('Nome'));
    await page.keyboard.type('Segunda');
    await page.keyboard.press('Tab');
    await hasFocus(dialog.getByLabel('O que acontece'));
    await dialog.getByLabel('O que acontece').selectOption('waiting');
    await dialog.locator('#field-minutes').waitFor();
    await hasFocus(dialog.getByLabel('O que acontece'));
    await dialog.locator('#rule-do-0').selectOption('note');
    await dialog.locator('textarea#rule-value-0').waitFor();
    expect(await cutFields(dialog)).toEqual([]);
    await dialog.locator('textarea#rule-value-0').fill('ligar');
    await hasFocus(dialog.locator('#rule-value-0'));
    await dialog.locator('#field-minutes').focus();
    await page.keyboard.press('Enter');
    await counts(rows(page), 2);

    const names = () => rows(page).locator('.cell-title').allTextContents();
    await page.getByRole('button', { name: 'Mover Segunda para cima' }).focus();
    await page.keyboard.press('Enter');
    await until('the order', async () => (await names())[0]?.includes('Segunda'));
    await page.getByRole('switch', { name: 'Ativar ou desativar Segunda' }).focus();
    await page.keyboard.press('Space');
    await workspaceOf(page).toast('Regra desativada.').waitFor();
    const scope = await fixture.scope();
    const found = await scope.db.select().from(rules);
    expect(found.find(({ name }) => name === 'Segunda')?.isActive).toBe(false);
  });

  check(
    'a phone of 360 px shows the list and the whole dialog, and deletes; 768 px are enough, too',
    async (fixture) => {
      const { page } = await fixture.signIn('ana', { viewport: { width: 360, height: 740 }, hasTouch: true });
      await page.goto('/rules');
      await counts(rows(page), 2);
      const overflows = () =>
        page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
      expect(await overflows()).toBe(false);
      await openRowMenu(page, 'Urgentes');
      await page.getByRole('button', { name: 'Editar Urgentes' }).click();
      const dialog = dialogOf(page);
      await dialog.getByLabel('Nome').waitFor();
      const body = dialog.locator('.dialog-body');
      expect(await body.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(false);
      await page.keyboard.press('Escape');
      await openRowMenu(page, 'Urgentes');
      await page.getByRole('button', { name: 'Excluir Urgentes' }).click();
      await dialog.getByRole('button', { name: 'Excluir' }).click();
      await counts(rows(page), 1);
      await page.setViewportSize({ width: 768, height: 1024 });
      await rows(page).getByRole('switch').waitFor();
      expect(await overflows()).toBe(false);
    },
  );
});
