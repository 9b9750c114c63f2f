import { expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { createCampaign } from '@/modules/campaigns/campaigns.service.ts';
import { createTag } from '@/modules/tags/tags.service.ts';
import { syncTicketTags } from '@/modules/tickets/work/ticket-tags.service.ts';
import { campaignPaths, paths, queuePaths } from '@/paths.ts';
import { ticketPath } from '@/ticket-path.ts';
import { axTree, treeFaults } from './support/ax-tree.ts';
import { customer, scopeOf } from './support/customers.ts';
import { type Furnished, furnish } from './support/furnish.ts';
import { areAlive } from './support/screens.ts';
import { slowLine, withoutPrefetch } from './support/slow-line.ts';
import { workspaceOf } from './support/workspace.ts';
import { browserTests, type Fixture, until } from './support.ts';

async function furnishRows(fixture: Fixture): Promise<Furnished> {
  const furnished = await furnish(fixture);
  await customer(fixture, { name: 'Dona Célia' });
  const ana = await scopeOf(fixture, 'ana');
  for (const [at, name] of ['Novidades de março', 'Aviso de férias'].entries())
    await createCampaign(ana, { name, message1: `Olá! (${at})` });
  for (const name of ['Orçamento', 'Entrega']) {
    const { id } = await createTag(ana, { name, color: '#1f7a1f', kanban: true });
    const { ticketId } = await customer(fixture, { name: `Cliente ${name}`, of: 'ana' });
    await syncTicketTags(ana, { ticketId, tags: [{ id }] });
  }
  return furnished;
}

const screens: [name: string, path: (things: Furnished) => string][] = [
  ['the conversation', ({ talk }) => ticketPath(talk)],
  ['waiting tickets', () => '/tickets?status=pending'],
  ['contacts', () => paths.contacts()],
  ['campaigns', () => campaignPaths.list()],
  ['queues', () => queuePaths.list()],
  ['users', () => paths.users()],
  ['the dashboard', () => paths.home()],
  ['the kanban board', () => paths.kanban()],
  ['settings', () => paths.settings()],
  ['connections', () => paths.connections()],
];

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await until('living islands', () => page.evaluate(areAlive));
}

browserTests('accessibility trees', { line: true }, (check) => {
  let furnished: Furnished | undefined;
  for (const [name, pathOf] of screens)
    check(name, async (fixture) => {
      furnished ??= await furnishRows(fixture);
      const { page } = await fixture.signIn('ana');
      const found: string[] = [];
      for (const [width, height] of [
        [1440, 900],
        [360, 740],
      ] as const) {
        await page.setViewportSize({ width, height });
        await open(page, pathOf(furnished));
        const tree = await axTree(page);
        expect(tree.length).toBeGreaterThan(40);
        found.push(
          ...treeFaults(tree, width < 768 ? ['main'] : ['main', 'navigation', 'banner']).map(
            (fault) => `${width} px: ${fault}`,
          ),
        );
      }
      expect(found).toEqual([]);
    });

  check('the conversation is a landmark with the name of its customer', async (fixture) => {
    furnished ??= await furnishRows(fixture);
    const { page } = await fixture.signIn('ana');
    await open(page, ticketPath(furnished.talk));
    const regions = async () =>
      (await axTree(page))
        .filter(({ role, name }) => role === 'region' && name !== '')
        .map(({ name }) => name);
    expect(await regions()).toContain('Maria Aparecida');
    await withoutPrefetch(page);
    await slowLine(page, 1500);
    await workspaceOf(page).row('Cliente Entrega').click();
    await page.locator('#workspace-opening').waitFor();
    expect(await regions()).toContain('Cliente Entrega');
    await page.locator('#workspace-opening').waitFor({ state: 'hidden' });
    expect(await regions()).toContain('Cliente Entrega');
  });

  check('a document is read by its whole name', async (fixture) => {
    furnished ??= await furnishRows(fixture);
    const { page } = await fixture.signIn('ana');
    await open(page, ticketPath(furnished.talk));
    const link = (await axTree(page)).find(({ role, name }) => role === 'link' && name.includes('trato.pdf'));
    expect(link?.name).toStartWith('contrato.pdf ');
  });

  check('the sign-in page', async ({ visit }) => {
    const { page } = await visit();
    await page.goto('/login');
    expect(treeFaults(await axTree(page), ['main'])).toEqual([]);
    await page.evaluate(() => {
      const rows = ['Loja', 'Filial'].map(
        (name) => `<tr><td>${name}</td><td><button>Editar</button><button></button></td></tr>`,
      );
      const again = '<h1>Outra vez</h1><nav></nav><nav></nav>';
      document
        .querySelector('main')
        ?.insertAdjacentHTML(
          'beforeend',
          `${again}<table><tr><th>Nome</th><th>Ações</th></tr>${rows.join('')}</table>`,
        );
    });
    const faults = treeFaults(await axTree(page), ['main', 'search']).map((fault) => fault.split(' in ')[0]);
    expect(faults).toEqual([
      'a button without a name',
      'a button without a name',
      '2 first headings: Que bom ver você,Outra vez',
      'no search',
      'two landmarks navigation “”',
      '2 times button “Editar”',
      '2 times button “”',
      '“Editar” does not name its row “Loja”',
      '“” does not name its row “Loja”',
      '“Editar” does not name its row “Filial”',
      '“” does not name its row “Filial”',
    ]);
  });
});
