import { expect } from 'bun:test';
import { tickets } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { createTag } from '@/modules/tags/tags.service.ts';
import { scopeOf } from './support/customers.ts';
import { fillTickets } from './support/fill.ts';
import { counts, isAlive, reads, workspaceOf } from './support/workspace.ts';
import { browserTests, type Fixture } from './support.ts';

async function sixOf(fixture: Fixture): Promise<Page> {
  const scope = await fixture.scope();
  await scope.write(async (tx) => {
    await tx.db.delete(tickets);
    await tx.db.run('delete from contacts');
  });
  await fillTickets(scope, {
    count: 6,
    queueId: fixture.people.queueId.Vendas,
    userId: fixture.people.userId.bia,
  });
  const { page } = await fixture.signIn('bia');
  await page.goto('/tickets');
  await isAlive(page, 'ticket-list');
  return page;
}

const boxOf = (page: Page, name: string) => workspaceOf(page).row(name).locator('[data-select]');
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Ações para os selecionados' });

async function choose(page: Page, ...names: string[]): Promise<void> {
  await workspaceOf(page)
    .row(names[0] ?? '')
    .hover();
  for (const name of names) await boxOf(page, name).click();
  await bar(page).getByText(`${names.length} selecionado`).waitFor();
}

browserTests('several tickets at once', {}, (check) => {
  check(
    '8 are chosen with Shift, stay chosen through fifty events, are resolved, and one undo brings them back',
    async (fixture) => {
      const page = await sixOf(fixture);
      const workspace = workspaceOf(page);
      await workspace.row('Cliente 6').hover();
      await boxOf(page, 'Cliente 6').click();
      await boxOf(page, 'Cliente 4').click({ modifiers: ['Shift'] });
      await bar(page).getByText('3 selecionados').waitFor();

      const scope = await fixture.scope();
      const all = await scope.db.query.tickets.findMany();
      for (let n = 1; n <= 50; n += 1) {
        const ticketId = all[n % all.length]?.id ?? 0;
        await scope.write(async (tx) => {
          const change = { lastMessage: `novidade ${n}`, updatedAt: new Date() };
          await tx.db.update(tickets).set(change).where(eq(tickets.id, ticketId));
          tx.emit('ticket.updated', { ticketId });
        });
      }
      await page.getByText('novidade 50').waitFor();
      for (const n of [1, 2, 3, 4, 5, 6]) expect(await boxOf(page, `Cliente ${n}`).isChecked()).toBe(n >= 4);

      await bar(page).getByRole('button', { name: 'Resolver' }).click();
      await workspace.toast('3 atendimentos resolvidos.').waitFor();
      await counts(page.locator('[data-ticket]'), 3);
      await reads(workspace.count('assigned'), '3');
      await page.locator('#toasts').getByRole('button', { name: 'Desfazer' }).click();
      await counts(page.locator('[data-ticket]'), 6);
      await bar(page).waitFor({ state: 'detached' });
    },
  );

  check('are marked unread and read, get a tag, and go to a colleague', async (fixture) => {
    const page = await sixOf(fixture);
    const workspace = workspaceOf(page);
    await createTag(await scopeOf(fixture, 'ana'), { name: 'Promoção', color: '#b80000' });

    await choose(page, 'Cliente 1', 'Cliente 2');
    await bar(page).getByRole('button', { name: 'Marcar como não lidos' }).click();
    await workspace.toast('2 atendimentos marcados como não lidos.').waitFor();
    await counts(page.locator('[data-unread]'), 2);
    await choose(page, 'Cliente 1', 'Cliente 2');
    await bar(page).getByRole('button', { name: 'Marcar como lidos' }).click();
    await counts(page.locator('[data-unread]'), 0);

    await choose(page, 'Cliente 3', 'Cliente 4');
    await bar(page).getByRole('button', { name: 'Adicionar tags' }).click();
    const tagging = page.getByRole('dialog', { name: 'Tags para 2 atendimentos' });
    await tagging.getByText('Promoção').click();
    await tagging.getByRole('button', { name: 'Adicionar tags' }).click();
    await workspace.row('Cliente 4').getByText('Promoção').waitFor();
    await counts(page.locator('[data-ticket]').getByText('Promoção'), 2);

    await choose(page, 'Cliente 5', 'Cliente 6');
    await bar(page).getByRole('button', { name: 'Atribuir' }).click();
    const assigning = page.getByRole('dialog', { name: 'Atribuir 2 atendimentos' });
    const person = assigning.getByRole('combobox', { name: 'Usuário' });
    await person.fill('Rui');
    await assigning.getByRole('option', { name: /Rui/ }).click();
    await assigning.getByRole('button', { name: 'Atribuir' }).click();
    await workspace.toast('2 atendimentos atribuídos.').waitFor();
    await counts(page.locator('[data-ticket]'), 4);
    const scope = await fixture.scope();
    const ofRui = await scope.db.query.tickets.findMany({
      where: eq(tickets.userId, fixture.people.userId.rui),
    });
    expect(ofRui).toHaveLength(2);
  });

  check('9 a row’s menu marks unread, takes a colleague’s, returns and resolves', async (fixture) => {
    await (await sixOf(fixture)).close();
    const { page } = await fixture.signIn('ana');
    const workspace = workspaceOf(page);
    await page.goto('/tickets?showAll=true');
    await isAlive(page, 'ticket-list');
    const pick = async (name: string, item: string) => {
      await workspace.row(name).hover();
      await workspace.row(name).locator('[data-row-menu]').click();
      await page
        .getByRole('menu', { name: 'Opções do atendimento' })
        .getByText(item, { exact: true })
        .click();
      await page.locator('.toast-card .toast-undo').last().waitFor();
      await page.locator('.toast-card').last().click();
      await counts(page.locator('.toast-card'), 0);
    };
    await pick('Cliente 6', 'Marcar como não lido');
    await page.locator('[data-unread]').filter({ hasText: 'Cliente 6' }).waitFor();
    await pick('Cliente 6', 'Marcar como lido');
    await counts(page.locator('[data-unread]'), 0);
    await pick('Cliente 5', 'Assumir');
    await workspace.field.waitFor();
    await counts(workspace.row('Cliente 5').locator('[data-action="take"]'), 0);
    await page.goto('/tickets?showAll=true');
    await pick('Cliente 4', 'Resolver');
    await workspace.row('Cliente 4').waitFor({ state: 'detached' });
    await pick('Cliente 3', 'Devolver à fila');
    await workspace.row('Cliente 3').waitFor({ state: 'detached' });
    await reads(workspace.count('pending'), '1');
  });
});
