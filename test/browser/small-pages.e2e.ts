import { expect } from 'bun:test';
import { customer } from './support/customers.ts';
import { openRowMenu } from './support/row-menu.ts';
import { counts, hasFocus, workspaceOf } from './support/workspace.ts';
import { browserTests, until } from './support.ts';

browserTests('to-do, quick messages, audit and refusals', { line: true }, (check) => {
  check(
    'tasks are added, changed and deleted; blank ones are none; they outlive a reload',
    async (fixture) => {
      const { page } = await fixture.signIn('bia');
      await page.goto('/todolist');
      const list = page.locator('[data-island="todo-list"]');
      await page.locator('[data-island="todo-list"][data-alive]').waitFor();
      const field = list.getByLabel('Nova tarefa');
      const items = list.locator('li');
      const add = async (text: string) => {
        await field.fill(text);
        await page.keyboard.press('Enter');
      };
      await add('   ');
      await counts(items, 0);
      await add(' Ligar para a Maria ');
      await add('<b>Contrato</b>');
      await counts(items, 2);
      await hasFocus(field);
      await list.getByRole('button', { name: 'Editar: Ligar para a Maria' }).click();
      const edited = list.getByLabel('Texto da tarefa');
      await edited.fill('  ');
      await edited.press('Enter');
      await items.getByText('Ligar para a Maria', { exact: true }).waitFor();
      await list.getByRole('button', { name: 'Editar: Ligar para a Maria' }).click();
      await edited.fill('Ligar para o João');
      await edited.press('Enter');
      await page.reload();
      await items.getByText('Ligar para o João', { exact: true }).waitFor();
      await items.getByText('<b>Contrato</b>', { exact: true }).waitFor();
      await list.getByRole('button', { name: 'Excluir: Ligar para o João' }).click();
      await page.reload();
      await items.getByText('<b>Contrato</b>', { exact: true }).waitFor();
      await counts(items, 1);
      const other = await fixture.signIn('caio');
      await other.page.goto('/todolist');
      await other.page.getByText('Nenhuma tarefa').waitFor();
    },
  );

  check('quick messages are made, found, changed and deleted', async (fixture) => {
    const visitor = await fixture.signIn('ana');
    const { page } = visitor;
    const rows = page.locator('#quick-message-rows tr[data-key]');
    const dialog = page.locator('dialog[open]');
    await page.goto('/quick-messages');
    await page.getByRole('button', { name: 'Adicionar resposta rápida' }).click();
    visitor.expectProblems(/status of 422/);
    await dialog.getByLabel('Atalho').fill('/');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.locator('[aria-invalid="true"]').first().waitFor();
    await dialog.getByLabel('Atalho').fill('/bomdia');
    await dialog.getByLabel('Resposta').fill('Bom dia, {{firstName}}!');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await rows.getByText('/bomdia').waitFor();
    await rows.getByText('Bom dia, ‹Primeiro nome›!').waitFor();
    await page.getByRole('searchbox').fill('nada disso');
    await page.getByText('Nenhum registro encontrado').waitFor();
    await page.getByRole('searchbox').fill('bomd');
    await rows.getByText('/bomdia').waitFor();
    await page.getByRole('button', { name: 'Editar bomdia' }).click();
    await dialog.getByLabel('Resposta').fill('Olá!');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await rows.getByText('Olá!').waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await rows.getByText('Olá!').isVisible()).toBe(true);
    await openRowMenu(page, 'bomdia');
    await page.getByRole('button', { name: 'Excluir bomdia' }).click();
    await dialog.getByRole('button', { name: 'Excluir' }).click();
    await counts(rows, 0);
  });

  check('the address of a dialog opens on its page, and Back closes it', async (fixture) => {
    const { page } = await fixture.signIn('bia');
    await page.goto('/quick-messages/new');
    const dialog = page.locator('dialog[open]');
    await dialog.getByLabel('Atalho').waitFor();
    await page.getByRole('heading', { name: 'Respostas rápidas', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/quick-messages');
    await page.goBack();
    await counts(dialog, 0);
    expect(new URL(page.url()).pathname).toBe('/quick-messages');
  });

  check('the ticket history shows who did what, to administrators only', async (fixture) => {
    await customer(fixture, { name: 'Maria Souza', of: 'ana' });
    const { page } = await fixture.signIn('ana');
    const rows = page.locator('#audit-rows tr[data-key]');
    await page.goto('/audit/tickets');
    await rows.filter({ hasText: 'Aceito' }).getByText('Maria Souza').waitFor();
    await page.getByLabel('Evento', { exact: false }).first().selectOption('opened');
    await until('only the openings', async () => (await rows.filter({ hasText: 'Aceito' }).count()) === 0);
    await rows.filter({ hasText: 'Maria Souza' }).first().waitFor();
    await rows.getByRole('link', { name: 'Maria Souza' }).first().click();
    await workspaceOf(page).pane.waitFor();
    const agent = await fixture.signIn('bia');
    agent.expectProblems(/status of 403/);
    await agent.page.goto('/tickets');
    expect(await agent.page.locator('#menu a[href="/audit"]').count()).toBe(0);
    await agent.page.goto('/audit/tickets');
    await agent.page.getByText('403').waitFor();
  });

  check('errors are shown: not found, no answer, an answer without a text', async (fixture) => {
    // A request of the service worker would pass by `page.route`.
    const visitor = await fixture.signIn('bia', { serviceWorkers: 'block' });
    visitor.expectProblems(/status of (404|502)/, /ERR_FAILED|Failed to fetch/, /registration blocked/);
    const { page } = visitor;
    await page.goto('/no/such/page');
    await page.getByRole('heading', { name: 'Não encontramos o que você procura.' }).waitFor();
    await page.locator('#menu summary[aria-label="Mostrar ou recolher Contatos"]').click();
    await page.locator('#menu').getByRole('link', { name: 'Tags' }).click();
    const add = page.getByRole('button', { name: 'Adicionar tag' });
    // Slow actions open a dialog that shows the result.
    const reported = (text: string, state: string) =>
      page
        .locator('#toasts')
        .getByText(text)
        .or(page.locator(`dialog[open] [data-state="${state}"]`))
        .first();
    await page.route('**/tags/new', (route) => route.fulfill({ status: 502, body: '<html>Bad gateway' }));
    await add.click();
    await reported('Ocorreu um erro!', 'failed').waitFor();
    await page.keyboard.press('Escape');
    await counts(page.locator('#toasts > *, dialog[open]'), 0);
    await page.unroute('**/tags/new');
    await page.route('**/tags/new', (route) => route.abort());
    await add.click();
    await reported('Sem conexão com o servidor.', 'offline').waitFor();
  });

  check('a button that htmx handles works if pressed before any script', async (fixture) => {
    const { page } = await fixture.signIn('bia');
    await page.addInitScript(() => {
      const press = () => document.querySelector<HTMLElement>('button[hx-get="/tags/new"]')?.click();
      document.addEventListener('readystatechange', press, { once: true });
    });
    await page.goto('/tags');
    await page.locator('dialog[open]').getByLabel('Nome').waitFor();
  });

  check('a page whose scripts do not arrive says so, and its error has a name', async (fixture) => {
    const visitor = await fixture.signIn('bia');
    const { page } = visitor;
    await page.route(/\/build\/(boot|signed-in)-/, (route) => route.abort());
    await page.goto('/todolist', { waitUntil: 'commit' });
    await page.locator('.toast-card').getByText('Sem conexão com o servidor').waitFor();
    const named = (script: string) =>
      visitor.problems.some((one) =>
        one.includes(`dynamically imported module: ${fixture.url}/build/${script}-`),
      );
    // The island's script is tried again once the socket is ready.
    await until('both errors', async () => named('boot') && named('signed-in'));
    await counts(page.locator('.toast-card'), 1);
    expect(visitor.problems.filter((one) => one === 'page error: ')).toEqual([]);
    visitor.expectProblems(/dynamically imported module/, /ERR_FAILED/, /preloaded using link preload/);
  });
});
