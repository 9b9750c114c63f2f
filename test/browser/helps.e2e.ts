import { expect } from 'bun:test';
import { helps } from '@db/platform/schema/index.ts';
import { setSuper } from '../support/people.ts';
import { inspect } from './support/accessibility.ts';
import { counts, hasFocus, workspaceOf } from './support/workspace.ts';
import { browserTests } from './support.ts';

browserTests('help', {}, (check) => {
  check('a video is added by keys, watched by an agent, and deleted', async (fixture) => {
    const { kernel } = fixture.dependencies;
    await kernel.platform.write((tx) => tx.delete(helps));
    await setSuper(kernel, fixture.people, 'ana');
    const { page, expectProblems } = await fixture.signIn('ana');
    const agent = await fixture.signIn('bia');
    await agent.page.goto('/helps');
    await agent.page.getByText('Nenhum vídeo ainda').waitFor();

    await page.goto('/settings/helps');
    await page.getByRole('button', { name: 'Adicionar vídeo' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.locator('dialog[open]');
    await hasFocus(dialog.getByLabel('Título'));
    await page.keyboard.type('Primeiros passos');
    await page.keyboard.press('Tab');
    await page.keyboard.type('vimeo.com/1');
    expectProblems(/status of 422/);
    await page.keyboard.press('Enter');
    await dialog.getByText('Este não é um vídeo do YouTube').waitFor();
    await dialog.getByLabel('Código do vídeo').fill('https://youtu.be/M7lc1UVf-VE');
    await page.keyboard.press('Enter');
    await workspaceOf(page).toast('Operação realizada com sucesso!').waitFor();
    await counts(page.locator('#help-rows tr[data-key]'), 1);

    const met: string[] = [];
    await agent.page.route('https://www.youtube-nocookie.com/**', (route) => {
      met.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '<title>video</title>' });
    });
    await agent.page.getByRole('heading', { name: 'Ajuda (1)' }).waitFor();
    expect(met).toEqual([]);
    await agent.page.goto('/helps');
    await agent.page.getByRole('button', { name: 'Assistir Primeiros passos' }).click();
    await agent.page.frameLocator('iframe').locator('title').waitFor({ state: 'attached' });
    expect(met).toEqual(['https://www.youtube-nocookie.com/embed/M7lc1UVf-VE?autoplay=1&rel=0']);
    await agent.page.keyboard.press('Escape');
    await agent.page.locator('iframe').waitFor({ state: 'detached' });
    expect(await inspect(agent.page, 'help videos')).toEqual([]);

    await page.getByRole('button', { name: 'Excluir Primeiros passos' }).click();
    await dialog.getByText('Deseja realmente excluir esse registro?').waitFor();
    await dialog.getByRole('button', { name: 'Excluir' }).click();
    await agent.page.getByText('Nenhum vídeo ainda').waitFor();
  });
});
