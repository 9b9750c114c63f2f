import { expect } from 'bun:test';
import { tickets } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { jobsOf } from '@/schedule.ts';
import { customer } from './support/customers.ts';
import { openRowMenu } from './support/row-menu.ts';
import { hasFocus, workspaceOf } from './support/workspace.ts';
import { browserTests, until } from './support.ts';

const rowOf = (page: Page, name: string) => page.locator('#connection-rows tr').filter({ hasText: name });
const dialogOf = (page: Page) => page.locator('dialog[open]');
const partOf = (page: Page, name: string) => dialogOf(page).getByRole('radio', { name });
const show = (page: Page, name: string) =>
  dialogOf(page).locator('.tab-row label').filter({ hasText: name }).click();
const openEditor = async (page: Page, name: string) => {
  await page.getByRole('button', { name: `Editar ${name}` }).click();
  await dialogOf(page).getByLabel('Nome').waitFor();
};
const widthBeyond = (page: Page) =>
  page.evaluate(() => {
    const boxes = [
      document.documentElement,
      ...document.querySelectorAll('dialog[open] :is(.dialog-body, .tab-row)'),
    ];
    return Math.max(...boxes.map((box) => box.scrollWidth - box.clientWidth));
  });

browserTests('what a connection does by itself', { line: true }, (check) => {
  check('is set up by keyboard in its parts; a refusal leads to its field', async (fixture) => {
    const ana = await fixture.signIn('ana');
    const bia = await fixture.signIn('bia');
    const { page } = ana;
    await bia.page.goto('/connections');
    await page.goto('/connections');
    await page.getByRole('button', { name: 'Editar Loja' }).focus();
    await page.keyboard.press('Enter');
    const dialog = dialogOf(page);
    await hasFocus(dialog.getByLabel('Nome'));
    await dialog.getByLabel('Nome').fill('Loja Norte');
    await partOf(page, 'Dados').focus();
    await page.keyboard.press('ArrowRight');
    await dialog.getByLabel('Mensagem de inatividade').fill('Encerramos por aqui, {{firstName}}.');
    await dialog.getByLabel('Encerrar quando o cliente não responder').fill('30');
    await partOf(page, 'Mensagens').focus();
    await page.keyboard.press('ArrowRight');
    for (const queue of ['Vendas', 'Suporte']) {
      await dialog.getByRole('checkbox', { name: queue }).focus();
      await page.keyboard.press('Space');
    }
    const transfer = dialog.getByLabel('Transferir quem não escolhe uma fila para');
    const minutes = dialog.getByLabel('Transferir após');
    const chosen = transfer.locator('option:checked');
    await until('the filled in queue', async () => (await chosen.textContent()) === 'Suporte');
    expect(await minutes.inputValue()).toBe('30');
    await hasFocus(dialog.getByRole('checkbox', { name: 'Suporte' }));
    await transfer.selectOption('Nenhuma fila');
    await dialog.locator('[data-transfer-missing]').waitFor();
    expect(await chosen.textContent()).toBe('Nenhuma fila');
    await transfer.selectOption('Suporte');
    await dialog.locator('[data-transfer-missing]').waitFor({ state: 'detached' });
    expect(await chosen.textContent()).toBe('Suporte');
    await minutes.fill('15');
    ana.expectProblems(/status of 422/);
    await page.keyboard.press('Enter');
    await dialog.getByText('A mensagem de saudação é obrigatória quando há mais de uma fila.').waitFor();
    expect(await dialog.locator('[name=queueIds]:checked').count()).toBe(2);
    await show(page, 'Dados');
    await dialog.getByLabel('Mensagem de saudação').fill('Olá! Escolha o setor:');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.waitFor({ state: 'detached' });
    await workspaceOf(page).toast('Conexão atualizada com sucesso.').waitFor();
    await rowOf(bia.page, 'Loja Norte').waitFor();

    await openEditor(page, 'Loja Norte');
    await show(page, 'Mensagens');
    expect(await dialog.getByLabel('Encerrar quando o cliente não responder').inputValue()).toBe('30');
    await show(page, 'Filas');
    expect(await dialog.getByRole('checkbox', { name: 'Suporte' }).isChecked()).toBe(true);
    expect(await dialog.getByLabel('Transferir após').inputValue()).toBe('15');
    expect(await dialog.getByLabel('Quantas vezes o menu é mostrado').inputValue()).toBe('3');
  });

  check('a token is shown once, copied and renewed', async ({ signIn }) => {
    const { page, context } = await signIn('ana');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/connections');
    await openEditor(page, 'Loja Norte');
    const dialog = dialogOf(page);
    await show(page, 'Token');
    const token = dialog.locator('#api-token output');
    await dialog.getByRole('button', { name: 'Gerar token' }).click();
    await dialog.getByText('Copie o token agora').waitFor();
    const made = (await token.textContent()) ?? '';
    await dialog.getByRole('button', { name: 'Copiar o token' }).click();
    await until('the copy', async () => (await page.evaluate(() => navigator.clipboard.readText())) === made);
    await dialog.getByRole('button', { name: 'Gerar novo token' }).click();
    await until('another token', async () => (await token.textContent()) !== made);
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await dialog.waitFor({ state: 'detached' });
    await openEditor(page, 'Loja Norte');
    await show(page, 'Token');
    expect(await token.textContent()).toMatch(/^.{4}•+$/);
  });

  check('its health follows what passes', async (fixture) => {
    const { page } = await fixture.signIn('ana');
    await page.goto('/connections');
    await page.getByRole('button', { name: 'Saúde de Loja Norte' }).click();
    const dialog = dialogOf(page);
    await dialog.getByText('Conectado').waitFor();
    const received = dialog.locator('[data-fact=received] dd');
    const before = Number(await received.textContent());
    await customer(fixture, { name: 'Rosa Saúde' });
    await until('one more', async () => Number(await received.textContent()) === before + 1);
  });

  check('closes a conversation whose customer fell silent, before the eyes of its agent', async (fixture) => {
    const { phone, ticketId, uuid } = await customer(fixture, { name: 'Zélia Silêncio' });
    const { userId, queueId } = fixture.people;
    const taken = { status: 'open' as const, userId: userId.bia, queueId: queueId.Vendas };
    await patchTicket(await fixture.scope(), { ticketId, ...taken });
    const { page } = await fixture.signIn('bia');
    const workspace = workspaceOf(page);
    await page.goto(`/tickets/${uuid}`);
    await workspace.write('Posso ajudar em algo mais?');
    await until('the answer on the phone', () =>
      phone.received.some(({ text }) => text?.includes('algo mais')),
    );
    const scope = await fixture.scope();
    const long = new Date(Date.now() - 31 * 60_000);
    await scope.write((tx) =>
      tx.db.update(tickets).set({ answeredAt: long }).where(eq(tickets.id, ticketId)),
    );
    await jobsOf(fixture.dependencies.kernel)();
    await until('the text on the phone', () =>
      phone.received.some(({ text }) => text === 'Encerramos por aqui, Zélia.'),
    );
    await workspace.bubble('Encerramos por aqui, Zélia.').waitFor();
    await page.getByText('Encerrado: o cliente não respondeu').waitFor();
    await workspace.action('reopen').waitFor();
  });

  check('every part fits a phone, in both themes', async ({ signIn }) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, close } = await signIn('ana', {
        viewport: { width: 360, height: 740 },
        colorScheme,
        hasTouch: true,
      });
      await page.goto('/connections');
      await openRowMenu(page, 'Loja Norte');
      await openEditor(page, 'Loja Norte');
      for (const part of ['Dados', 'Mensagens', 'Filas', 'Token']) {
        await show(page, part);
        expect(await widthBeyond(page)).toBeLessThanOrEqual(0);
        if (process.env.PICTURES)
          await page.screenshot({ path: `${process.env.PICTURES}/360-${colorScheme}-${part}.png` });
      }
      await dialogOf(page).getByRole('button', { name: 'Cancelar' }).click();
      await openRowMenu(page, 'Loja Norte');
      await page.getByRole('button', { name: 'Saúde de Loja Norte' }).click();
      await dialogOf(page).getByText('Recebidas hoje').waitFor();
      expect(await widthBeyond(page)).toBeLessThanOrEqual(0);
      if (process.env.PICTURES)
        await page.screenshot({ path: `${process.env.PICTURES}/360-${colorScheme}-health.png` });
      await close();
    }
  });
});
