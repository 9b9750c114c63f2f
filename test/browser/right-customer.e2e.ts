import { expect } from 'bun:test';
import { tickets } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Locator, Page } from 'playwright-core';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { type Customer, customer, scopeOf } from './support/customers.ts';
import { withoutPrefetch } from './support/slow-line.ts';
import { counts, hasFocus, isAlive, reads, workspaceOf } from './support/workspace.ts';
import { browserTests, type Fixture, until } from './support.ts';

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
  check('a change of the ticket while its conversation is on its way is in its header', async (fixture) => {
    const { uuid, ticketId } = await customer(fixture, { name: 'Vera Lenta', of: 'ana' });
    const { page } = await fixture.signIn('ana');
    await withoutPrefetch(page);
    await page.goto('/tickets');
    const workspace = workspaceOf(page);
    await workspace.row('Vera Lenta').waitFor();
    await isAlive(page, 'ticket-list');
    const scope = await scopeOf(fixture, 'ana');
    await page.route(`**/tickets/${uuid}`, async (route) => {
      const response = await route.fetch();
      await patchTicket(scope, { ticketId, status: 'closed' });
      await workspace.row('Vera Lenta').waitFor({ state: 'detached' });
      await route.fulfill({ response });
    });
    await workspace.open('Vera Lenta');
    await workspace.action('reopen').waitFor();
    expect(await workspace.action('resolve').count()).toBe(0);
  });

  check(
    '44 an undo of Aceitar leaves the conversation unread, although its pane has read it',
    async (fixture) => {
      const { phone, ticketId } = await customer(fixture, { name: 'Leda Lida' });
      const { page } = await fixture.signIn('ana');
      const workspace = workspaceOf(page);
      await page.goto('/tickets?status=pending');
      await isAlive(page, 'ticket-list');
      const unread = workspace.row('Leda Lida').locator('.count-badge [aria-hidden]');
      await reads(unread, '1');
      const read = page.waitForResponse(`**/tickets/${ticketId}/read`);
      await workspace.accept('Leda Lida');
      await read;
      await page.locator('#toasts .toast-undo').click();
      await workspace.toast('Desfeito.').waitFor();
      await workspace.action('accept').waitFor();
      await workspace.tab('pending');
      await reads(unread, '1');
      const readAgain = page.waitForResponse(`**/tickets/${ticketId}/read`);
      await phone.send(fixture.owner, { text: 'Alguém aí?' });
      await readAgain;
      await workspace.bubble('Alguém aí?').waitFor();
      await reads(unread, '2');
    },
  );

  check('44 a conversation that comes after the undo of Aceitar is not read', async (fixture) => {
    const { ticketId, uuid } = await customer(fixture, { name: 'Nilo Novo' });
    const { page } = await fixture.signIn('ana');
    const workspace = workspaceOf(page);
    await page.goto('/tickets?status=pending');
    await isAlive(page, 'ticket-list');
    const undone = Promise.withResolvers<void>();
    await withoutPrefetch(page);
    await page.route(`**/tickets/${uuid}`, async (route) => {
      if (!route.request().headers()['hx-source']) return route.fallback();
      const response = await route.fetch();
      await undone.promise;
      await route.fulfill({ response });
    });
    const read = page.waitForResponse(`**/tickets/${ticketId}/read`);
    await workspace.row('Nilo Novo').locator('[data-action="accept"]').click();
    await page.locator('#toasts .toast-undo').click();
    await workspace.toast('Desfeito.').waitFor();
    undone.resolve();
    await read;
    await workspace.action('accept').waitFor();
    await isAlive(page, 'composer');
    await until('a closed field', () => workspace.field.isDisabled());
    await workspace.tab('pending');
    await reads(workspace.row('Nilo Novo').locator('.count-badge [aria-hidden]'), '1');
  });

  check('the header shows the last of two changes while it was on its way for the first', async (fixture) => {
    const { uuid, ticketId } = await customer(fixture, { name: 'Vilma Lenta', of: 'ana' });
    const { page } = await fixture.signIn('ana');
    const workspace = workspaceOf(page);
    await page.goto(`/tickets/${uuid}`);
    await isAlive(page, 'ticket-list');
    await workspace.row('Vilma Lenta').waitFor();
    const scope = await scopeOf(fixture, 'ana');
    const asked = Promise.withResolvers<void>();
    let headers = 0;
    await page.route(`**/tickets/${uuid}/header`, async (route) => {
      headers += 1;
      const response = await route.fetch();
      if (headers > 1) return route.fulfill({ response });
      await workspace.row('Vilma Lenta').waitFor({ state: 'detached' });
      const userId = fixture.people.userId.ana;
      await patchTicket(scope, { ticketId, status: 'open', userId });
      await workspace.row('Vilma Lenta').waitFor();
      await route.fulfill({ response });
      asked.resolve();
    });
    await patchTicket(scope, { ticketId, status: 'closed' });
    await asked.promise;
    await until('a second header', async () => headers > 1);
    await page.unrouteAll({ behavior: 'wait' });
    await counts(workspace.action('reopen'), 0);
    await workspace.action('resolve').first().waitFor();
  });

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
