import { expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { renewToken } from '@/modules/connections/api-token.service.ts';
import { formatNumber } from '@/schemas/phone-number.schema.ts';
import { inspect, inspectPage } from './support/accessibility.ts';
import { customer, scopeOf } from './support/customers.ts';
import { workspaceOf } from './support/workspace.ts';
import { browserTests } from './support.ts';

const calls = (page: Page) => page.locator('#api-call-rows tr[data-key]');
const dialogOf = (page: Page) => page.locator('dialog[open]');

browserTests('what reaches in', { line: true }, (check) => {
  check('a message is tried by keyboard, arrives, and stands among the calls', async (fixture) => {
    const { phone } = await customer(fixture, { name: 'Olga Recebe' });
    const token = await renewToken(await scopeOf(fixture, 'ana'), { connectionId: fixture.connectionId });
    const ana = await fixture.signIn('ana');
    const { page } = ana;
    await page.goto('/messages-api');
    await page.getByText('Nenhuma chamada ainda').waitFor();
    const form = page.locator('#try-text');
    await form.getByLabel('Token da conexão').fill(token);
    await form.getByLabel('Número').fill('+55');
    await form.getByLabel('Mensagem').fill('Seu pedido saiu');
    ana.expectProblems(/status of 422/);
    await form.getByRole('button', { name: 'Enviar texto' }).focus();
    await page.keyboard.press('Enter');
    await form.getByText('Use só dígitos, sem máscara').waitFor();
    expect(await form.getByLabel('Mensagem').inputValue()).toBe('Seu pedido saiu');
    await form.getByLabel('Token da conexão').fill(token);
    await form.getByLabel('Número').fill(phone.number);
    await form.getByRole('button', { name: 'Enviar texto' }).focus();
    await page.keyboard.press('Enter');
    await workspaceOf(page).toast('Mensagem enviada com sucesso').waitFor();
    await calls(page)
      .filter({ hasText: formatNumber(phone.number) })
      .getByText('Aceita')
      .waitFor();
    const reply = await fetch(`${fixture.url}/api/messages/send`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ number: '12', body: 'oi' }),
    });
    expect(reply.status).toBe(400);
    await calls(page).filter({ hasText: '400' }).waitFor();
    expect(await inspectPage(page, '/messages-api')).toEqual([]);
  });

  check('a token is made, shown once, used and deleted', async (fixture) => {
    const ana = await fixture.signIn('ana');
    const { page } = ana;
    await page.goto('/messages-api/tokens');
    await page.getByText('Nenhum token ainda').waitFor();
    await page.getByRole('button', { name: 'Adicionar token' }).click();
    const dialog = dialogOf(page);
    await dialog.getByLabel('Nome').fill('ERP da loja');
    ana.expectProblems(/status of 422/);
    await page.keyboard.press('Enter');
    await dialog.getByText('Escolha ao menos uma permissão').waitFor();
    await dialog.getByRole('checkbox', { name: 'Ler tags' }).focus();
    await page.keyboard.press('Space');
    expect(await inspect(page, 'new token')).toEqual([]);
    await dialog.getByRole('button', { name: 'Criar token' }).click();
    await dialog.getByText('Copie agora').waitFor();
    const token = (await dialog.locator('output').textContent()) ?? '';
    const ask = async () =>
      (await fetch(`${fixture.url}/api/v1/tags`, { headers: { Authorization: `Bearer ${token}` } })).status;
    expect(await ask()).toBe(200);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await inspectPage(page, '/messages-api/tokens')).toEqual([]);
    await page.getByRole('button', { name: 'Excluir ERP da loja' }).click();
    await dialog.getByRole('button', { name: 'Excluir' }).click();
    await page.getByText('Nenhum token ainda').waitFor();
    expect(await ask()).toBe(401);
  });

  check('the reference needs no other server, and obeys the content security policy', async (fixture) => {
    const { page } = await fixture.signIn('ana');
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(new URL(request.url()).origin));
    await page.goto('/messages-api/reference');
    await page.getByRole('heading', { name: 'API', exact: true, level: 1 }).waitFor();
    await page.getByText('A page of contacts by name; groups are left out').first().waitFor();
    expect([...new Set(asked)].filter((origin) => !/^(data|blob):|^null$/.test(origin))).toEqual([
      fixture.url,
    ]);
  });
});
