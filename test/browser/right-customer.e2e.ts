import { expect } from 'bun:test';
import { tickets } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Locator, Page } from 'playwright-core';
import { type Customer, customer } from './support/customers.ts';
import { withoutPrefetch } from './support/slow-line.ts';
import { hasFocus, workspaceOf } from './support/workspace.ts';
import { browserTests, type Fixture } from './support.ts';

async function closedOf(fixture: Fixture, people: Customer[]): Promise<number[]> {
  const scope = await fixture.scope();
  const rows = await scope.db.select().from(tickets).where(eq(tickets.status, 'closed'));
  const ids = people.map(({ ticketId }) => ticketId);
  return rows.map(({ id }) => id).filter((id) => ids.includes(id));
}

async function settled(page: Page, { uuid }: Pick<Customer, 'uuid'>): Promise<void> {
  await page.waitForFunction((wanted) => {
    const pane = document.querySelector<HTMLElement>('#workspace-pane');
    if (!pane || pane.inert) return false;
    const shown = pane.querySelector<HTMLElement>('[data-pane]');
    return (
      !shown || (shown.dataset.pane === wanted && !pane.querySelector('[data-island]:not([data-alive])'))
    );
  }, uuid);
}

async function centerOf(button: Locator): Promise<{ x: number; y: number }> {
  const box = await button.boundingBox();
  if (!box) throw new Error('the button is not shown');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

browserTests('the customer that was meant', { line: true }, (check) => {
  check('61 Resolver while the next conversation loads does nothing to the former one', async (fixture) => {
    const camila = await customer(fixture, { name: 'Camila Cinco', of: 'ana' });
    const joao = await customer(fixture, { name: 'João Cinco', of: 'ana' });
    const { page } = await fixture.signIn('ana');
    const changes: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') changes.push(request.url());
    });
    await withoutPrefetch(page);
    const workspace = workspaceOf(page);
    await page.goto('/tickets');
    await workspace.open('Camila Cinco');
    await settled(page, camila);
    const center = await centerOf(workspace.pane.locator('[data-ticket-action="resolve"]'));
    const wanted = Promise.withResolvers<void>();
    await page.route(`**/tickets/${joao.uuid}`, async (route) => {
      await wanted.promise;
      await route.continue();
    });
    await workspace.row('João Cinco').locator('[data-open]').click();
    await page.mouse.click(center.x, center.y);
    await page.keyboard.press('Shift+E');
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('Shift+E');
    wanted.resolve();
    await settled(page, joao);
    expect(await workspace.pane.getAttribute('data-pane')).toBe(joao.uuid);
    expect(changes).toEqual([]);
    expect(await closedOf(fixture, [camila, joao])).toEqual([]);
  });

  check('61 what is typed while Accept is on its way is for the accepted ticket', async (fixture) => {
    const maria = await customer(fixture, { name: 'Maria Seis' });
    const { page } = await fixture.signIn('ana');
    const workspace = workspaceOf(page);
    await page.goto('/tickets');
    await workspace.tab('pending');
    const wanted = Promise.withResolvers<void>();
    await page.route(`**/api/tickets/${maria.ticketId}`, async (route) => {
      await wanted.promise;
      await route.continue();
    });
    await workspace.row('Maria Seis').locator('[data-action="accept"]').click();
    const field = page.locator('#workspace-opening textarea');
    await hasFocus(field);
    await page.keyboard.type('bom dia, Maria');
    await page.keyboard.press('Enter');
    expect(await field.inputValue()).toBe('bom dia, Maria');
    wanted.resolve();
    await settled(page, maria);
    await hasFocus(workspace.field);
    expect(await workspace.field.inputValue()).toBe('bom dia, Maria');
    await page.keyboard.press('Enter');
    await maria.phone.waitFor(({ text }) => text.includes('bom dia, Maria'));
  });

  check(
    '61 what is typed after Accept counts while the script that accepts is still loading',
    async (fixture) => {
      const maria = await customer(fixture, { name: 'Maria Oito' });
      const { page } = await fixture.signIn('ana');
      const workspace = workspaceOf(page);
      const wanted = Promise.withResolvers<void>();
      await page.route('**/build/surroundings-*.js', async (route) => {
        await wanted.promise;
        await route.continue();
      });
      await page.goto('/tickets');
      await workspace.tab('pending');
      await workspace.row('Maria Oito').locator('[data-action="accept"]').click();
      await page.keyboard.type('já vou ver');
      wanted.resolve();
      await settled(page, maria);
      await hasFocus(workspace.field);
      expect(await workspace.field.inputValue()).toBe('já vou ver');
    },
  );

  for (const script of ['client', 'boot'])
    check(`61 Accept in the header counts while ${script}.js is still loading`, async (fixture) => {
      const maria = await customer(fixture, { name: `Maria ${script}` });
      const { page } = await fixture.signIn('ana');
      const wanted = Promise.withResolvers<void>();
      await page.route(`**/build/${script}-*.js`, async (route) => {
        await wanted.promise;
        await route.continue();
      });
      const accepted = page.waitForResponse((answer) => answer.request().method() === 'PUT');
      await page.goto(`/tickets/${maria.uuid}`, { waitUntil: 'commit' });
      await page.waitForFunction(() => document.readyState !== 'loading');
      await page.locator('#ticket-header [data-ticket-action="accept"]').click();
      wanted.resolve();
      expect((await accepted).status()).toBe(200);
      await settled(page, maria);
      await page.locator('#ticket-header [data-ticket-action="resolve"]').waitFor();
    });

  check('61 an accepted ticket does not take the screen from the one opened meanwhile', async (fixture) => {
    const camila = await customer(fixture, { name: 'Camila Sete', of: 'ana' });
    const maria = await customer(fixture, { name: 'Maria Sete' });
    const { page } = await fixture.signIn('ana');
    const workspace = workspaceOf(page);
    await page.goto('/tickets');
    await workspace.tab('pending');
    const wanted = Promise.withResolvers<void>();
    await page.route(`**/api/tickets/${maria.ticketId}`, async (route) => {
      await wanted.promise;
      await route.continue();
    });
    await workspace.row('Maria Sete').locator('[data-action="accept"]').click();
    await page.keyboard.type('para a Maria');
    await workspace.tab('assigned');
    await workspace.row('Camila Sete').locator('[data-open]').click();
    await page.keyboard.type('para a ');
    await settled(page, camila);
    const answered = page.waitForResponse((reply) => reply.url().endsWith(`/api/tickets/${maria.ticketId}`));
    wanted.resolve();
    await answered;
    await workspace.row('Maria Sete').waitFor();
    await page.keyboard.type('Camila');
    expect(await workspace.pane.getAttribute('data-pane')).toBe(camila.uuid);
    expect(await workspace.field.inputValue()).toBe('para a Camila');
    await workspace.row('Maria Sete').getByText('para a Maria').waitFor();
  });
});
