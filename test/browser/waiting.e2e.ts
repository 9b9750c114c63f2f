import { expect } from 'bun:test';
import { connections, tickets } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { customer, leadTo } from './support/customers.ts';
import { fillTickets } from './support/fill.ts';
import { isAlive, reads, workspaceOf } from './support/workspace.ts';
import { browserTests } from './support.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

browserTests('who waits, and who answers', { line: true }, (check) => {
  check(
    'who waits longest stands first, and the other way around on request, also next time',
    async (fixture) => {
      const scope = await fixture.scope();
      await scope.write(async (tx) => void (await tx.db.delete(tickets)));
      await fillTickets(scope, { count: 45, queueId: fixture.people.queueId.Vendas });
      const { page } = await fixture.signIn('bia');
      const workspace = workspaceOf(page);
      await page.goto('/tickets?status=pending');
      await isAlive(page, 'ticket-list');
      const first = page.locator('[data-ticket]').first();
      await reads(first.locator('[data-age]'), '44 min');
      expect(await first.locator('[data-age]').getAttribute('title')).toBe('Aguardando há 44 min');
      await page.setViewportSize({ width: 768, height: 1024 });
      const line = first.getByText('Mensagem 1').locator('..');
      expect((await line.boundingBox())?.width).toBeGreaterThanOrEqual(200);
      const ticket = await scope.db.query.tickets.findFirst({ orderBy: (t, { asc }) => asc(t.id) });
      await scope.write(async (tx) => {
        const change = { lastMessage: 'e então?', updatedAt: new Date() };
        await tx.db
          .update(tickets)
          .set(change)
          .where(eq(tickets.id, ticket?.id ?? 0));
        tx.emit('ticket.updated', { ticketId: ticket?.id ?? 0 });
      });
      await first.getByText('e então?').waitFor();
      expect(await first.locator('[data-age]').textContent()).toBe('44 min');
      await page.getByRole('button', { name: 'Maior espera primeiro' }).click();
      await page.locator('[data-sort="newest"]').waitFor();
      await first.getByText('Mensagem 45').waitFor();
      await page.goto('/tickets');
      await workspace.tab('pending');
      await first.getByText('Mensagem 45').waitFor();
      expect(await page.locator('[data-sort]').textContent()).toBe('Última chegada primeiro');
    },
  );

  check(
    'nothing lies over the rows of the list, and its button for a new ticket is in reach',
    async (fixture) => {
      for (const looks of [PHONE, { viewport: { width: 768, height: 740 } }]) {
        const { page, close } = await fixture.signIn('bia', looks);
        await page.goto('/tickets?status=pending');
        await isAlive(page, 'ticket-list');
        const covered = await page.locator('[data-scroller]').evaluate((list) => {
          const { left, right, top, bottom } = list.getBoundingClientRect();
          const points: string[] = [];
          for (let x = left + 4; x < right - 4; x += 12)
            for (let y = top + 4; y < bottom - 4; y += 12)
              if (!list.contains(document.elementFromPoint(x, y))) points.push(`${x} ${y}`);
          return points;
        });
        expect(covered).toEqual([]);
        const button = page.locator('[data-new-ticket]');
        const [round, filter] = [
          await button.boundingBox(),
          await page.locator('[popovertarget="queue-filter"]').boundingBox(),
        ];
        expect((filter?.x ?? 999) + (filter?.width ?? 0)).toBeLessThanOrEqual(round?.x ?? 0);
        if (looks === PHONE) expect([round?.width, round?.height]).toEqual([44, 44]);
        await button.click();
        await page.getByRole('dialog', { name: 'Novo atendimento' }).waitFor();
        await close();
      }
    },
  );

  check('a supervisor sees what colleagues answer, live, and opens it to read', async (fixture) => {
    await leadTo(fixture, 'Vendas');
    const { phone, ticketId } = await customer(fixture, { name: 'Rosa Equipe', of: 'bia' });
    const { page } = await fixture.signIn('rui');
    const workspace = workspaceOf(page);
    await page.goto('/tickets');
    await isAlive(page, 'ticket-list');
    await workspace.tab('team');
    const row = workspace.row('Rosa Equipe');
    await row.getByText('Bia', { exact: true }).waitFor();
    expect(await row.locator('button').count()).toBe(0);
    await phone.send(fixture.owner, { text: 'Alguém?' });
    await row.getByText('Alguém?').waitFor();
    await row.locator('[data-open]').click();
    await workspace.bubble('Alguém?').waitFor();
    const scope = await fixture.scope();
    const ticket = await scope.db.query.tickets.findFirst({ where: eq(tickets.id, ticketId) });
    expect(ticket?.unreadMessages).toBeGreaterThan(0);
    await scope.write(async (tx) => {
      const { rui } = fixture.people.userId;
      await tx.db.update(tickets).set({ userId: rui, updatedAt: new Date() }).where(eq(tickets.id, ticketId));
      tx.emit('ticket.updated', { ticketId });
    });
    await row.waitFor({ state: 'detached' });
  });

  check('at 360 px tabs with many tickets keep their words and numbers inside', async (fixture) => {
    const { page } = await fixture.signIn('ana', { viewport: { width: 360, height: 740 } });
    await page.goto('/tickets');
    await isAlive(page, 'ticket-list');
    const outside = await page.locator('[data-tab="pending"]').evaluate((pending) => {
      const tabs = [...(pending.parentElement?.children ?? [])] as HTMLElement[];
      for (const tab of tabs) {
        for (const badge of tab.querySelectorAll('[data-count]')) badge.textContent = '90';
      }
      return tabs.filter(
        (tab) =>
          tab.scrollWidth > tab.clientWidth ||
          [...tab.children].some((part) => part.scrollWidth > part.clientWidth) ||
          tab.getBoundingClientRect().right > innerWidth,
      ).length;
    });
    expect(outside).toBe(0);
  });

  check('who is with the bot has a robot and is not counted until people are needed', async (fixture) => {
    const scope = await fixture.scope();
    await leadTo(fixture, 'Suporte');
    await scope.write(async (tx) => {
      await tx.db.delete(tickets);
      await tx.db.update(connections).set({ greetingMessage: 'Olá! Escolha:' });
    });
    const { page } = await fixture.signIn('ana');
    const workspace = workspaceOf(page);
    await page.goto('/tickets?status=pending');
    await isAlive(page, 'ticket-list');
    const { phone, uuid } = await customer(fixture, { name: 'Iris do Menu' });
    const row = workspace.row('Iris do Menu');
    const robot = row.getByRole('img', { name: 'No chatbot' });
    await robot.waitFor();
    await reads(workspace.count('pending'), '0');
    await page.goto(`/tickets/${uuid}?status=pending&noQueue=true`);
    await isAlive(page, 'ticket-list');
    await robot.waitFor();
    await page.locator('#ticket-header').getByText('No chatbot').waitFor();
    const filter = page.locator('[popovertarget=queue-filter]');
    await reads(filter, 'Sem fila');
    await phone.send(fixture.owner, { text: 'vendas' });
    await row.waitFor({ state: 'detached' });
    await page.locator('#ticket-header').getByText('Aguardando').waitFor();
    await filter.click();
    await page.locator('[data-no-queue]').click();
    await row.waitFor();
    await robot.waitFor({ state: 'detached' });
    await reads(workspace.count('pending'), '1');
  });

  check('on a phone the customer’s name comes before the name of the connection', async (fixture) => {
    const scope = await fixture.scope();
    await scope.write(async (tx) => {
      const values = { name: 'Unidade Centro de São Paulo', isDefault: false };
      await tx.db.insert(connections).values(values);
      await tx.db
        .update(connections)
        .set({ name: 'Unidade Vila Mariana' })
        .where(eq(connections.name, 'Loja'));
    });
    await customer(fixture, { name: 'Maria Aparecida Sousa' });
    await customer(fixture, { name: 'Gil' });
    const { page } = await fixture.signIn('ana', PHONE);
    const workspace = workspaceOf(page);
    await page.goto('/tickets?status=pending');
    await isAlive(page, 'ticket-list');
    await workspace.row('Gil').locator('[data-connection]').waitFor();
    const shown = (name: string) =>
      workspace.row(name).evaluate((row) => {
        const text = row.querySelector('[data-contact-name]')?.parentElement as HTMLElement;
        const line = text.parentElement as HTMLElement;
        const connection = row.querySelector('[data-connection]') as HTMLElement;
        const isInLine = connection.getBoundingClientRect().top < line.getBoundingClientRect().bottom;
        return { isCut: text.scrollWidth > text.clientWidth, isInLine };
      });
    expect(await shown('Maria Aparecida')).toEqual({ isCut: false, isInLine: false });
    expect(await shown('Gil')).toEqual({ isCut: false, isInLine: true });
  });
});
