import { expect } from 'bun:test';
import { tickets, users } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { customer, leadTo } from './support/customers.ts';
import { hasFocus, isAlive, workspaceOf } from './support/workspace.ts';
import { browserTests, type Fixture, until } from './support.ts';

async function waits(fixture: Fixture, ticketId: number, minutes: number): Promise<void> {
  const scope = await fixture.scope();
  await scope.write((tx) =>
    tx.db
      .update(tickets)
      .set({ waitingSince: new Date(tx.now().getTime() - minutes * 60_000) })
      .where(eq(tickets.id, ticketId)),
  );
}

browserTests('from one customer to the next', { line: true }, (check) => {
  check(
    'Shift+N resolves and opens who waits longest; an undo returns; at the end nobody waits',
    async (fixture) => {
      await leadTo(fixture, 'Vendas');
      const [first, second, third] = [
        await customer(fixture, { name: 'Primeira', of: 'bia' }),
        await customer(fixture, { name: 'Segunda', of: 'bia' }),
        await customer(fixture, { name: 'Terceira', of: 'bia' }),
      ];
      await waits(fixture, second.ticketId, 5);
      await waits(fixture, third.ticketId, 50);
      const { page } = await fixture.signIn('bia');
      const workspace = workspaceOf(page);
      const isShown = (uuid: string) =>
        until(
          'the conversation',
          async () => page.url().includes(uuid) && (await workspace.field.isVisible()),
        );
      await page.goto('/tickets');
      await workspace.open('Primeira');
      await isAlive(page, 'composer');
      await workspace.field.press('Escape');
      await page.keyboard.press('Shift+N');
      await workspace.toast('Atendimento resolvido.').waitFor();
      await isShown(third.uuid);
      await isAlive(page, 'composer');
      await page.keyboard.press('Shift+Z');
      await isShown(first.uuid);
      await isAlive(page, 'composer');
      await workspace.pane.locator('[data-ticket-action="resolveNext"]').filter({ visible: true }).click();
      await isShown(third.uuid);
      await isAlive(page, 'composer');
      await page.keyboard.press('Shift+N');
      await isShown(second.uuid);
      await isAlive(page, 'composer');
      await page.keyboard.press('Shift+N');
      await workspace.toast('Ninguém mais espera por você.').waitFor();
      await until('the list', async () => !page.url().includes(second.uuid));
    },
  );

  check('an unanswered request for the next ticket is not shown as an empty queue', async (fixture) => {
    const { uuid } = await customer(fixture, { name: 'Quinta', of: 'bia' });
    // A request of the service worker would pass by `page.route`.
    const { page, expectProblems } = await fixture.signIn('bia', { serviceWorkers: 'block' });
    expectProblems(/ERR_FAILED|Failed to fetch/, /registration blocked/);
    await page.route('**/api/tickets/next*', (route) => route.abort());
    await page.goto(`/tickets/${uuid}`);
    await isAlive(page, 'composer');
    await isAlive(page, 'ticket-list');
    await page.locator('#ticket-header [data-ticket-action="resolveNext"]').filter({ visible: true }).click();
    const workspace = workspaceOf(page);
    await workspace.toast('Atendimento resolvido.').waitFor();
    expect(await workspace.toast('Ninguém mais espera por você.').count()).toBe(0);
  });

  check('a transfer offers the people of the chosen queue at once', async (fixture) => {
    const { uuid } = await customer(fixture, { name: 'Quarta', of: 'bia' });
    const { page } = await fixture.signIn('bia');
    const colleague = await fixture.signIn('rui');
    await colleague.page.goto('/tickets');
    await isAlive(colleague.page, 'ticket-list');
    const scope = await fixture.scope();
    const { rui } = fixture.people.userId;
    await until('Rui online', async () => {
      const row = await scope.db.query.users.findFirst({ where: eq(users.id, rui) });
      return row?.online === true;
    });
    await page.goto(`/tickets/${uuid}`);
    await isAlive(page, 'composer');
    await workspaceOf(page)
      .pane.getByRole('button', { name: 'Transferir' })
      .filter({ visible: true })
      .first()
      .click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByLabel('Fila').selectOption({ label: 'Suporte' });
    const person = dialog.getByRole('combobox', { name: /usuário/i });
    await person.click();
    await hasFocus(person);
    const options = dialog.locator('#transfer-person-card [role="option"]');
    await options.first().waitFor();
    const names = await options.allInnerTexts();
    expect(names[0]).toContain('Online');
    expect(names.join()).not.toContain('Bia');
  });
});
