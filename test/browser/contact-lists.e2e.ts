import { expect } from 'bun:test';
import { contactListItems, contactLists, contacts } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { searchable } from '@/core/db/search.ts';
import { inspect } from './support/accessibility.ts';
import { counts, hasFocus, workspaceOf } from './support/workspace.ts';
import { browserTests } from './support.ts';

const dialogOf = (page: Page) => page.locator('dialog[open]');
const rows = (page: Page) => page.locator('#list-contact-rows tr[data-key]');
const SHEET = [
  'telefone;cidade;nome',
  '+55 (21) 97777-6666;Recife;João',
  '5511955554444;Natal;Marta',
  '12;Olinda;Sem número',
].join('\n');
const file = { name: 'clientes.csv', mimeType: 'text/csv', buffer: Buffer.from(SHEET) };

browserTests('contact lists and what campaigns keep to', { line: true }, (check) => {
  check('a list is made from a sheet, checked with WhatsApp, and seen by others at once', async (fixture) => {
    fixture.network.phone({ number: '5521977776666', name: 'João' });
    const rui = await fixture.signIn('rui');
    const ana = await fixture.signIn('ana');
    const { page } = rui;
    await ana.page.goto('/contact-lists');
    await page.goto('/contact-lists');
    await page.getByText('Nenhuma lista ainda').waitFor();
    await page.getByRole('button', { name: 'Adicionar lista' }).click();
    const dialog = dialogOf(page);
    rui.expectProblems(/status of 422/);
    await dialog.getByLabel('Nome').fill('C');
    await page.keyboard.press('Enter');
    await dialog.getByText('Muito curto!').waitFor();
    await dialog.getByLabel('Nome').fill('Clientes');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Nenhum contato nesta lista').waitFor();
    await ana.page.locator('#contact-list-rows').getByText('Clientes').click();
    await ana.page.getByText('Nenhum contato nesta lista').waitFor();

    await page.getByRole('button', { name: 'Importar' }).click();
    await dialog.getByLabel('Planilha').setInputFiles([file]);
    await dialog.getByRole('button', { name: 'Ver antes de importar' }).click();
    await dialog.getByText('clientes.csv: 3 linhas encontradas.').waitFor();
    await dialog.getByText('João').waitFor();
    await dialog.getByLabel('Coluna do nome').focus();
    await dialog.getByLabel('Coluna do nome').selectOption({ label: 'cidade' });
    await dialog.getByText('Recife').waitFor();
    await hasFocus(dialog.getByLabel('Coluna do nome'));
    await dialog.getByLabel('Coluna do nome').selectOption({ label: 'nome' });
    await dialog.getByText('Marta').waitFor();
    await dialog.getByRole('button', { name: 'Importar 3 linhas' }).click();
    await dialog.getByText('2 contatos adicionados').waitFor();
    await dialog.getByText('Linha 4:').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Baixar as linhas não importadas' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('linhas-com-problema.csv');
    expect(await Bun.file(await download.path()).text()).toContain('linha;motivo;telefone;cidade;nome');
    await dialog.getByRole('button', { name: 'Fechar' }).last().click();

    for (const one of [page, ana.page]) {
      await counts(rows(one), 2);
      await one.getByText('1 de 2 está no WhatsApp.').waitFor();
      await rows(one).filter({ hasText: 'João' }).getByText('Está no WhatsApp', { exact: true }).waitFor();
    }
  });

  check('all by keyboard: a contact is added, found, changed and taken off', async (fixture) => {
    const scope = await fixture.scope();
    const [list] = await scope.db.select().from(contactLists);
    const { page } = await fixture.signIn('ana');
    await page.goto(`/contact-lists/${list?.id}/contacts`);
    await page.getByRole('button', { name: 'Adicionar contato' }).focus();
    await page.keyboard.press('Enter');
    const dialog = dialogOf(page);
    await hasFocus(dialog.getByLabel('Nome'));
    await page.keyboard.type('Zoé');
    await page.keyboard.press('Tab');
    await page.keyboard.type('+55 31 98888-1111');
    await page.keyboard.press('Enter');
    await counts(rows(page), 3);
    await page.getByRole('searchbox').fill('zoe');
    await counts(rows(page), 1);
    await page.getByRole('button', { name: 'Editar Zoé' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Nome').fill('Zoé Lima');
    await page.keyboard.press('Enter');
    await workspaceOf(page).toast('Contato atualizado com sucesso.').waitFor();
    await page.getByRole('button', { name: 'Excluir Zoé Lima' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByText('O contato sai desta lista').waitFor();
    await hasFocus(dialog.getByRole('button', { name: 'Cancelar' }));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await counts(rows(page), 0);
    await page.getByText('Nenhum registro encontrado').waitFor();
  });

  check('contacts come from a search in the address book', async (fixture) => {
    const scope = await fixture.scope();
    await scope.write((tx) =>
      tx.db.insert(contacts).values({ name: 'Souza & Filhos', number: '5511933332222' }),
    );
    const { page } = await fixture.signIn('ana');
    await page.goto('/contact-lists');
    await page.getByRole('button', { name: 'Adicionar lista' }).click();
    const dialog = dialogOf(page);
    await dialog.getByLabel('Nome').fill('Souzas');
    await dialog.getByLabel('Origem dos contatos').selectOption('search');
    await dialog.getByLabel('Buscar por').fill('souza');
    expect(await dialog.getByLabel('Nome').inputValue()).toBe('Souzas');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await workspaceOf(page).toast('1 contato adicionado.').waitFor();
    const row = page.locator('#contact-list-rows tr[data-key]').filter({ hasText: 'Souzas' });
    await row.getByRole('link', { name: 'Souzas', exact: true }).click();
    await rows(page).filter({ hasText: 'Souza & Filhos' }).waitFor();
  });

  check(
    'intervals, variables, words and limits are set; who left is listed and comes back',
    async (fixture) => {
      const ana = await fixture.signIn('ana');
      const { page } = ana;
      await page.goto('/campaigns-config');
      const pacing = page.locator('#campaign-pacing');
      await pacing.getByLabel('Intervalo entre mensagens').selectOption('10');
      await pacing.getByRole('button', { name: 'Adicionar variável' }).click();
      await pacing.getByPlaceholder('Chave').fill('nome');
      await pacing.getByPlaceholder('Valor').fill('DEZ');
      ana.expectProblems(/status of 422/);
      await pacing.getByRole('button', { name: 'Salvar' }).click();
      await pacing.getByText('nome, email e numero já existem.').waitFor();
      await pacing.getByPlaceholder('Chave').fill('cupom');
      await pacing.getByRole('button', { name: 'Salvar' }).click();
      await workspaceOf(page).toast('Configurações salvas').waitFor();
      await page.getByRole('button', { name: 'Editar os limites de Loja' }).click();
      const dialog = dialogOf(page);
      await dialog.getByLabel('Limite por dia').fill('200');
      await dialog.getByLabel('De', { exact: true }).fill('2200');
      await dialog.getByLabel('Até', { exact: true }).fill('0700');
      await dialog.getByRole('button', { name: 'Salvar' }).click();
      await page.locator('#sending-limit-rows').getByText('22:00 – 07:00').waitFor();
      await page.reload();
      expect(await pacing.getByLabel('Intervalo entre mensagens').inputValue()).toBe('10');
      expect(await pacing.getByPlaceholder('Chave').inputValue()).toBe('cupom');

      await page.getByRole('link', { name: 'Ver quem não quer campanhas' }).click();
      await page.getByText('Ninguém saiu das campanhas').waitFor();
      await page.getByRole('button', { name: 'Adicionar número' }).click();
      await dialog.getByLabel('WhatsApp').fill('11 93333-2222');
      await page.keyboard.press('Enter');
      const out = page.locator('#opt-out-rows tr[data-key]');
      await out.getByText('Souza & Filhos').waitFor();
      await out.getByText('Adicionado por Ana').waitFor();
      await page.getByRole('button', { name: 'Voltar a enviar campanhas para Souza & Filhos' }).click();
      await dialog.getByRole('button', { name: 'Voltar a enviar' }).click();
      await counts(out, 0);
    },
  );

  check('1440 and 360 px, light and dark: nothing out of reach, nothing axe minds', async (fixture) => {
    const scope = await fixture.scope();
    const [list] = await scope.db.select().from(contactLists).where(eq(contactLists.name, 'Clientes'));
    const listId = list?.id ?? 0;
    const long = 'Um nome que é bem mais comprido do que uma tela pequena';
    await scope.write((tx) =>
      tx.db.insert(contactListItems).values({
        ...{ listId, name: long.slice(0, 50), searchName: searchable(long), number: '5511911110001' },
        email: 'um.endereco.bem.comprido@example.com',
      }),
    );
    const { page } = await fixture.signIn('ana');
    const contactsPage = `/contact-lists/${listId}/contacts`;
    const visit = async (path: string, button?: string) => {
      await page.goto(path);
      if (!button) return;
      // A phone lists three or more buttons of a page in a sheet.
      if (!(await page.getByRole('button', { name: button }).first().isVisible()))
        await page.locator('.list-actions > .phone-only').click();
      await page.getByRole('button', { name: button }).first().click();
      await dialogOf(page).waitFor();
    };
    const found: string[] = [];
    for (const [path, button] of [
      ['/contact-lists'],
      ['/contact-lists', 'Adicionar lista'],
      [contactsPage],
      [contactsPage, 'Importar'],
      [contactsPage, 'Adicionar de tag ou busca'],
      ['/campaigns-config'],
      ['/campaigns-config', 'Editar os limites de Loja'],
      ['/opt-outs'],
    ] as const)
      found.push(...(await inspect(page, `${path} ${button ?? ''}`, () => visit(path, button))));
    expect(found).toEqual([]);
  });
});
