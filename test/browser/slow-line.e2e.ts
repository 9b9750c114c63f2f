import type { Page } from 'playwright-core';
import { customer } from './support/customers.ts';
import { counts, hasFocus, isAlive, workspaceOf } from './support/workspace.ts';
import { browserTests } from './support.ts';

/** Changes wait at a gate, so that what is seen meanwhile cannot be the server's answer. */
async function holdChanges(page: Page): Promise<() => Promise<void>> {
  const gate = Promise.withResolvers<void>();
  await page.route('**/*', async (route) => {
    if (route.request().method() !== 'GET') await gate.promise;
    await route.fallback();
  });
  return async () => {
    gate.resolve();
    await page.unroute('**/*');
  };
}

browserTests('while the server takes its time', { line: true }, (check) => {
  check('66 what is pressed answers at once: Aceitar, a text, Resolver', async (fixture) => {
    const { phone } = await customer(fixture, { name: 'Lenta Lima' });
    // A request of the service worker would pass by `page.route`.
    const { page, expectProblems } = await fixture.signIn('ana', { serviceWorkers: 'block' });
    expectProblems(/registration blocked/);
    const workspace = workspaceOf(page);
    await page.goto('/tickets?status=pending');
    await isAlive(page, 'ticket-list');

    let release = await holdChanges(page);
    await workspace.row('Lenta Lima').locator('[data-action="accept"]').click();
    await page.locator('#workspace-opening').getByText('Lenta Lima').waitFor();
    await release();
    await isAlive(page, 'composer');
    await hasFocus(workspace.field);

    release = await holdChanges(page);
    await workspace.write('já vejo');
    await workspace.ticks(workspace.bubble('já vejo'), 0).waitFor();
    await release();
    await phone.waitFor(({ text }) => text.includes('já vejo'));
    await workspace.ticks(workspace.bubble('já vejo'), 2, 3).waitFor();

    release = await holdChanges(page);
    await workspace.action('resolve').click();
    await counts(
      page.locator('#ticket-header [data-ticket-action="resolve"]:is([aria-busy="true"], :disabled)'),
      1,
    );
    await release();
    await workspace.pane.waitFor({ state: 'detached' });
  });
});
