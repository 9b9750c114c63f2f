import { expect } from 'bun:test';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { setSuper } from '../support/people.ts';
import { inspect } from './support/accessibility.ts';
import { workspaceOf } from './support/workspace.ts';
import { browserTests } from './support.ts';

const PASSPHRASE = 'doze letras ou mais';
const dialogOf = (page: Page) => page.locator('dialog[open]').last();

browserTests('a company leaves as a file and comes in as one', {}, (check) => {
  check('its administrator exports it, and the platform’s imports what came out', async (fixture) => {
    const ana = await fixture.signIn('ana');
    const { page } = ana;
    ana.expectProblems(/status of 422/);
    await page.goto('/settings');
    await page.getByRole('link', { name: 'Exportar', exact: true }).click();
    await page.getByRole('button', { name: 'Exportar a empresa' }).click();
    await dialogOf(page).getByText('Incluir as conexões').click();
    await dialogOf(page).getByRole('button', { name: 'Exportar', exact: true }).click();
    await dialogOf(page).getByText('defina uma frase secreta').waitFor();
    await dialogOf(page).getByLabel('Frase secreta').fill(PASSPHRASE);
    await dialogOf(page).getByRole('button', { name: 'Exportar', exact: true }).click();
    await workspaceOf(page).toast('Exportação iniciada.').waitFor();
    const row = page.locator('#export-rows tr[data-key]');
    await row.getByText('Pronto').waitFor({ timeout: 60_000 });
    await row.getByText('Criptografado, com as chaves').waitFor();
    expect(await inspect(page, 'exports', async () => undefined)).toEqual([]);
    const coming = page.waitForEvent('download');
    await row.getByRole('link', { name: 'Baixar' }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toMatch(/^empresa-\d{4}-\d\d-\d\d\.balcao$/);
    const path = await download.path();

    await setSuper(fixture.dependencies.kernel, fixture.people, 'davi');
    const davi = await fixture.signIn('davi');
    await davi.page.goto('/settings/companies');
    await davi.page.getByRole('link', { name: 'Importar empresa' }).click();
    await davi.page.getByRole('button', { name: 'Enviar arquivo' }).click();
    const name = 'Aurora do servidor antigo.balcao';
    await dialogOf(davi.page)
      .locator('input[type=file]')
      .setInputFiles([{ name, mimeType: 'application/octet-stream', buffer: readFileSync(path) }]);
    await dialogOf(davi.page).getByRole('button', { name: 'Enviar', exact: true }).click();
    await workspaceOf(davi.page).toast('Arquivo recebido.').waitFor();
    const tryIt = async (passphrase: string) => {
      await davi.page.getByRole('button', { name: `Conferir ${name}` }).click();
      await dialogOf(davi.page).getByLabel('Frase secreta').fill(passphrase);
      await dialogOf(davi.page).getByRole('button', { name: 'Conferir', exact: true }).click();
    };
    const panel = davi.page.locator('#import-state');
    await tryIt('outra frase comprida');
    await panel.getByText('A frase secreta não abre este arquivo.').waitFor({ timeout: 60_000 });
    await panel.getByRole('button', { name: 'Fechar' }).click();
    await tryIt(PASSPHRASE);
    await panel.getByText('Aurora foi conferida e pode ser importada').waitFor({ timeout: 60_000 });
    await panel.getByText('Já existe aqui uma empresa chamada Aurora').waitFor();
    expect(await inspect(davi.page, 'import', async () => undefined)).toEqual([]);
    davi.expectProblems(/status of 422/);
    await panel.getByRole('button', { name: 'Importar a empresa' }).click();
    await dialogOf(davi.page).getByRole('button', { name: 'Importar a empresa' }).click();
    await dialogOf(davi.page).getByText('Já existe uma empresa com este nome').waitFor();
    await dialogOf(davi.page).getByLabel('Nome da empresa neste servidor').fill('Aurora 2');
    await dialogOf(davi.page).getByRole('button', { name: 'Importar a empresa' }).click();
    await panel.getByText('Aurora 2 foi importada').waitFor();
    await panel.getByRole('link', { name: 'Abrir a empresa' }).click();
    await davi.page.waitForURL(/companies\/\d+$/);
    expect(await davi.page.locator('[name=name]').inputValue()).toBe('Aurora 2');
  });
});
