import { expect } from 'bun:test';
import { sessions } from '@db/platform/schema/index.ts';
import { contacts } from '@db/tenant/schema/index.ts';
import type { Page } from 'playwright-core';
import { PASSWORD } from './support/people.ts';
import { counts } from './support/workspace.ts';
import { browserTests, until } from './support.ts';

const rows = (page: Page) => page.locator('#contact-rows tr[data-key]');
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name });
const dialogOf = (page: Page) => page.locator('dialog[open]');
const toast = (page: Page, text: string | RegExp) => page.locator('#toasts').getByText(text);

async function choose(page: Page, name: string, item: string) {
  await rowOf(page, name)
    .getByRole('button', { name: `Mais opções de ${name}` })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
  return dialogOf(page);
}

browserTests('contacts', { line: true }, (check) => {
  check('fields and buttons have one ring of focus, light and dark', async ({ signIn }) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, close } = await signIn('ana', { viewport: { width: 360, height: 740 }, colorScheme });
      await page.goto('/contacts');
      const ring = () => page.locator(':focus-visible').evaluate((one) => getComputedStyle(one).outlineColor);
      await page.getByRole('button', { name: 'Ações', exact: true }).focus();
      const colors = [await ring()];
      await page.getByRole('button', { name: 'Filtrar' }).focus();
      colors.push(await ring());
      const focus = await page.evaluate(() => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.color = 'var(--focus)';
        return getComputedStyle(probe).color;
      });
      expect(colors).toEqual([focus, focus]);
      // The second sign-in ends the first one.
      await close();
    }
  });

  check(
    'added by a number that WhatsApp knows, changed, blocked and deleted',
    async ({ signIn, network }) => {
      network.phone({ number: '5521977776666', name: 'João no WhatsApp' });
      const ana = await signIn('ana');
      const { page } = ana;
      await page.goto('/contacts');
      await page.getByText('Nenhum contato ainda').waitFor();
      await page.getByRole('button', { name: 'Adicionar contato' }).click();
      const dialog = dialogOf(page);
      await dialog.getByLabel('Nome', { exact: false }).first().fill('João');
      await dialog.getByLabel('WhatsApp').fill('+55 (21) 90000-0000');
      ana.expectProblems(/status of 422/);
      await page.keyboard.press('Enter');
      await dialog.getByText('Este não é um número de WhatsApp válido.').waitFor();
      await dialog.getByLabel('WhatsApp').fill('+55 (21) 97777-6666');
      await dialog.getByRole('button', { name: 'Adicionar campo' }).click();
      await dialog.getByPlaceholder('Valor').fill('123.456.789-00');
      await dialog.getByPlaceholder('Nome').fill('CPF');
      await dialog.getByRole('button', { name: 'Salvar' }).click();
      await toast(page, 'Contato criado com sucesso.').waitFor();
      await rowOf(page, 'João').getByText('+55 (21) 97777-6666').waitFor();

      const edit = await choose(page, 'João', 'Editar');
      expect(await edit.getByPlaceholder('Valor').inputValue()).toBe('123.456.789-00');
      await edit.getByLabel('Nome', { exact: false }).first().fill('João da Silva');
      await edit.getByRole('button', { name: 'Salvar' }).click();
      await rowOf(page, 'João da Silva').waitFor();

      const block = await choose(page, 'João da Silva', 'Bloquear');
      await block.getByRole('button', { name: 'Bloquear' }).click();
      await rowOf(page, 'João da Silva').getByText('Bloqueado').waitFor();

      const remove = await choose(page, 'João da Silva', 'Excluir');
      await remove.getByRole('button', { name: 'Excluir' }).click();
      await page.getByText('Nenhum contato ainda').waitFor();
    },
  );

  check(
    'a sheet is previewed, imported, reported, and exported after a reauthentication',
    async (fixture) => {
      const { signIn, network } = fixture;
      network.phone({ number: '5531988887777', name: 'Ana' });
      const { page, expectProblems } = await signIn('bia');
      await page.goto('/contacts');
      await page.getByRole('button', { name: 'Importar' }).click();
      const text = 'nome;telefone\nAna;5531988887777\nNinguém;5531900000000\nSem número;abc\n';
      const file = { name: 'clientes.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
      await dialogOf(page).locator('input[type=file]').setInputFiles(file);
      await dialogOf(page).getByRole('button', { name: 'Ver antes de importar' }).click();
      await dialogOf(page).getByText('clientes.csv: 3 linhas encontradas.').waitFor();
      await dialogOf(page).getByRole('button', { name: 'Importar 2 contatos' }).click();
      await dialogOf(page).getByText('Importação concluída. Linhas: 3 de 3.').waitFor();
      await dialogOf(page).getByText('2 contatos criados').waitFor();
      await dialogOf(page).getByText('Importado, mas não está no WhatsApp').first().waitFor();
      await dialogOf(page).locator('.dialog-foot').getByRole('button', { name: 'Fechar' }).click();
      await rowOf(page, 'Ana').waitFor();
      expectProblems(/status of 422/);
      await fixture.dependencies.kernel.platform.write((tx) =>
        tx.update(sessions).set({ provenAt: new Date(0) }),
      );
      await page.getByRole('button', { name: 'Exportar' }).click();
      await page.locator('#proof-dialog [name=proof]').fill(PASSWORD);
      const saving = page.waitForEvent('download');
      await page.keyboard.press('Enter');
      expect((await saving).suggestedFilename()).toBe('contatos.csv');
    },
  );

  check('a new ticket from the list; on a phone rows are cards that fit', async ({ signIn, scope }) => {
    const at = await scope();
    await at.write(async (tx) => {
      const people = Array.from({ length: 40 }, (_, n) => ({
        name: `Cliente com um nome bem comprido ${n}`,
        number: String(5531910000000 + n),
        email: `cliente.com.um.endereco.comprido.${n}@example.com`,
        lastInteractionAt: tx.now(),
      }));
      await tx.db.insert(contacts).values(people);
    });
    const { page } = await signIn('rui', { viewport: { width: 360, height: 740 } });
    await page.goto('/contacts?searchParam=cliente');
    await counts(rows(page), 30);
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await width()).toBeLessThanOrEqual(360);
    await rows(page).last().scrollIntoViewIfNeeded();
    await counts(rows(page), 40);
    await rows(page)
      .first()
      .getByRole('button', { name: /Iniciar atendimento/ })
      .click();
    await dialogOf(page).waitFor();
    await until('the contact is chosen', async () =>
      /^\d+$/.test(await dialogOf(page).locator('[name=contactId]').inputValue()),
    );
    expect(await width()).toBeLessThanOrEqual(360);
  });
});
