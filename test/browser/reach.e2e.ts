import { expect } from 'bun:test';
import { Webhook } from 'standardwebhooks';
import { freePort } from '../support/free-port.ts';
import { customer } from './support/customers.ts';
import { workspaceOf } from './support/workspace.ts';
import { browserTests, until } from './support.ts';

type Got = { headers: Record<string, string>; body: string };

browserTests('what is told outside, and who comes from there', { line: true }, (check) => {
  check('a webhook is made by keyboard, delivers a message, and delivers it again', async (fixture) => {
    const got: Got[] = [];
    fixture.dependencies.kernel.services.safeCall = async (_url, { headers = {}, body = '' }) => {
      got.push({ headers, body: String(body) });
      return new Response('obrigado');
    };
    const { page } = await fixture.signIn('ana');
    await page.goto('/webhooks');
    await page.getByRole('button', { name: 'Adicionar webhook' }).click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByLabel('Nome').fill('ERP da loja');
    await dialog.getByLabel('Endereço').fill('https://erp.example/hook');
    await page.keyboard.press('Enter');
    await dialog.getByText('Guarde este segredo agora').waitFor();
    const secret = (await dialog.locator('output').textContent()) ?? '';
    await page.keyboard.press('Escape');
    await customer(fixture, { name: 'Olga Avisa', text: 'Chegou?' });
    await until('a delivery', () => got.length > 0);
    await page.getByRole('link', { name: 'Entregas de ERP da loja' }).click();
    await page.locator('#webhook-delivery-rows').getByText('Entregue').waitFor();
    await page.getByRole('button', { name: /^Ver message\.received/ }).click();
    await dialog.getByText('obrigado').waitFor();
    await dialog.getByRole('button', { name: 'Reenviar' }).click();
    await workspaceOf(page).toast('1 entrega será reenviada').waitFor();
    await until('the same delivery again', () => got.length > 1);
    for (const { headers, body } of got)
      expect(new Webhook(secret).verify(body, headers)).toMatchObject({ data: { text: 'Chegou?' } });
    expect(got[1]?.headers['webhook-id']).toBe(got[0]?.headers['webhook-id'] as string);
  });

  check(
    'a link is made, its button works on a strict site, and its source lands on the ticket',
    async (fixture) => {
      const { page } = await fixture.signIn('ana');
      await page.goto('/click-to-chat');
      await page.getByText('Nenhum link ainda').waitFor();
      await page.getByRole('button', { name: 'Adicionar link' }).click();
      const dialog = page.locator('dialog[open]');
      await dialog.getByLabel('Origem').fill('Vitrine');
      await dialog.getByLabel('Texto do botão').fill('Compre aqui');
      await dialog.locator('figure').getByText('Compre aqui').waitFor();
      await dialog.getByLabel('Origem').focus();
      await page.keyboard.press('Enter');
      await dialog.getByRole('img', { name: /^QR code/ }).waitFor();
      const [link, script = ''] = await dialog.locator('pre').allTextContents();
      await page.keyboard.press('Escape');

      const policy = `default-src 'none'; script-src ${fixture.url}/widget.js; require-trusted-types-for 'script'`;
      const site = Bun.serve({
        port: freePort(),
        hostname: '127.0.0.1',
        fetch: () =>
          new Response(`<!doctype html><html lang="pt"><title>Loja</title><h1>Loja</h1>${script}</html>`, {
            headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy },
          }),
      });
      const visitor = await fixture.visit();
      visitor.expectProblems(/favicon/);
      await visitor.page.goto(site.url.href);
      const button = visitor.page.getByRole('link', { name: 'Compre aqui' });
      expect(await button.getAttribute('href')).toBe(link as string);
      const position = await button.evaluate((one) => getComputedStyle(one).position);
      expect(position).toBe('fixed');
      await site.stop(true);

      const prefilled = new URL(link ?? '').searchParams.get('text') ?? '';
      const { uuid } = await customer(fixture, { name: 'Olga Compra', text: prefilled });
      const tickets = page.getByRole('link', { name: 'Ver 1 atendimento que veio de vitrine' });
      await tickets.waitFor();
      await tickets.click();
      await page.locator('[data-ticket]').filter({ hasText: 'Olga Compra' }).waitFor();
      const header = await page.request.get(`/tickets/${uuid}/header`, { headers: { Accept: 'text/html' } });
      expect(await header.text()).toContain('vitrine');
    },
  );
});
