import { expect } from 'bun:test';
import type { Page, WebSocketRoute } from 'playwright-core';
import { createChat } from '@/modules/internal-chat/internal-chat.service.ts';
import { createQuickMessage } from '@/modules/quick-messages/quick-messages.service.ts';
import { createTag } from '@/modules/tags/tags.service.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { customer, scopeOf } from './support/customers.ts';
import { hasFocus, holds, isAlive, workspaceOf } from './support/workspace.ts';
import { browserTests, until } from './support.ts';

async function hold(page: Page, address: RegExp): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await gate.promise;
    await route.fallback();
  });
  return gate.resolve;
}

browserTests('before all is there', { line: true }, (check) => {
  check('66 a volume that is changed before the scripts are there is stored', async ({ signIn }) => {
    const { page, expectProblems } = await signIn('bia', { serviceWorkers: 'block' });
    expectProblems(/registration blocked/);
    const begin = await hold(page, /\/build\/client-/);
    await page.goto('/tags', { waitUntil: 'commit' });
    const name = 'Volume das notificações';
    await page.getByRole('button', { name }).click();
    await page.getByRole('slider', { name }).press('ArrowLeft');
    begin();
    await page.waitForFunction(() => localStorage.getItem('volume') === '0.9');
    await page.waitForLoadState();
    await page.reload();
    await page.getByRole('button', { name }).click();
    await holds(page.getByRole('slider', { name }), '0.9');
  });

  check('66 a row’s menu opened before the scripts are there acts', async (fixture) => {
    await customer(fixture, { name: 'Menu Cedo', of: 'ana' });
    const { page, expectProblems } = await fixture.signIn('ana', { serviceWorkers: 'block' });
    expectProblems(/registration blocked/);
    const begin = await hold(page, /\/build\/client-/);
    await page.goto('/contacts', { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Mais opções de Menu Cedo' }).click();
    begin();
    await page.getByRole('menuitem', { name: 'Bloquear' }).click();
    await page.getByRole('dialog').getByText('Menu Cedo').first().waitFor();
  });

  check('66 a row pressed before its script is there is marked', async (fixture) => {
    const { uuid } = await customer(fixture, { name: 'Cedo Lima', of: 'ana' });
    const { page, expectProblems } = await fixture.signIn('ana', { serviceWorkers: 'block' });
    expectProblems(/registration blocked/);
    const workspace = workspaceOf(page);
    let wasMarked = false;
    // A locator would wait for the navigation.
    await page.exposeFunction('noteMark', () => {
      wasMarked = true;
    });
    await page.addInitScript(() => {
      const { noteMark } = window as unknown as { noteMark(): void };
      const look = () => {
        const row = document.querySelector('[data-ticket]:has(:focus)');
        const isMarked = row && getComputedStyle(row).getPropertyValue('--row').includes('9%');
        if (isMarked) noteMark();
        else requestAnimationFrame(look);
      };
      look();
    });
    const begin = await hold(page, /\/build\/client-/);
    await page.goto('/tickets', { waitUntil: 'commit' });
    const answer = await hold(page, new RegExp(`/tickets/${uuid}$`));
    await workspace.row('Cedo Lima').locator('[data-open]').click({ noWaitAfter: true });
    await until('the mark', () => wasMarked, 30_000);
    answer();
    begin();
    await workspace.field.waitFor();
  });

  check(
    '56 Enter in a form of steps leads on and sends nothing before its script is there',
    async (fixture) => {
      const { page, expectProblems } = await fixture.signIn('ana', { serviceWorkers: 'block' });
      expectProblems(/registration blocked/);
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().endsWith('/campaigns')) sent.push(request.url());
      });
      const begin = await hold(page, /\/build\/fields-/);
      await page.goto('/campaigns');
      await page.getByRole('button', { name: 'Adicionar campanha' }).click();
      const dialog = page.locator('dialog[open]');
      await hasFocus(dialog.locator('#field-name'));
      await page.keyboard.type('N');
      await page.keyboard.press('Enter');
      begin();
      await hasFocus(dialog.getByRole('switch', { name: 'Pedir confirmação' }));
      expect(sent).toEqual([]);
    },
  );

  check('65 / opens at once, and Enter sends no half-typed command', async (fixture) => {
    const { uuid, ticketId, phone } = await customer(fixture, { name: 'Chave Pix', of: 'ana' });
    const text = { shortcode: 'pix', message: 'A chave é esta', geral: true, status: true };
    await createQuickMessage(await scopeOf(fixture, 'ana'), text);
    const { page, expectProblems } = await fixture.signIn('ana', { serviceWorkers: 'block' });
    expectProblems(/registration blocked/);
    const { field, pane, bubble } = workspaceOf(page);
    await page.goto(`/tickets/${uuid}`);
    await isAlive(page, 'composer');
    const answer = await hold(page, new RegExp(`/tickets/${ticketId}/quick-messages`));
    await field.focus();
    await page.keyboard.type('/');
    await pane.locator('[data-quick-loading]').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('pi');
    await page.keyboard.press('Enter');
    expect(await field.inputValue()).toBe('/pi');
    answer();
    await pane.getByRole('option', { name: /pix/ }).waitFor();
    await page.keyboard.press('Enter');
    await holds(field, 'A chave é esta');
    await field.fill('/pagar');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Enviar assim mesmo' }).waitFor();
    await field.fill('Uma última');
    await page.keyboard.press('Enter');
    await phone.waitFor(({ text: sent }) => sent.includes('Uma última'));
    expect(await bubble(/\/p/).count()).toBe(0);
    expect(phone.received.filter(({ text: sent }) => sent.includes('/p'))).toEqual([]);
  });

  check('63 what a colleague did while the line was down reaches the composer', async (fixture) => {
    const { uuid, ticketId } = await customer(fixture, { name: 'Queda Lima', of: 'ana' });
    const { page } = await fixture.signIn('ana');
    const { field } = workspaceOf(page);
    const sockets = new Set<WebSocketRoute>();
    let isDown = false;
    let isReady = false;
    await page.routeWebSocket(/\/ws$/, async (socket) => {
      if (isDown) return socket.close();
      sockets.add(socket);
      const server = socket.connectToServer();
      server.onMessage((frame) => {
        isReady ||= String(frame).includes('"ready"');
        socket.send(frame);
      });
    });
    await page.goto(`/tickets/${uuid}`);
    await isAlive(page, 'composer');
    await until('a ready line', () => isReady);
    expect(await field.isEnabled()).toBe(true);
    isDown = true;
    for (const socket of sockets) await socket.close();
    await patchTicket(await scopeOf(fixture, 'ana'), { ticketId, status: 'closed' });
    isDown = false;
    await until('a field of a closed ticket', () => field.isDisabled());
  });

  check('57 a page shows what came between its rendering and its first socket', async (fixture) => {
    const ana = await scopeOf(fixture, 'ana');
    await createTag(ana, { name: 'Marcada', color: '#1F7A1F', kanban: true });
    const { page } = await fixture.signIn('ana');
    let sockets = Promise.withResolvers<void>();
    await page.routeWebSocket(/\/ws$/, async (socket) => {
      await sockets.promise;
      socket.connectToServer();
    });
    const users = [fixture.people.userId.bia];
    const pages: [string, string, (name: string) => Promise<unknown>][] = [
      ['/tickets', 'ticket-list', (name) => customer(fixture, { name, of: 'ana' })],
      ['/kanban', 'kanban-board', (name) => customer(fixture, { name, of: 'ana' })],
      ['/chats', 'internal-chat', (title) => createChat(ana, { title, users })],
      ['/contacts', '', (name) => customer(fixture, { name })],
      ['/tags', '', (name) => createTag(ana, { name, color: '#1F7A1F' })],
    ];
    for (const [path, island, change] of pages) {
      sockets = Promise.withResolvers();
      await page.goto(path);
      if (island) await isAlive(page, island);
      const name = `Novidade de ${path.slice(1)}`;
      await change(name);
      expect(await page.locator('main').getByText(name).count()).toBe(0);
      sockets.resolve();
      await page.locator('main').getByText(name).first().waitFor();
    }
  });

  check('57 a script that was lost with the line comes when the line is back', async (fixture) => {
    const { page, expectProblems } = await fixture.signIn('ana', { serviceWorkers: 'block' });
    expectProblems(/registration blocked|ERR_INTERNET_DISCONNECTED|dynamically imported module/);
    const lost = Promise.withResolvers<void>();
    const back = Promise.withResolvers<void>();
    await page.routeWebSocket(/\/ws$/, async (socket) => {
      await back.promise;
      socket.connectToServer();
    });
    await page.route(/\/build\/notification-bell-/, (route) => {
      lost.resolve();
      return route.abort('internetdisconnected');
    });
    await page.goto('/tags');
    await lost.promise;
    await page.locator('.toast-card').waitFor();
    await page.unrouteAll();
    back.resolve();
    await isAlive(page, 'notification-bell');
  });

  check(
    'the script that locks a form while it is sent comes with the press that opens it',
    async (fixture) => {
      const { page } = await fixture.signIn('ana');
      await page.goto('/tags');
      const script = page.waitForRequest(/\/build\/stored-forms-/);
      await page.route('**/tags/new', async (route) => {
        await script;
        await route.fallback();
      });
      await page.getByRole('button', { name: 'Adicionar tag' }).click();
      await page.locator('dialog[open]').waitFor();
    },
  );
});
