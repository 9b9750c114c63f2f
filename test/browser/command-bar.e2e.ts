import { expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { createQuickMessage } from '@/modules/quick-messages/quick-messages.service.ts';
import { createTag } from '@/modules/tags/tags.service.ts';
import type { PersonName } from '../support/people.ts';
import { customer, leadTo, scopeOf } from './support/customers.ts';
import { counts, hasFocus, holds, isAlive, workspaceOf } from './support/workspace.ts';
import { browserTests, type Fixture, until } from './support.ts';

const barOf = (page: Page) => page.getByRole('combobox', { name: 'Ir para, buscar atendimento…' });
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });

async function arrive(fixture: Fixture, path: string, who: PersonName = 'ana'): Promise<Page> {
  const { page } = await fixture.signIn(who);
  await page.goto(path);
  await page.locator('[data-island="command-bar"][data-alive]').waitFor();
  return page;
}

async function openBar(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await hasFocus(barOf(page));
}

browserTests('command bar and keys', { line: true }, (check) => {
  check('Ctrl+K leads to a page, by a word without its accents', async (fixture) => {
    const page = await arrive(fixture, '/todolist');
    await openBar(page);
    await page.keyboard.type('conexoes');
    await counts(page.getByRole('option', { selected: true }), 1);
    const icon = page.getByRole('option', { selected: true }).locator('svg');
    expect(await icon.evaluate((svg) => getComputedStyle(svg).fill)).toBe('none');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/connections');
  });

  check('66 what is typed right after Ctrl+K is in the bar', async (fixture) => {
    const page = await arrive(fixture, '/todolist');
    await page.evaluate(() => {
      const outside: string[] = [];
      Object.assign(window, { outside });
      new MutationObserver(() => {
        const dialog = document.querySelector('#panel-opening, #command-panel');
        if (dialog && !dialog.contains(document.activeElement)) outside.push(dialog.id);
      }).observe(document.body, { childList: true, subtree: true });
    });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('conexoes');
    await page.locator('#command-panel').waitFor();
    await holds(barOf(page), 'conexoes');
    expect(await page.evaluate(() => (window as unknown as { outside: string[] }).outside)).toEqual([]);
  });

  check(
    'Ctrl+K closes the bar, and opens it before the former one reports that it was closed',
    async (fixture) => {
      const page = await arrive(fixture, '/todolist');
      await openBar(page);
      await page.keyboard.press('Control+k');
      await barOf(page).waitFor({ state: 'detached' });
      await openBar(page);
      await page.locator('#command-panel').evaluate((dialog: HTMLDialogElement) => {
        dialog.close();
        const key = { key: 'k', ctrlKey: true, bubbles: true, cancelable: true };
        document.body.dispatchEvent(new KeyboardEvent('keydown', key));
      });
      await page.locator('#command-panel[open]').waitFor();
      await hasFocus(barOf(page));
    },
  );

  check('Ctrl+K opens a conversation in its place, and leads to contacts', async (fixture) => {
    const { uuid } = await customer(fixture, { name: 'Maria Souza', of: 'ana' });
    const page = await arrive(fixture, '/tickets');
    await page.evaluate(() => Object.assign(window, { stayed: true }));
    await openBar(page);
    await page.keyboard.type('maria so');
    await option(page, /Maria Souza/)
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await workspaceOf(page).field.waitFor();
    expect(page.url()).toContain(uuid);
    expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
    await workspaceOf(page).field.press('Control+k');
    await hasFocus(barOf(page));
    await page.keyboard.type('maria');
    await option(page, 'Procurar “maria” nos contatos').click();
    await page.waitForURL('**/contacts?searchParam=maria');
    await page.locator('#contact-rows').getByText('Maria Souza').waitFor();
  });

  check('Ctrl+K changes the open ticket by name, but not by Enter alone', async (fixture) => {
    await leadTo(fixture, 'Vendas');
    const { uuid } = await customer(fixture, { name: 'Verbo Lima', of: 'bia' });
    const page = await arrive(fixture, `/tickets/${uuid}`, 'bia');
    await isAlive(page, 'composer');
    await workspaceOf(page).action('resolve').click();
    await workspaceOf(page).pane.waitFor({ state: 'detached' });
    await page.goto(`/tickets/${uuid}`);
    await page.locator('#ticket-header [data-ticket-action="reopen"]').waitFor();
    await isAlive(page, 'ticket-list');
    await page.locator('[data-island="command-bar"][data-alive]').waitFor();
    await openBar(page);
    await option(page, 'Reabrir').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('reabr');
    await page.getByRole('option', { name: 'Reabrir', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await workspaceOf(page).action('resolve').waitFor();
    await isAlive(page, 'composer');
    await openBar(page);
    await page.keyboard.type('adiar');
    await page.getByRole('option', { name: 'Adiar', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('dialog[open]').getByText('Adiar').first().waitFor();
  });

  check('Ctrl+K transfers, snoozes and tags by name, and takes it back', async (fixture) => {
    const tag = { name: 'Cliente antigo', color: '#0f766e', kanban: false };
    await createTag(await scopeOf(fixture, 'bia'), tag);
    const { uuid } = await customer(fixture, { name: 'Alvo Lima', of: 'bia' });
    const page = await arrive(fixture, `/tickets/${uuid}`, 'bia');
    const workspace = workspaceOf(page);
    await isAlive(page, 'composer');
    await isAlive(page, 'ticket-list');
    const run = async (typed: string, name: string) => {
      await openBar(page);
      await page.keyboard.type(typed);
      await page.getByRole('option', { name, selected: true }).waitFor();
      await page.keyboard.press('Enter');
    };
    const header = page.locator('#ticket-header');
    await run('tag antig', 'Tag: adicionar Cliente antigo');
    await workspace.toast('Tag adicionada.').waitFor();
    await header.getByText('Cliente antigo').first().waitFor();
    await run('adiar amanh', 'Adiar até amanhã às 9:00');
    await workspace.toast('Atendimento adiado.').waitFor();
    await page.keyboard.press('Shift+Z');
    await page.goto(`/tickets/${uuid}`);
    await isAlive(page, 'composer');
    await page.locator('[data-island="command-bar"][data-alive]').waitFor();
    await run('transf sup', 'Transferir para a fila Suporte');
    await workspace.toast('Atendimento transferido.').waitFor();
    await workspace.pane.waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+Z');
    await workspace.row('Alvo Lima').waitFor();
  });

  check('Ctrl+K writes the command of a quick message into the empty composer', async (fixture) => {
    const message = 'Entregamos em 7 a 12 dias úteis.';
    await createQuickMessage(await scopeOf(fixture, 'bia'), {
      shortcode: 'prazo',
      message,
      geral: false,
      status: true,
    });
    const { uuid } = await customer(fixture, { name: 'Rápida Lima', of: 'bia' });
    const page = await arrive(fixture, `/tickets/${uuid}`, 'bia');
    await isAlive(page, 'composer');
    await openBar(page);
    await page.keyboard.type('/praz');
    await option(page, /^\/prazo/).waitFor();
    await page.keyboard.press('Enter');
    const { field } = workspaceOf(page);
    await hasFocus(field);
    expect(await field.inputValue()).toBe('/prazo');
    await option(page, /^\/prazo/).waitFor();
    await page.keyboard.press('Enter');
    await until('the text', async () => (await field.inputValue()) === message);
  });

  check('Ctrl+K finds a setting by what it is about, and a page by a mistyped word', async (fixture) => {
    const page = await arrive(fixture, '/todolist');
    await openBar(page);
    await page.keyboard.type('feriado');
    await page.getByRole('option', { name: 'Horários e feriados', selected: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: 'Horário de atendimento', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/settings#setting-scheduleType');
    await page.locator('[data-island="command-bar"][data-alive]').waitFor();
    await openBar(page);
    await page.keyboard.type('conetcos');
    await page.getByRole('option', { name: 'Contatos', selected: true }).waitFor();
  });

  check('Ctrl+K does small things: the theme, the profile, the keys', async (fixture) => {
    const page = await arrive(fixture, '/todolist');
    const run = async (command: string) => {
      await openBar(page);
      await page.keyboard.type(command);
      await page.keyboard.press('Enter');
      await barOf(page).waitFor({ state: 'detached' });
    };
    await run('tema');
    expect(await page.getAttribute('html', 'data-theme')).toBe('dark');
    expect(await page.evaluate(() => localStorage.getItem('preferredTheme'))).toBe('dark');
    await run('meu perfil');
    await page.getByRole('dialog', { name: 'Perfil' }).waitFor();
    await page.keyboard.press('Escape');
    await counts(page.locator('dialog[open]'), 0);
    await run('atalhos');
    await page.getByRole('dialog', { name: 'Atalhos de teclado' }).waitFor();
    await page.keyboard.press('Escape');
    await openBar(page);
    await page.keyboard.type('isto não existe em lugar nenhum');
    await page.keyboard.press('Escape');
    await barOf(page).waitFor({ state: 'detached' });
  });

  check(
    '37 j and k move through the list, Enter opens, r writes; Shift+A accepts, Shift+E resolves, Shift+Z takes it back',
    async (fixture) => {
      for (const name of ['Primeira', 'Segunda']) await customer(fixture, { name: `Fila ${name}` });
      const page = await arrive(fixture, '/tickets?status=pending');
      const workspace = workspaceOf(page);
      await workspace.row('Fila Primeira').waitFor();
      const focused = (name: string) =>
        until(`the focus on ${name}`, () =>
          workspace.row(name).evaluate((row) => row.contains(document.activeElement)),
        );
      await page.keyboard.press('j');
      await focused('Fila Primeira');
      await page.keyboard.press('j');
      await focused('Fila Segunda');
      await page.keyboard.press('k');
      await focused('Fila Primeira');
      await page.keyboard.press('Shift+A');
      await hasFocus(workspace.field);
      await page.keyboard.type('ae?jk');
      expect(await workspace.field.inputValue()).toBe('ae?jk');
      await workspace.action('resolve').waitFor();
      await counts(page.locator('dialog[open]'), 0);
      await workspace.field.fill('');
      await page.keyboard.press('Escape');
      await until(
        'no cursor',
        async () => !(await workspace.field.evaluate((one) => one === document.activeElement)),
      );
      await page.keyboard.press('Alt+e');
      await page.keyboard.press('Control+e');
      await page.keyboard.press('r');
      await hasFocus(workspace.field);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Shift+E');
      await workspace.pane.waitFor({ state: 'detached' });
      await workspace.tab('closed-tab');
      await workspace.row('Fila Primeira').waitFor();
      await page.keyboard.press('Shift+Z');
      await workspace.row('Fila Primeira').waitFor({ state: 'detached' });
      await workspace.tab('assigned');
      await workspace.row('Fila Primeira').waitFor();
    },
  );

  check('37 ? lists the keys, and not while a window is open; nothing wants Alt', async (fixture) => {
    const page = await arrive(fixture, '/tickets');
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Atalhos de teclado' });
    for (const command of ['Resolver o atendimento', 'Aceitar ou assumir o atendimento', 'Busca e comandos'])
      await help.getByText(command).waitFor();
    await page.keyboard.press('?');
    await counts(page.locator('dialog[open]'), 1);
    await page.keyboard.press('Escape');
    await counts(page.locator('dialog[open]'), 0);
    expect(await page.locator('[accesskey]').count()).toBe(0);
    const shortcuts = await page
      .locator('[aria-keyshortcuts]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-keyshortcuts') ?? ''));
    expect(shortcuts.filter((keys) => keys.includes('Alt'))).toEqual([]);
  });
});
