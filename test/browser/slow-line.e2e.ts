import { expect } from 'bun:test';
import { tickets } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { customer } from './support/customers.ts';
import { slowLine } from './support/slow-line.ts';
import { counts, hasFocus, isAlive, workspaceOf } from './support/workspace.ts';
import { browserTests, type Fixture, until } from './support.ts';

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

async function holdScripts(page: Page, names: RegExp): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(names, async (route) => {
    await gate.promise;
    await route.fallback();
  });
  return gate.resolve;
}

async function statusOf(fixture: Fixture, ticketId: number): Promise<string | undefined> {
  const scope = await fixture.scope();
  return (await scope.db.query.tickets.findFirst({ where: eq(tickets.id, ticketId) }))?.status;
}

browserTests('while the server takes its time', { line: true }, (check) => {
  check('66 panels stand there before their scripts, and take what is typed', async (fixture) => {
    const { uuid } = await customer(fixture, { name: 'Paula Painel', text: 'Quero a mesa azul', of: 'ana' });
    const { page, expectProblems } = await fixture.signIn('ana', { serviceWorkers: 'block' });
    expectProblems(/registration blocked/);
    const release = await holdScripts(page, /\/build\/(panels|extras|emoji-picker)-/);
    await page.goto(`/tickets/${uuid}`);
    await isAlive(page, 'composer');
    await page.locator('[data-island="command-bar"][data-alive]').waitFor();

    const emoji = page.locator('[data-emoji]');
    await page.getByRole('button', { name: 'Emojis' }).click();
    expect(await emoji.boundingBox()).toMatchObject({ width: 344, height: 402 });
    await page.keyboard.press('Escape');

    await page.locator('#ticket-header header > [data-conversation-search]').click();
    await hasFocus(page.locator('div[data-opening] input'));
    await page.keyboard.type('mesa');

    await page.keyboard.press('Control+k');
    const waiting = page.locator('dialog[open][data-opening]');
    await hasFocus(waiting.locator('input'));
    await page.keyboard.type('paula');
    release();
    await hasFocus(page.getByRole('combobox', { name: 'Ir para, buscar atendimento…' }));
    expect(await page.getByRole('combobox', { name: 'Ir para, buscar atendimento…' }).inputValue()).toBe(
      'paula',
    );
    await page.keyboard.press('Escape');
    expect(await page.locator('[data-search-panel] input').inputValue()).toBe('mesa');
    await counts(page.locator('[data-hit]'), 1);
  });

  check('37 Ctrl+K before its script is there opens with what was typed since', async (fixture) => {
    const { page, expectProblems } = await fixture.signIn('ana', { serviceWorkers: 'block' });
    expectProblems(/registration blocked/);
    const release = await holdScripts(page, /\/build\/command-bar-/);
    await page.goto('/tickets');
    await isAlive(page, 'ticket-list');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('conexoes');
    release();
    const bar = page.getByRole('combobox', { name: 'Ir para, buscar atendimento…' });
    await hasFocus(bar);
    expect(await bar.inputValue()).toBe('conexoes');
    await page.getByRole('option', { name: 'Conexões', selected: true }).waitFor();
  });

  check(
    '45 Enter in the command bar waits for the conversation that is still being found',
    async (fixture) => {
      const { uuid } = await customer(fixture, { name: 'Procurada Prado', of: 'ana' });
      const { page, expectProblems } = await fixture.signIn('ana', { serviceWorkers: 'block' });
      expectProblems(/registration blocked/);
      await page.goto('/tickets');
      await isAlive(page, 'ticket-list');
      await page.locator('[data-island="command-bar"][data-alive]').waitFor();
      const gate = Promise.withResolvers<void>();
      await page.route('**/tickets?*searchParam=*', async (route) => {
        await gate.promise;
        await route.fallback();
      });
      await page.keyboard.press('Control+k');
      const bar = page.getByRole('combobox', { name: 'Ir para, buscar atendimento…' });
      await hasFocus(bar);
      await page.keyboard.type('procurada pra');
      await page.getByRole('option', { name: 'Procurar “procurada pra” nos contatos' }).waitFor();
      await page.keyboard.press('Enter');
      await page.locator('dialog[open] .spinner').waitFor();
      gate.resolve();
      await workspaceOf(page).field.waitFor();
      expect(page.url()).toContain(uuid);
    },
  );

  check('37 a panel given up while it loads leaves the keys alive', async (fixture) => {
    const { page, expectProblems } = await fixture.signIn('ana', { serviceWorkers: 'block' });
    expectProblems(/registration blocked/);
    const release = await holdScripts(page, /\/build\/panels-/);
    await page.goto('/tickets');
    await isAlive(page, 'ticket-list');
    await page.locator('[data-island="command-bar"][data-alive]').waitFor();
    for (const key of ['?', 'Control+k']) {
      await page.keyboard.press(key);
      await page.locator('dialog[open][data-opening]').waitFor();
      await page.keyboard.press('Escape');
      await counts(page.locator('[data-opening]'), 0);
    }
    release();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Atalhos de teclado' }).waitFor();
  });

  check('56 a dialog pressed twice while it loads opens once', async (fixture) => {
    const { uuid } = await customer(fixture, { name: 'Duas Vezes', of: 'ana' });
    const { page, expectProblems } = await fixture.signIn('ana', { serviceWorkers: 'block' });
    expectProblems(/registration blocked/);
    const workspace = workspaceOf(page);
    await page.goto(`/tickets/${uuid}`);
    await isAlive(page, 'composer');
    await isAlive(page, 'ticket-list');
    const openers = [
      ['/transfer', page.locator('#ticket-header [hx-get*="/transfer"]').filter({ visible: true }).first()],
      ['/tickets/new', page.getByRole('button', { name: 'Novo atendimento' }).filter({ visible: true })],
    ] as const;
    await workspace.field.press('Escape');
    await page.waitForLoadState('networkidle');
    for (const [path, opener] of openers) {
      const gate = Promise.withResolvers<void>();
      let asked = 0;
      await page.route(`**${path}*`, async (route) => {
        asked += 1;
        await gate.promise;
        await route.fallback();
      });
      await opener.click();
      await opener.evaluate((button: HTMLElement) => button.click());
      await page.locator('dialog[open] .skeleton, dialog[open][aria-busy]').first().waitFor();
      gate.resolve();
      await page.locator('#dialogs > dialog[open]').waitFor();
      await counts(page.locator('.htmx-request'), 0);
      expect([path, asked, await page.locator('dialog[open]').count()]).toEqual([path, 1, 1]);
      await page.keyboard.press('Escape');
      await counts(page.locator('dialog[open]'), 0);
    }
  });

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
    const ring = workspace.action('resolve').locator('.spinner');
    await until('a ring on the button', () =>
      ring.evaluate((one) => one.checkVisibility({ opacityProperty: true })),
    );
    await counts(
      page.locator('#ticket-header [data-ticket-action="resolve"]:is([aria-busy="true"], :disabled)'),
      1,
    );
    await release();
    await workspace.pane.waitFor({ state: 'detached' });
  });

  check('a change and its undo are not lost when the page is left at once', async (fixture) => {
    const { uuid, ticketId } = await customer(fixture, { name: 'Iara Embora', of: 'ana' });
    const { page } = await fixture.signIn('ana');
    const workspace = workspaceOf(page);
    await page.goto(`/tickets/${uuid}`);
    await isAlive(page, 'composer');
    const sent: [string, boolean][] = [];
    await page.exposeFunction('noteSent', (address: string, keepalive: boolean) =>
      sent.push([address, keepalive]),
    );
    await page.evaluate(() => {
      const send = window.fetch;
      window.fetch = Object.assign((address: RequestInfo | URL, init?: RequestInit) => {
        const { noteSent } = window as unknown as { noteSent(address: string, keepalive: boolean): void };
        if ((init?.method ?? 'GET') !== 'GET') noteSent(String(address), init?.keepalive === true);
        return send(address, init);
      }, send);
    });
    await slowLine(page, 1500);
    await workspace.action('resolve').click();
    await workspace.pane.waitFor({ state: 'detached' });
    await page.locator('.toast-card .toast-undo').waitFor();
    await page.keyboard.press('Shift+Z');
    await until('the undo on its way', () => sent.some(([address]) => address.startsWith('/undo/')));
    await page.close();
    await until('an open ticket', async () => (await statusOf(fixture, ticketId)) === 'open');
    expect(sent.map(([, keepalive]) => keepalive)).not.toContain(false);
  });

  check('43 an undo pressed before the answer of a change takes back that one', async (fixture) => {
    const { uuid, ticketId } = await customer(fixture, { name: 'Rápida Reis', of: 'ana' });
    const other = await customer(fixture, { name: 'Outra Antes' });
    const { page } = await fixture.signIn('ana');
    const workspace = workspaceOf(page);
    await page.goto(`/tickets/${uuid}`);
    await isAlive(page, 'composer');
    await workspace.tab('pending');
    await slowLine(page, 1500);
    await workspace.row('Outra Antes').locator('[data-action="accept"]').click();
    await workspace.toast('Atendimento aceito.').waitFor();
    await until('the accepted one', async () => page.url().includes(other.uuid));
    await isAlive(page, 'composer');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+E');
    await page.keyboard.press('Shift+Z');
    await workspace.toast('Desfeito.').waitFor();
    const statuses = await Promise.all([ticketId, other.ticketId].map((id) => statusOf(fixture, id)));
    expect(statuses).toEqual(['open', 'open']);
    await workspace.action('resolve').waitFor();
  });

  check('43 an undo pressed while the line is down is sent once it is back', async (fixture) => {
    const { uuid, ticketId } = await customer(fixture, { name: 'Caída Reis', of: 'ana' });
    const { page, context, expectProblems } = await fixture.signIn('ana');
    expectProblems(/ERR_INTERNET_DISCONNECTED/);
    const workspace = workspaceOf(page);
    await page.goto(`/tickets/${uuid}`);
    for (const island of ['composer', 'notification-bell', 'command-bar']) await isAlive(page, island);
    await workspace.action('resolve').click();
    await workspace.pane.waitFor({ state: 'detached' });
    const card = page.locator('.toast-card').filter({ hasText: 'Atendimento resolvido.' });
    await card.locator('.toast-undo').waitFor();
    await context.setOffline(true);
    await page.keyboard.press('Shift+Z');
    await card.locator('.toast-undo:disabled .spinner').waitFor();
    await page.getByText('Sem conexão').first().waitFor();
    expect([await card.count(), await statusOf(fixture, ticketId)]).toEqual([1, 'closed']);
    await context.setOffline(false);
    await workspace.toast('Desfeito.').waitFor();
    await counts(card, 0);
    expect(await statusOf(fixture, ticketId)).toBe('open');
    await workspace.action('resolve').waitFor();
  });
});
