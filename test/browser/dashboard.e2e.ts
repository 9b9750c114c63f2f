import { expect } from 'bun:test';
import { connectionQueues, tickets, ticketTrackings, userQueues, users } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { inspect } from './support/accessibility.ts';
import { customer } from './support/customers.ts';
import { hasFocus, reads, workspaceOf } from './support/workspace.ts';
import { browserTests, type Fixture, until } from './support.ts';

const card = (page: Page, name: string) => page.locator(`[data-card="${name}"] dd`);
const change = (page: Page, name: string) => page.locator(`[data-change="${name}"] dd`).first();
const now = (page: Page, name: string) => page.locator(`[data-live="${name}"] dd`);
const chart = (page: Page, name: string) => page.locator(`[data-chart="${name}"]`);
const HOUR = 3_600_000;

async function openHome(page: Page): Promise<void> {
  await page.goto('/');
  await page.locator('[data-island="dashboard-charts"][data-alive]').waitFor();
  await chart(page, 'days').locator('canvas').waitFor();
  await chart(page, 'users').locator('canvas').waitFor();
}

async function furnish(fixture: Fixture): Promise<void> {
  const scope = await fixture.scope();
  const { userId, queueId } = fixture.people;
  const maria = await customer(fixture, { name: 'Maria Souza' });
  await scope.write(async (tx) => {
    await tx.db.update(tickets).set({ status: 'closed' }).where(eq(tickets.id, maria.ticketId));
    await tx.db.delete(ticketTrackings);
    const attended = (at: number, who: number, queue: number, rate: number) => ({
      ticketId: maria.ticketId,
      connectionId: fixture.connectionId,
      ...{ userId: who, queueId: queue, rate, answerSeconds: 300, resolutionSeconds: 5400 },
      ...{ createdAt: new Date(at), queuedAt: new Date(at), startedAt: new Date(at + HOUR / 2) },
      ...{
        firstAnswerAt: new Date(at + HOUR / 2),
        finishedAt: new Date(at + HOUR),
        ratingAt: new Date(at + HOUR),
      },
    });
    const today = tx.now().getTime();
    await tx.db
      .insert(ticketTrackings)
      .values([
        attended(today - 10 * 24 * HOUR, userId.bia, queueId.Vendas, 2),
        ...Array.from({ length: 30 }, (_, n) =>
          attended(today - (60 + n * 7) * 60_000, userId.caio, queueId.Suporte, 3),
        ),
      ]);
    await tx.db.update(users).set({ online: false });
  });
}

browserTests('dashboard', { line: true }, (check) => {
  check('an administrator lands on it: cards, people, times, arrivals, live numbers', async (fixture) => {
    await furnish(fixture);
    const ana = await fixture.signIn('ana');
    const { page } = ana;
    await openHome(page);
    await reads(change(page, 'finished'), '30');
    await reads(card(page, 'support'), '30 min');
    await reads(now(page, 'pending'), '0');
    const caio = page.locator('#attendant-rows tr').filter({ hasText: 'Caio' });
    await caio.getByText('Muito satisfeito').waitFor();
    await caio.getByText('Offline').waitFor();
    expect(
      await page.getByRole('table', { name: 'Quando os clientes escrevem' }).getByRole('cell').count(),
    ).toBe(7 * 24 + 1);
    await page.setViewportSize({ width: 768, height: 1024 });
    const cut = (head: Element) => head.scrollWidth > head.clientWidth;
    for (const head of await page.locator('.data-table th').all())
      expect(await head.evaluate(cut)).toBe(false);
    await page.setViewportSize({ width: 1280, height: 720 });

    const other = await fixture.signIn('caio');
    await other.page.goto('/');
    await until('the desk', async () => new URL(other.page.url()).pathname === '/tickets');
    await caio.getByText('Online').waitFor();
    await customer(fixture, { name: 'Pedro Lima' });
    await reads(now(page, 'pending'), '1');
  });

  check('filters by period and by dates; one that says nothing is asked for', async (fixture) => {
    const { page } = await fixture.signIn('ana');
    await openHome(page);
    await page.getByLabel('Período').selectOption({ label: 'Últimos 15 dias' });
    await page.locator('.dash-filter').getByRole('button', { name: 'Filtrar' }).click();
    await reads(change(page, 'finished'), '31');
    await page.getByLabel('Período').selectOption({ label: 'Nenhum selecionado' });
    await page.locator('.dash-filter').getByLabel('Atendente').focus();
    await page.keyboard.press('Tab');
    await hasFocus(page.locator('.dash-filter').getByRole('button', { name: 'Filtrar' }));
    await page.keyboard.press('Enter');
    await workspaceOf(page).toast('Parametrize o filtro').waitFor();
    await reads(change(page, 'finished'), '31');
    await page.getByLabel('Tipo de filtro').selectOption('date');
    await page.getByLabel('Data inicial').fill('2001-01-01');
    await page.getByLabel('Data final').fill('2001-01-31');
    await page.locator('.dash-filter').getByRole('button', { name: 'Filtrar' }).click();
    await reads(change(page, 'finished'), '0');
    await reads(card(page, 'wait'), '–');
    expect(page.url()).toContain('date_from=2001-01-01');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Baixar CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^dashboard-\d{4}-\d\d-\d\d\.csv$/);
  });

  check('on a phone the filter waits behind one button, which counts what is set', async (fixture) => {
    const { page } = await fixture.signIn('ana', { viewport: { width: 360, height: 740 } });
    await openHome(page);
    const queue = page.locator('.dash-filter').getByLabel('Fila');
    const opener = page.locator('[popovertarget=dashboard-filter]').first();
    expect(await queue.isVisible()).toBe(false);
    await opener.click();
    await queue.selectOption({ label: 'Suporte' });
    await page.locator('.dash-filter').getByLabel('Atendente').selectOption({ label: 'Bia' });
    await page.getByRole('button', { name: 'Ver resultados' }).click();
    await opener.getByText('2').waitFor();
    await reads(change(page, 'finished'), '0');
    expect(await queue.isVisible()).toBe(false);
    await page.waitForURL(/userId=/);
    await page.reload();
    await opener.getByText('2').waitFor();
  });

  check('one filter narrows the whole page, and a figure leads to its tickets and back', async (fixture) => {
    const { page } = await fixture.signIn('ana');
    await openHome(page);
    const form = page.locator('.dash-filter');
    await form.getByLabel('Fila').selectOption({ label: 'Suporte' });
    await form.getByLabel('Atendente').selectOption({ label: 'Caio' });
    await form.getByRole('button', { name: 'Filtrar' }).click();
    await reads(chart(page, 'users').locator('[data-total]'), '30 conversas');
    await form.getByLabel('Atendente').selectOption({ label: 'Bia' });
    await form.getByRole('button', { name: 'Filtrar' }).click();
    await reads(chart(page, 'users').locator('[data-total]'), '0 conversas');
    await reads(change(page, 'finished'), '0');
    await form.getByLabel('Atendente').selectOption({ label: 'Todos os atendentes' });
    await form.getByRole('button', { name: 'Filtrar' }).click();
    await change(page, 'finished').getByRole('link', { name: '30' }).click();
    await page.getByRole('heading', { name: 'Resolvidos (30)' }).waitFor();
    expect(await page.locator('#figure-rows tr').count()).toBe(30);
    await page.getByLabel('Fila').selectOption({ label: 'Vendas' });
    await page.getByText('Nenhum registro encontrado').waitFor();
    expect(page.url()).toContain('of=ended');
    await page.goBack();
    await reads(change(page, 'finished'), '30');
    expect(await form.getByLabel('Fila').locator('option:checked').textContent()).toBe('Suporte');
    await chart(page, 'days').getByText('Ver os números').click();
    const days = chart(page, 'days').locator('.dash-values a');
    await days
      .filter({ hasText: /^[1-9]/ })
      .first()
      .click();
    await page.getByRole('heading', { name: /^Atendimentos iniciados \(\d+\)/ }).waitFor();
    expect(await inspect(page, 'figure', () => page.reload().then(() => undefined))).toEqual([]);
  });

  check('each chart has dates of its own; a failure says what and keeps what was shown', async (fixture) => {
    const ana = await fixture.signIn('ana');
    const { page } = ana;
    await openHome(page);
    const [people, days] = [chart(page, 'users'), chart(page, 'days')];
    await reads(people.locator('[data-total]'), '30 conversas');
    const today = await days.getByLabel('Fim').inputValue();
    await days.getByLabel('Início').fill(today);
    await days.getByRole('button', { name: 'Filtrar' }).click();
    await days.getByText('Ver os números').click();
    await days.getByText('23h', { exact: true }).waitFor();
    await reads(people.locator('[data-total]'), '30 conversas');
    ana.expectProblems(/status of 500/);
    await page.route('**/api/dashboard/bars*', (route) =>
      route.fulfill({ status: 500, body: '{"error":"ERR_INTERNAL"}' }),
    );
    await people.getByRole('button', { name: 'Filtrar' }).click();
    await workspaceOf(page).toast('Erro ao obter informações da conversa').waitFor();
    await days.getByRole('button', { name: 'Filtrar' }).click();
    await workspaceOf(page).toast('Erro ao buscar informações dos tickets').waitFor();
    await reads(people.locator('[data-total]'), '30 conversas');
  });

  check('axe finds nothing, wide and narrow, light and dark', async (fixture) => {
    const { page } = await fixture.signIn('ana');
    const open = async () => {
      await openHome(page);
      // Coming online reads the tables again, which are pale meanwhile.
      await page.waitForLoadState('networkidle');
    };
    expect(await inspect(page, 'dashboard', open)).toEqual([]);
  });

  check('68 what would leave customers unanswered is shown, with a link to its form', async (fixture) => {
    const scope = await fixture.scope();
    await scope.write(async (tx) => {
      await tx.db.delete(connectionQueues);
      await tx.db.delete(userQueues).where(eq(userQueues.userId, fixture.people.userId.bia));
    });
    const { page } = await fixture.signIn('ana');
    for (const [key, name, path] of [
      ['queue', 'Vendas', '/connections'],
      ['agent', 'Bia', '/users'],
    ] as const) {
      await page.goto('/');
      const gap = page.locator(`[data-gap="${key}"]`).filter({ hasText: name });
      await gap.getByRole('link').click();
      await page.waitForURL(
        ({ pathname, search }) => `${pathname}${search}`.includes(path) || search.includes('step='),
      );
    }
  });
});
