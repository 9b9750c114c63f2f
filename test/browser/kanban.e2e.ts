import { expect } from 'bun:test';
import { tickets, ticketTags } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Locator, Page } from 'playwright-core';
import { createTag } from '@/modules/tags/tags.service.ts';
import { inspect } from './support/accessibility.ts';
import { customer } from './support/customers.ts';
import { counts, hasFocus, reads, workspaceOf } from './support/workspace.ts';
import { browserTests, type Fixture, until } from './support.ts';

const columnOf = (page: Page, name: string) =>
  page.locator('[data-column]').filter({ has: page.getByRole('heading', { name }) });
const cardIn = (page: Page, column: string, name: string) =>
  columnOf(page, column).locator('[data-card]').filter({ hasText: name });
const gripOf = (card: Locator) => card.locator('[data-grip]');
const countOf = (page: Page, column: string) => columnOf(page, column).locator('[data-count] [aria-hidden]');

async function openBoard(page: Page): Promise<void> {
  await page.goto('/kanban');
  await isHydrated(page);
}

const isHydrated = (page: Page) => page.locator('[data-island="kanban-board"][data-alive]').waitFor();

async function middleOf(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('it is not on the page');
  return { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 60) };
}

async function dragByMouse(page: Page, card: Locator, to: Locator): Promise<void> {
  const [from, there] = [await middleOf(card), await middleOf(to)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(there.x, there.y, { steps: 6 });
  await page.locator('.board-ghost').waitFor();
  await page.mouse.up();
}

/** Real touches, which the browser turns into pointer events as on a phone. */
async function dragByFinger(page: Page, grip: Locator, by: number, to: Locator): Promise<void> {
  const from = await middleOf(grip);
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = from.x) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y: from.y }],
    });
  await touch('touchStart');
  for (const part of [0.25, 1]) await touch('touchMove', from.x + by * part);
  await page.locator('.board-ghost').waitFor();
  await until('the whole column', () =>
    to.evaluate((column) => column.getBoundingClientRect().right <= innerWidth),
  );
  for (let frame = 0; frame < 30; frame += 1)
    await page.evaluate(() => new Promise((rendered) => requestAnimationFrame(rendered)));
  await touch('touchEnd');
}

function touchAtOnce(): void {
  const touch = (type: string, clientX: number, pointerId = 1) =>
    new PointerEvent(type, {
      ...{ pointerId, clientX, clientY: 300, isPrimary: pointerId === 1 },
      ...{ bubbles: true, pointerType: 'touch' },
    });
  const update = () => {
    const grip = document.querySelector('[data-alive] [data-grip]');
    if (!grip) return;
    watch.disconnect();
    grip.dispatchEvent(touch('pointerdown', 100));
    dispatchEvent(touch('pointermove', 140));
    dispatchEvent(touch('pointercancel', 0, 2));
    document.documentElement.dataset.dragged = String(document.querySelectorAll('.board-ghost').length);
    dispatchEvent(touch('pointercancel', 140));
  };
  const watch = new MutationObserver(update);
  watch.observe(document, { subtree: true, attributeFilter: ['data-alive'] });
}

async function furnish(fixture: Fixture): Promise<{ mariaId: number }> {
  const scope = await fixture.scope();
  await createTag(scope, { name: 'Orçamento', color: '#B45309', kanban: true });
  await createTag(scope, { name: 'Pedido feito', color: '#15803D', kanban: true });
  const maria = await customer(fixture, { name: 'Maria Souza', text: 'Quanto custa o sofá?' });
  const pedro = await customer(fixture, { name: 'Pedro Lima', text: 'Já chegou?' });
  const luisa = await customer(fixture, { name: 'Luísa Prado' });
  const { queueId, userId } = fixture.people;
  const change = (id: number, to: Partial<typeof tickets.$inferInsert>) =>
    scope.write((tx) => tx.db.update(tickets).set(to).where(eq(tickets.id, id)));
  await change(maria.ticketId, { queueId: queueId.Vendas });
  await change(pedro.ticketId, { queueId: queueId.Suporte });
  await change(luisa.ticketId, { queueId: queueId.Vendas, status: 'open', userId: userId.bia });
  return { mariaId: maria.ticketId };
}

browserTests('kanban', { line: true }, (check) => {
  let mariaId = 0;

  check(
    'a card goes from column to column by mouse and by keys, is taken back by z, and others see it at once',
    async (fixture) => {
      ({ mariaId } = await furnish(fixture));
      const [ana, bia] = [await fixture.signIn('ana'), await fixture.signIn('bia')];
      const { page } = ana;
      await Promise.all([openBoard(page), openBoard(bia.page)]);
      await reads(countOf(page, 'Em aberto'), '3');
      await reads(countOf(bia.page, 'Em aberto'), '2');
      await cardIn(page, 'Em aberto', 'Maria').getByText('Quanto custa o sofá?').waitFor();

      await dragByMouse(page, cardIn(page, 'Em aberto', 'Maria'), columnOf(page, 'Orçamento'));
      await workspaceOf(page).toast('Ticket Tag Adicionado com Sucesso!').waitFor();
      await cardIn(page, 'Orçamento', 'Maria').waitFor();
      await cardIn(bia.page, 'Orçamento', 'Maria').waitFor();
      for (const board of [page, bia.page]) await reads(countOf(board, 'Orçamento'), '1');
      await reads(countOf(page, 'Em aberto'), '2');

      const grip = gripOf(cardIn(bia.page, 'Orçamento', 'Maria'));
      await grip.focus();
      await bia.page.keyboard.press('Space');
      const status = bia.page.getByRole('status');
      await status
        .getByText('Cartão de Maria Souza pego em Orçamento, coluna 2 de 3')
        .waitFor({ state: 'attached' });
      await bia.page.keyboard.press('ArrowRight');
      await status.getByText('Maria Souza sobre Pedido feito, coluna 3 de 3').waitFor({ state: 'attached' });
      await bia.page.keyboard.press('Space');
      await workspaceOf(bia.page).toast('Ticket Tag Removido!').waitFor();
      await hasFocus(gripOf(cardIn(bia.page, 'Pedido feito', 'Maria')));
      await cardIn(page, 'Pedido feito', 'Maria').waitFor();
      await bia.page.keyboard.press('Space');
      await bia.page.keyboard.press('ArrowLeft');
      await bia.page.keyboard.press('Escape');
      await status.getByText('Maria Souza de volta em Pedido feito.').waitFor({ state: 'attached' });
      await cardIn(bia.page, 'Pedido feito', 'Maria').waitFor();
      await bia.page.keyboard.press('Shift+Z');
      for (const board of [bia.page, page]) await cardIn(board, 'Orçamento', 'Maria').waitFor();
    },
  );

  check(
    'a move that fails goes back and says so; Escape ends a drag; a card leads to its ticket',
    async (fixture) => {
      const ana = await fixture.signIn('ana');
      const { page } = ana;
      await openBoard(page);
      const card = cardIn(page, 'Orçamento', 'Maria');
      ana.expectProblems(/status of 500/);
      await page.route('**/api/kanban/cards/*', (route) =>
        route.fulfill({ status: 500, contentType: 'application/json', body: '{"error":"ERR_INTERNAL"}' }),
      );
      await dragByMouse(page, card, columnOf(page, 'Pedido feito'));
      await page.locator('#toasts .tone-error').waitFor();
      await card.waitFor();
      await page.unroute('**/api/kanban/cards/*');
      const [from, to] = [await middleOf(card), await middleOf(columnOf(page, 'Pedido feito'))];
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 4 });
      await page.keyboard.press('Escape');
      await page.mouse.up();
      await counts(page.locator('.board-ghost'), 0);
      const scope = await fixture.scope();
      const links = await scope.db.select().from(ticketTags).where(eq(ticketTags.ticketId, mariaId));
      expect(links.length).toBe(1);
      expect(await card.getByText('Ticket').count()).toBe(0);
      await card.click({ position: { x: 60, y: 60 } });
      await workspaceOf(page).pane.waitFor();
    },
  );

  check('it ends with the window; filters narrow it and stay in the address', async (fixture) => {
    const { page } = await fixture.signIn('ana', { viewport: { width: 1280, height: 320 } });
    await openBoard(page);
    expect(
      await page.locator('.board').evaluate((board) => innerHeight - board.getBoundingClientRect().bottom),
    ).toBe(0);
    await page.getByLabel('Filtrar por fila').selectOption({ label: 'Suporte' });
    await reads(countOf(page, 'Pedido feito'), '0');
    await counts(page.locator('[data-card]'), 1);
    await page.reload();
    await isHydrated(page);
    await counts(page.locator('[data-card]'), 1);
    await page.getByLabel('Filtrar por fila').selectOption('');
    await page.getByLabel('Filtrar por atendente').selectOption({ label: 'Bia' });
    await cardIn(page, 'Em aberto', 'Luísa').waitFor();
    await counts(page.locator('[data-card]'), 1);
    await page.getByLabel('Filtrar por atendente').selectOption('');
    await page.getByRole('searchbox').fill('maria');
    await counts(page.locator('[data-card]'), 1);
    await until('the address', async () => page.url().endsWith('/kanban?searchParam=maria'));
  });

  check(
    'a finger drags a card by its grip, and a tap offers every column; axe finds nothing',
    async (fixture) => {
      const rui = await fixture.signIn('rui', {
        viewport: { width: 360, height: 740 },
        hasTouch: true,
        isMobile: true,
      });
      const { page } = rui;
      await page.addInitScript(touchAtOnce);
      await openBoard(page);
      expect(await page.evaluate(() => document.documentElement.dataset.dragged)).toBe('1');
      await counts(page.locator('.board-ghost'), 0);
      const card = cardIn(page, 'Em aberto', 'Luísa');
      await dragByFinger(page, gripOf(card), 80, columnOf(page, 'Orçamento'));
      await cardIn(page, 'Orçamento', 'Luísa').waitFor();
      const home = page.getByRole('menuitemradio', { name: 'Em aberto' });
      // Chromium uses a tap on columns that still snap into place to stop them.
      await until('the menu', async () => {
        await gripOf(cardIn(page, 'Orçamento', 'Luísa')).tap();
        const shown = home.waitFor({ timeout: 3000 });
        return shown.then(
          () => true,
          () => false,
        );
      });
      await home.tap();
      await cardIn(page, 'Em aberto', 'Luísa').waitFor();
      await rui.close();

      const ana = await fixture.signIn('ana');
      expect(await inspect(ana.page, 'kanban', () => openBoard(ana.page))).toEqual([]);
    },
  );

  check('41 a card that jumps up does not move the card under the pointer', async (fixture) => {
    await customer(fixture, { name: 'Debaixo Aqui' });
    const { phone } = await customer(fixture, { name: 'Pula Alto' });
    await customer(fixture, { name: 'Por Último' });
    const { page } = await fixture.signIn('ana');
    await openBoard(page);
    const names = () => columnOf(page, 'Em aberto').locator('.board-card-open').allTextContents();
    const before = await names();
    const { x, y } = await middleOf(cardIn(page, 'Em aberto', 'Por Último'));
    await page.mouse.move(x, y);
    await phone.send(fixture.owner, { text: 'Pulei' });
    await cardIn(page, 'Em aberto', 'Pula Alto').getByText('Pulei').waitFor();
    expect((await names()).indexOf('Por Último')).toBe(before.indexOf('Por Último'));
    const under = await page.evaluate(
      ([left, top]) => document.elementFromPoint(left, top)?.closest('[data-card]')?.textContent,
      [x, y] as const,
    );
    expect(under).toContain('Por Último');
    await page.mouse.move(5, 5);
    await phone.send(fixture.owner, { text: 'De novo' });
    await until('the newest first', async () => (await names())[0] === 'Pula Alto');
  });

  check('56 a slow search shows its progress, and a new one takes its place', async (fixture) => {
    await customer(fixture, { name: 'Busca Lenta' });
    const { page } = await fixture.signIn('ana');
    await openBoard(page);
    const held = Promise.withResolvers<void>();
    await page.route(/kanban\/board.*nada/, async (route) => {
      await held.promise;
      await route.continue().catch(() => undefined);
    });
    const field = page.getByRole('searchbox');
    const progress = page.locator('.board-place').getByRole('status', { name: 'Carregando' });
    await field.fill('nada disto');
    await progress.waitFor();
    await field.fill('Busca');
    await counts(progress, 0);
    await cardIn(page, 'Em aberto', 'Busca Lenta').waitFor();
    held.resolve();
  });
});
