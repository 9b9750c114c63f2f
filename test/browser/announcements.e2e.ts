import { expect } from 'bun:test';
import { PNG } from '../support/fixtures.ts';
import { setSuper } from '../support/people.ts';
import { inspectPage } from './support/accessibility.ts';
import { counts, workspaceOf } from './support/workspace.ts';
import { browserTests } from './support.ts';

browserTests('announcements', {}, (check) => {
  check('the platform writes, and an agent of another company sees it at once', async (fixture) => {
    await setSuper(fixture.dependencies.kernel, fixture.people, 'ana');
    const [ana, davi] = [await fixture.signIn('ana'), await fixture.signIn('davi')];
    await davi.page.goto('/tags');
    const { page } = ana;
    await page.goto('/announcements');
    await page.getByText('Nenhum informativo ainda').waitFor();
    await page.getByRole('button', { name: 'Adicionar informativo' }).click();
    const dialog = page.locator('dialog[open]');
    ana.expectProblems(/status of 422/);
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.getByText('Obrigatório').first().waitFor();
    await dialog.getByLabel('Título').fill('Manutenção');
    await dialog.getByLabel('Texto').fill('Hoje à noite.');
    await dialog.getByLabel('Prioridade').selectOption({ label: 'Alta' });
    const image = { name: 'aviso.png', mimeType: 'image/png', buffer: Buffer.from(PNG) };
    await dialog.locator('input[type=file]').setInputFiles(image);
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await workspaceOf(page).toast('Informativo criado com sucesso.').waitFor();
    const rows = page.locator('#announcement-rows tr[data-key]');
    await rows.getByText('aviso.png').waitFor();

    const bell = davi.page.getByRole('button', { name: 'Informativos' });
    await bell.getByText('1', { exact: true }).waitFor();
    await bell.click();
    const shown = davi.page.locator('#top-announcementsPopover');
    await shown.getByText('Hoje à noite.').waitFor();
    const picture = shown.locator('img');
    await picture.waitFor();
    expect(await picture.evaluate((img: HTMLImageElement) => fetch(img.src).then(({ ok }) => ok))).toBe(true);
    await counts(bell.getByText('1', { exact: true }), 0);
    await davi.page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Editar Manutenção' }).click();
    await dialog.getByRole('switch', { name: 'Ativo' }).uncheck();
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await rows.getByText('Inativo').waitFor();
    await bell.click();
    await shown.getByText('Nenhum informativo').waitFor();

    const found = await inspectPage(page, '/announcements');
    expect(found).toEqual([]);
    await page.getByRole('button', { name: 'Excluir Manutenção' }).click();
    await dialog.getByRole('button', { name: 'Excluir' }).click();
    await counts(rows, 0);
  });

  check('the platform writes to one of its companies by ticking it', async (fixture) => {
    await setSuper(fixture.dependencies.kernel, fixture.people, 'ana');
    const [ana, davi, bia] = [
      await fixture.signIn('ana'),
      await fixture.signIn('davi'),
      await fixture.signIn('bia'),
    ];
    for (const { page } of [davi, bia]) await page.goto('/tags');
    const { page } = ana;
    await page.goto('/settings/companies');
    await page.getByRole('button', { name: 'Várias de uma vez' }).click();
    const dialog = page.locator('dialog[open]');
    const boreal = dialog.getByRole('checkbox', { name: /Boreal/ });
    await boreal.check();
    await dialog.getByLabel('O que fazer').selectOption({ label: 'Anunciar' });
    await dialog.getByRole('button', { name: 'Aplicar' }).click();
    await dialog.getByLabel('Título').fill('Só vocês');
    expect(await boreal.isChecked()).toBe(true);
    const all = dialog.getByRole('switch', { name: 'Para todas as empresas' });
    await all.check();
    await counts(boreal.filter({ visible: true }), 0);
    await all.uncheck();
    await boreal.waitFor();
    await dialog.getByLabel('Texto').fill('Uma novidade.');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await workspaceOf(page).toast('Informativo criado com sucesso.').waitFor();
    const bell = (of: typeof page) => of.getByRole('button', { name: 'Informativos' });
    await bell(davi.page).getByText('1', { exact: true }).waitFor();
    await bell(bia.page).click();
    await bia.page.locator('#top-announcementsPopover').getByText('Nenhum informativo').waitFor();
    await page.goto('/announcements');
    await page.locator('#announcement-rows').getByText('1 empresa').waitFor();
    expect(await inspectPage(page, '/announcements')).toEqual([]);
  });

  check('others see that the page is not theirs, with a link home', async (fixture) => {
    const { page, expectProblems } = await fixture.signIn('bia');
    expectProblems(/status of 403/);
    await page.goto('/announcements');
    await page.locator('#toasts').getByText('Esta empresa não possui permissão').waitFor();
    await page.waitForURL('**/tickets');
  });
});
