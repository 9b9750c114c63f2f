import { expect } from 'bun:test';
import { tickets } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Locator, Page } from 'playwright-core';
import { type Customer, customer } from './support/customers.ts';
import { deskOf, hasFocus } from './support/desk.ts';
import { withoutPrefetch } from './support/slow-line.ts';
import { browserTests, type Stage } from './support.ts';

async function closedOf(stage: Stage, people: Customer[]): Promise<number[]> {
  const scope = await stage.scope();
  const rows = await scope.db.select().from(tickets).where(eq(tickets.status, 'closed'));
  const ids = people.map(({ ticketId }) => ticketId);
  return rows.map(({ id }) => id).filter((id) => ids.includes(id));
}

/** Shown with all its scripts, or resolved. */
async function settled(page: Page, { uuid }: Pick<Customer, 'uuid'>): Promise<void> {
  await page.waitForFunction((wanted) => {
    const pane = document.querySelector<HTMLElement>('#desk-pane');
    if (!pane || pane.inert) return false;
    const shown = pane.querySelector<HTMLElement>('[data-pane]');
    return (
      !shown || (shown.dataset.pane === wanted && !pane.querySelector('[data-island]:not([data-alive])'))
    );
  }, uuid);
}

async function placeOf(button: Locator): Promise<{ x: number; y: number }> {
  const box = await button.boundingBox();
  if (!box) throw new Error('the button is not shown');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

browserTests('the customer that was meant', { line: true }, (check) => {
  check('61 Resolver while the next conversation loads does nothing to the former one', async (stage) => {
    const camila = await customer(stage, { name: 'Camila Cinco', of: 'ana' });
    const joao = await customer(stage, { name: 'João Cinco', of: 'ana' });
    const { page } = await stage.signIn('ana');
    const changes: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') changes.push(request.url());
    });
    await withoutPrefetch(page);
    const desk = deskOf(page);
    await page.goto('/tickets');
    await desk.open('Camila Cinco');
    await settled(page, camila);
    const place = await placeOf(desk.pane.locator('[data-ticket-action="resolve"]'));
    const wanted = Promise.withResolvers<void>();
    await page.route(`**/tickets/${joao.uuid}`, async (route) => {
      await wanted.promise;
      await route.continue();
    });
    await desk.row('João Cinco').locator('[data-open]').click();
    await page.mouse.click(place.x, place.y);
    await page.keyboard.press('Shift+E');
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('Shift+E');
    wanted.resolve();
    await settled(page, joao);
    expect(await desk.pane.getAttribute('data-pane')).toBe(joao.uuid);
    expect(changes).toEqual([]);
    expect(await closedOf(stage, [camila, joao])).toEqual([]);
  });

  check('61 what is typed while Accept is on its way is for the accepted ticket', async (stage) => {
    const maria = await customer(stage, { name: 'Maria Seis' });
    const { page } = await stage.signIn('ana');
    const desk = deskOf(page);
    await page.goto('/tickets');
    await desk.tab('pending');
    const wanted = Promise.withResolvers<void>();
    await page.route(`**/api/tickets/${maria.ticketId}`, async (route) => {
      await wanted.promise;
      await route.continue();
    });
    await desk.row('Maria Seis').locator('[data-action="accept"]').click();
    const field = page.locator('#desk-opening textarea');
    await hasFocus(field);
    await page.keyboard.type('bom dia, Maria');
    await page.keyboard.press('Enter');
    expect(await field.inputValue()).toBe('bom dia, Maria');
    wanted.resolve();
    await settled(page, maria);
    await hasFocus(desk.field);
    expect(await desk.field.inputValue()).toBe('bom dia, Maria');
    await page.keyboard.press('Enter');
    await maria.phone.waitFor(({ text }) => text.includes('bom dia, Maria'));
  });

  check(
    '61 what is typed after Accept counts while the script that accepts is still loading',
    async (stage) => {
      const maria = await customer(stage, { name: 'Maria Oito' });
      const { page } = await stage.signIn('ana');
      const desk = deskOf(page);
      const wanted = Promise.withResolvers<void>();
      await page.route('**/build/surroundings-*.js', async (route) => {
        await wanted.promise;
        await route.continue();
      });
      await page.goto('/tickets');
      await desk.tab('pending');
      await desk.row('Maria Oito').locator('[data-action="accept"]').click();
      await page.keyboard.type('já vou ver');
      wanted.resolve();
      await settled(page, maria);
      await hasFocus(desk.field);
      expect(await desk.field.inputValue()).toBe('já vou ver');
    },
  );

  check('61 an accepted ticket does not take the screen from the one opened meanwhile', async (stage) => {
    const camila = await customer(stage, { name: 'Camila Sete', of: 'ana' });
    const maria = await customer(stage, { name: 'Maria Sete' });
    const { page } = await stage.signIn('ana');
    const desk = deskOf(page);
    await page.goto('/tickets');
    await desk.tab('pending');
    const wanted = Promise.withResolvers<void>();
    await page.route(`**/api/tickets/${maria.ticketId}`, async (route) => {
      await wanted.promise;
      await route.continue();
    });
    await desk.row('Maria Sete').locator('[data-action="accept"]').click();
    await page.keyboard.type('para a Maria');
    await desk.tab('assigned');
    await desk.row('Camila Sete').locator('[data-open]').click();
    await page.keyboard.type('para a ');
    await settled(page, camila);
    const answered = page.waitForResponse((reply) => reply.url().endsWith(`/api/tickets/${maria.ticketId}`));
    wanted.resolve();
    await answered;
    await desk.row('Maria Sete').waitFor();
    await page.keyboard.type('Camila');
    expect(await desk.pane.getAttribute('data-pane')).toBe(camila.uuid);
    expect(await desk.field.inputValue()).toBe('para a Camila');
    await desk.row('Maria Sete').getByText('para a Maria').waitFor();
  });
});
