import { expect } from 'bun:test';
import { tags } from '@db/tenant/schema/index.ts';
import type { Page } from 'playwright-core';
import { searchable } from '@/core/db/search.ts';
import { emailOf, PASSWORD } from '../support/people.ts';
import { inspect } from './support/accessibility.ts';
import { counts, workspaceOf } from './support/workspace.ts';
import { browserTests, until } from './support.ts';

const rows = (page: Page) => page.locator('#tag-rows tr[data-key]');
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name });
const dialogOf = (page: Page) => page.locator('dialog[open]');

async function openNew(page: Page) {
  await page.getByRole('button', { name: 'Adicionar tag' }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Nome').waitFor();
  return dialog;
}

async function logIn(page: Page): Promise<void> {
  await page.waitForURL('**/login*');
  await page.getByLabel('E-mail').fill(emailOf('ana'));
  await page.locator('[name=password]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Entrar' }).click();
}

browserTests('tags', {}, (check) => {
  check(
    'add, edit and delete, seen at once by everybody; a refusal, a lost network, a reload and a lost session keep what was typed',
    async ({ signIn }) => {
      const ana = await signIn('ana');
      const { page } = ana;
      await page.goto('/tags');
      await page.getByText('Nenhuma tag ainda').waitFor();

      const dialog = await openNew(page);
      await dialog.getByLabel('Nome').fill('VI');
      await dialog.getByRole('radio').nth(7).check();
      const color = await dialog.getByRole('radio').nth(7).getAttribute('value');
      ana.expectProblems(/status of 422/);
      await page.keyboard.press('Enter');
      await dialog.getByText('Mensagem muito curta').waitFor();
      expect(await dialog.getByLabel('Nome').inputValue()).toBe('VI');
      expect(await dialog.locator('[name=color]:checked').getAttribute('value')).toBe(color);
      await dialog.getByLabel('Nome').fill('VIP');
      await dialog.getByRole('switch', { name: 'Kanban' }).check();
      const isThere = async () => {
        expect(await dialog.getByLabel('Nome').inputValue()).toBe('VIP');
        expect(await dialog.getByRole('switch', { name: 'Kanban' }).isChecked()).toBe(true);
        expect(await dialog.locator('[name=color]:checked').getAttribute('value')).toBe(color);
      };
      ana.expectProblems(
        /ERR_INTERNET_DISCONNECTED|Failed to fetch|status of 401|HTTP Authentication failed/,
      );
      await ana.context.setOffline(true);
      await page.keyboard.press('Enter');
      await workspaceOf(page).toast('Sem conexão com o servidor.').waitFor();
      await isThere();
      await ana.context.setOffline(false);
      await page.reload();
      await workspaceOf(page).toast('O que você tinha escrito foi recuperado.').waitFor();
      await isThere();
      await signIn('ana');
      await logIn(page);
      await page.waitForURL('**/tags');
      await dialog.waitFor();
      await isThere();
      await page.goBack();
      await dialog.waitFor({ state: 'detached' });
      expect(new URL(page.url()).pathname).toBe('/tags');
      await page.reload();
      await rows(page).first().or(page.getByText('Nenhuma tag ainda')).waitFor();
      // After being offline on an emulated slow line, Chromium loses the cookies of all pages that are open.
      const bia = await signIn('bia');
      await bia.page.goto('/tags');
      await bia.page.getByText('Nenhuma tag ainda').waitFor();
      await openNew(page);
      expect(await dialog.getByLabel('Nome').inputValue()).toBe('');
      await dialog.getByLabel('Nome').fill('VIP');
      await dialog.getByRole('switch', { name: 'Kanban' }).check();
      await dialog.getByRole('button', { name: 'Salvar' }).click();
      await dialog.waitFor({ state: 'detached' });
      await workspaceOf(page).toast('Tag criada com sucesso.').waitFor();
      await rowOf(page, 'VIP').getByText('Kanban').waitFor();
      await rowOf(bia.page, 'VIP').waitFor();

      const again = await openNew(page);
      await again.getByLabel('Nome').fill('vip');
      await again.getByRole('button', { name: 'Salvar' }).click();
      await again.getByText('Já existe uma tag com este nome.').waitFor();
      await page.keyboard.press('Escape');
      await again.waitFor({ state: 'detached' });

      await page.getByRole('button', { name: 'Editar VIP' }).click();
      await dialog.getByLabel('Nome').fill('Muito importante');
      await dialog.getByRole('button', { name: 'Salvar' }).click();
      await rowOf(bia.page, 'Muito importante').waitFor();
      await page.getByRole('button', { name: 'Excluir Muito importante' }).click();
      await dialog.getByText('Deseja realmente excluir este registro?').waitFor();
      await dialog.getByRole('button', { name: 'Excluir' }).click();
      await bia.page.getByText('Nenhuma tag ainda').waitFor();
      await page.getByText('Nenhuma tag ainda').waitFor();
    },
  );

  check('53 a save that finds the session lost keeps what was typed', async ({ signIn }) => {
    const { page, context, expectProblems } = await signIn('ana');
    await page.goto('/tags');
    const dialog = await openNew(page);
    await dialog.getByLabel('Nome').fill('Sem sessão');
    // On a slow line the page's own reads may still be on their way.
    expectProblems(/status of 401/);
    await context.clearCookies({ name: 'sid' });
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await logIn(page);
    await page.waitForURL('**/tags');
    await dialog.waitFor();
    expect(await dialog.getByLabel('Nome').inputValue()).toBe('Sem sessão');
  });

  check('69 the count of a tag leads to its tickets', async (fixture) => {
    const added = { name: 'Montagem', searchName: 'montagem', color: '#1f7a1f' };
    const [tag] = await (await fixture.scope()).write((tx) => tx.db.insert(tags).values(added).returning());
    const { page } = await fixture.signIn('ana');
    await page.goto('/tags');
    await rowOf(page, 'Montagem').getByRole('link', { name: 'Montagem, Atendimentos: 0' }).click();
    await page.waitForURL('**/tickets?*');
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('searchParam'), searchParams.get('tags')]).toEqual(['', `[${tag?.id}]`]);
    await page.locator('[data-tab="search-tab"][aria-pressed="true"]').waitFor();
  });

  check('55 of two people in one form the later sees what has changed, and decides', async (fixture) => {
    await (await fixture.scope()).write((tx) =>
      tx.db.insert(tags).values({ name: 'Garantia', searchName: searchable('Garantia'), color: '#1f7a1f' }),
    );
    const [ana, rui] = [await fixture.signIn('ana'), await fixture.signIn('rui')];
    for (const { page } of [ana, rui]) {
      await page.goto('/tags');
      await page.getByRole('button', { name: 'Editar Garantia' }).click();
      await dialogOf(page).getByLabel('Nome').waitFor();
    }
    const [hers, his] = [dialogOf(ana.page), dialogOf(rui.page)];
    await his.getByLabel('Nome').fill('Troca');
    await his.getByRole('switch', { name: 'Kanban' }).check();
    await rui.page.keyboard.press('Enter');
    await rowOf(ana.page, 'Troca').waitFor();
    ana.expectProblems(/status of 422/);
    await hers.getByLabel('Nome').fill('Garantia estendida');
    await ana.page.keyboard.press('Enter');
    const alert = hers.getByRole('alert');
    await alert.getByText('alguém mudou').waitFor();
    expect(await alert.getByRole('listitem').allTextContents()).toEqual([
      'Nome: agora “Troca”',
      'Kanban: agora “ligado”',
    ]);
    expect(await hers.getByLabel('Nome').inputValue()).toBe('Garantia estendida');
    expect(await hers.getByRole('switch', { name: 'Kanban' }).isChecked()).toBe(true);
    expect(await inspect(ana.page, 'a form that somebody saved', undefined, true)).toEqual([]);
    await hers.getByRole('button', { name: 'Salvar' }).click();
    await rowOf(rui.page, 'Garantia estendida').getByText('Kanban').waitFor();
    await (await fixture.scope()).write((tx) => tx.db.delete(tags));
  });

  check('the kanban switch, edit and delete are for supervisors and administrators', async ({ signIn }) => {
    const bia = await signIn('bia');
    await bia.page.goto('/tags');
    const hers = await openNew(bia.page);
    expect(await hers.getByRole('switch', { name: 'Kanban' }).count()).toBe(0);
    await hers.getByLabel('Nome').fill('Da Bia');
    await bia.page.keyboard.press('Enter');
    await rowOf(bia.page, 'Da Bia').waitFor();
    expect(await rows(bia.page).getByRole('button').count()).toBe(0);
    const rui = await signIn('rui');
    await rui.page.goto('/tags');
    const his = await openNew(rui.page);
    expect(await his.getByRole('switch', { name: 'Kanban' }).count()).toBe(1);
    await rui.page.getByRole('button', { name: 'Cancelar' }).click();
    expect(await rui.page.getByRole('button', { name: 'Editar Da Bia' }).count()).toBe(1);
  });

  check('a hundred tags come as the page is scrolled; search finds without accents', async (fixture) => {
    const scope = await fixture.scope();
    await scope.write(async (tx) => {
      for (let n = 1; n <= 100; n += 1) {
        const name = `Opção ${String(n).padStart(3, '0')}`;
        await tx.db.insert(tags).values({ name, searchName: searchable(name), color: '#1F7A1F' });
      }
    });
    const { page } = await fixture.signIn('ana');
    await page.goto('/tags');
    const first = await rows(page).count();
    expect(first).toBe(40);
    for (const wanted of [80, 101]) {
      await rows(page).last().scrollIntoViewIfNeeded();
      await until(`${wanted} rows`, async () => (await rows(page).count()) >= wanted);
    }
    await counts(rows(page), 101);
    const keys = await rows(page).evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset.key));
    expect(new Set(keys).size).toBe(101);

    await page.getByRole('searchbox').fill('opcao 07');
    await counts(rows(page), 10);
    expect(page.url()).toContain('searchParam=opcao');
    await page.reload();
    await counts(rows(page), 10);
    await page.getByRole('searchbox').fill('nada disso');
    await page.getByText('Nenhum registro encontrado').waitFor();
  });
});
