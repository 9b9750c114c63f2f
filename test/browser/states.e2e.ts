import { expect } from 'bun:test';
import { tags } from '@db/tenant/schema/index.ts';
import type { Page } from 'playwright-core';
import { inspect } from './support/accessibility.ts';
import { customer, leadTo } from './support/customers.ts';
import type { Visitor } from './support/visitor.ts';
import { counts, hasFocus, isAlive, workspaceOf } from './support/workspace.ts';
import { browserTests, until } from './support.ts';

const EMPTY = {
  '/tags': 'Começar agora',
  '/quick-messages': 'Começar agora',
  '/contacts': 'Começar agora',
  '/schedules': 'Começar agora',
  '/contact-lists': 'Começar agora',
  '/campaigns': 'Começar agora',
  '/files': 'Começar agora',
  '/webhooks': 'Começar agora',
  '/rules': 'Começar agora',
  '/prompts': 'Começar agora',
  '/financeiro': 'Assinatura',
  '/tags?searchParam=zzz': 'Limpar filtros',
  '/contacts?searchParam=zzz': 'Limpar filtros',
};

async function hold(page: Page, address: string) {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const asked: string[] = [];
  await page.route(address, async (route) => {
    asked.push(route.request().method());
    await gate;
    await route.continue().catch(() => undefined);
  });
  return {
    asked,
    async end() {
      letGo();
      await page.unroute(address);
    },
  };
}

async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/signed-in-')),
  );
  await page.waitForLoadState('networkidle');
}

async function serverOf({ page, expectProblems }: Visitor) {
  expectProblems(/ERR_FAILED|Failed to fetch|ERR_CONNECTION|status of 50\d|WebSocket|registration blocked/);
  const lines: { close(): Promise<void> }[] = [];
  let isDead = false;
  await page.routeWebSocket('**/ws', (line) => {
    if (isDead) return void line.close();
    line.connectToServer();
    lines.push(line);
  });
  return {
    async die() {
      isDead = true;
      await page.route('**/*', (route) => route.abort());
      for (const line of lines) await line.close();
    },
    async revive() {
      isDead = false;
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
  };
}

browserTests('a place with nothing to show', { line: true }, (check) => {
  check('58 an empty list says what would be there, and the next step; so does a search', async (fixture) => {
    const { page } = await fixture.signIn('davi');
    for (const [path, next] of Object.entries(EMPTY)) {
      await page.goto(path);
      const state = page.locator('#content .state[data-state="empty"]').last();
      const found = await state.locator('.state-next').textContent();
      expect([path, found?.trim()]).toEqual([path, next]);
    }
    await page.goto('/tags');
    await page.locator('.state').getByRole('button', { name: 'Começar agora' }).click();
    await hasFocus(page.locator('dialog[open]').getByLabel('Nome'));
  });

  check('56 a slow dialog opens with a skeleton, is given up, and comes into its place', async (fixture) => {
    const { page } = await fixture.signIn('davi');
    await page.goto('/tags');
    await settled(page);
    const add = page.getByRole('button', { name: 'Adicionar tag' });
    const [late, form] = [page.locator('dialog[data-waiting]'), page.locator('#tag-dialog')];
    const options = await hold(page, '**/tags/new');
    await add.click();
    await late.getByRole('status', { name: 'Carregando…' }).waitFor();
    await page.keyboard.press('Escape');
    await late.waitFor({ state: 'detached' });
    await options.end();
    await until('no layer', () => page.evaluate(() => !history.state?.layer));
    expect(await form.count()).toBe(0);

    const slow = await hold(page, '**/tags/new');
    await add.click();
    await late.waitFor();
    await slow.end();
    await hasFocus(form.getByLabel('Nome'));
    expect(await late.count()).toBe(0);
    await page.goBack();
    await form.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/tags');

    await add.click();
    await form.getByLabel('Nome').fill('Uma vez só');
    const save = form.getByRole('button', { name: 'Salvar' });
    const before = await save.boundingBox();
    const saving = await hold(page, '**/tags');
    await save.dblclick();
    await save.locator('.spinner').waitFor();
    expect((await save.boundingBox())?.width).toBe(before?.width ?? 0);
    await until('the request', () => saving.asked.length > 0);
    expect(saving.asked).toEqual(['POST']);
    await saving.end();
    await form.waitFor({ state: 'detached' });
    await counts(page.locator('#tag-rows tr[data-key]'), 1);
  });

  check('58 what did not come says so in its place, and is asked for again', async (fixture) => {
    const scope = await fixture.scope();
    await scope.write(async (tx) => {
      for (const name of ['Garantia', 'Troca'])
        await tx.db.insert(tags).values({ name, searchName: name.toLowerCase(), color: '#1F7A1F' });
    });
    const visitor = await fixture.signIn('ana');
    const { page } = visitor;
    visitor.expectProblems(/ERR_FAILED|Failed to fetch|status of 50\d/);
    await page.goto('/tags');
    await settled(page);
    const rows = page.locator('#tag-rows');
    await page.route('**/tags?searchParam=**', (route) => route.abort());
    await page.getByRole('searchbox').fill('garantia');
    const lost = rows.locator('.state[data-state="offline"]');
    await lost.waitFor();
    expect(await page.locator('#toasts').getByText('Sem conexão').count()).toBe(0);
    await page.unroute('**/tags?searchParam=**');
    await lost.getByRole('button', { name: 'Tentar de novo' }).click();
    await rows.getByText('Garantia').waitFor();
    await counts(rows.locator('tr[data-key]'), 1);

    const late = page.locator('dialog[data-waiting]');
    await page.route('**/tags/new', async (route) => {
      await late.waitFor();
      await route.fulfill({ status: 502, body: 'bad gateway' });
    });
    await page.getByRole('button', { name: 'Adicionar tag' }).click();
    await late.locator('.state[data-state="failed"]').waitFor();
    await page.unrouteAll();
    await late.getByRole('button', { name: 'Tentar de novo' }).click();
    await hasFocus(page.locator('#tag-dialog').getByLabel('Nome'));
    expect(await late.count()).toBe(0);
  });

  check(
    '57 a dead server is shown once, and the page comes back by itself with what was missed',
    async (fixture) => {
      const visitor = await fixture.signIn('ana');
      const { page } = visitor;
      const server = await serverOf(visitor);
      await page.goto('/tags');
      await settled(page);
      await page.clock.install();
      await server.die();
      const offlineToast = page.locator('.toast-card').getByText('Sem conexão com o servidor.');
      await page.clock.runFor(3000);
      await offlineToast.waitFor();
      for (let times = 0; times < 4; times += 1)
        await page.evaluate(() => document.dispatchEvent(new CustomEvent('refresh:tag')));
      await page.getByRole('button', { name: 'Adicionar tag' }).click();
      await page.keyboard.press('Escape');
      expect(await page.locator('.toast-card').allTextContents()).toHaveLength(1);

      const scope = await fixture.scope();
      await scope.write((tx) =>
        tx.db.insert(tags).values({ name: 'Nesse meio tempo', searchName: 'meanwhile', color: '#1F7A1F' }),
      );
      await server.revive();
      await page.clock.runFor(5000);
      await page.locator('#tag-rows').getByText('Nesse meio tempo').waitFor();
      await counts(page.locator('.toast-card'), 0);
    },
  );

  check('57 a conversation opened while the server is dead comes by itself', async (fixture) => {
    await customer(fixture, { name: 'Volta Só', text: 'Cheguei', of: 'ana' });
    const visitor = await fixture.signIn('ana', { serviceWorkers: 'block' });
    const { page } = visitor;
    const server = await serverOf(visitor);
    const workspace = workspaceOf(page);
    await page.goto('/tickets');
    await isAlive(page, 'ticket-list');
    await page.clock.install();
    await server.die();
    await page.clock.runFor(3000);
    await page.locator('.toast-card').getByText('Sem conexão com o servidor.').waitFor();
    await workspace.row('Volta Só').locator('[data-open]').click();
    await page.locator('#workspace-pane .state[data-state="offline"]').waitFor();
    await server.revive();
    await page.clock.runFor(5000);
    await workspace.bubble('Cheguei').waitFor();
  });

  check('58 a conversation that did not come never shows another in its place', async (fixture) => {
    await leadTo(fixture, 'Vendas');
    const { uuid } = await customer(fixture, { name: 'Ana Perdida', text: 'Olá', of: 'bia' });
    await customer(fixture, { name: 'Bruno Antes', text: 'Oi', of: 'bia' });
    const visitor = await fixture.signIn('bia', { viewport: { width: 360, height: 740 }, hasTouch: true });
    const { page } = visitor;
    visitor.expectProblems(/ERR_FAILED|Failed to fetch/);
    const workspace = workspaceOf(page);
    await page.route(`**/tickets/${uuid}`, (route) => route.abort());
    await page.goto('/tickets');
    await isAlive(page, 'ticket-list');
    await workspace.open('Bruno Antes');
    await page.goBack();
    await workspace.row('Ana Perdida').locator('[data-open]').click();
    const lost = page.locator('#workspace-pane .state[data-state="offline"]');
    await lost.waitFor();
    expect(await workspace.pane.count()).toBe(0);
    await lost.getByRole('button', { name: 'Voltar à lista' }).press('Enter');
    await workspace.row('Ana Perdida').waitFor();
    await page.unrouteAll();
    await workspace.open('Ana Perdida');
    await workspace.bubble('Olá').waitFor();
  });

  check('58 a page that one may not see names whom to ask, with a link', async (fixture) => {
    const visitor = await fixture.signIn('bia');
    const { page } = visitor;
    visitor.expectProblems(/status of 403/);
    await page.goto('/users');
    const state = page.locator('.state[data-state="forbidden"]').filter({ visible: true });
    await state.getByText('peça a quem administra').waitFor();
    expect(await inspect(page, 'a forbidden page')).toEqual([]);
    await state.getByRole('link', { name: 'Ir para o início' }).click();
    await isAlive(page, 'ticket-list');
  });
});
