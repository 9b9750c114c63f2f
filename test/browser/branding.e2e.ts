import { expect } from 'bun:test';
import { logos, platformSettings } from '@db/platform/schema/index.ts';
import { setSuper } from '../support/people.ts';
import { inspect } from './support/accessibility.ts';
import { workspaceOf } from './support/workspace.ts';
import { browserTests } from './support.ts';

const LOGO = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><path fill="#1d4ed8" d="M0 0h40v10H0z"/></svg>',
);

browserTests('the platform’s look', {}, (check) => {
  check('a logo, a name and a colour are shown at once, and a bad one keeps the form', async (fixture) => {
    const { kernel } = fixture.dependencies;
    await setSuper(kernel, fixture.people, 'ana');
    const { page, expectProblems } = await fixture.signIn('ana');
    await page.goto('/settings/look');
    expectProblems(/status of 422/);
    await page.getByRole('button', { name: 'Enviar logotipo' }).click();
    await page.getByText('Escolha um destino!').waitFor();
    await page.getByLabel('Destino').selectOption({ label: 'Área interna' });
    await page.getByRole('button', { name: 'Enviar logotipo' }).click();
    await page.getByText('Escolha um arquivo!').waitFor();
    expect(await page.getByLabel('Destino').inputValue()).toBe('interno');
    const file = page.locator('input[type=file]');
    await file.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: LOGO });
    await page.getByRole('button', { name: 'Enviar logotipo' }).click();
    await workspaceOf(page).toast('Arquivo enviado com sucesso!').waitFor();
    const shown = page.locator('#menu .side-brand img');
    await shown.waitFor();
    expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

    await page.getByLabel('Nome do produto').fill('Atende Já');
    await page.getByLabel('Cor principal').fill('#1d4ed8');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.title.endsWith('Atende Já'));
    expect(await inspect(page, 'the look')).toEqual([]);
    await kernel.platform.write(async (tx) => {
      await tx.delete(logos);
      await tx.delete(platformSettings);
    });
  });
});
