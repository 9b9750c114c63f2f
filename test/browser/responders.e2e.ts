import { expect } from 'bun:test';
import { connections } from '@db/tenant/schema/index.ts';
import type { Phone } from '@demo/whatsapp/index.ts';
import { eq } from 'drizzle-orm';
import { reachOf } from '../responders/turn.ts';
import { startModels } from '../support/models.ts';
import { customer } from './support/customers.ts';
import { workspaceOf } from './support/workspace.ts';
import { browserTests, until } from './support.ts';

const KEY = 'sk-typed-once';
const TEXT = 'Você atende os clientes de uma loja de bicicletas, com respostas curtas e gentis.';
const reads = (phone: Phone, text: string) =>
  until(`“${text}” on the phone`, () => phone.received.some((message) => message.text?.includes(text)));

browserTests('a machine that answers', { line: true }, (check) => {
  check('a prompt is written, talks with a customer, and hands them to an agent', async (fixture) => {
    const models = await startModels();
    try {
      Object.assign(fixture.dependencies.kernel.services, reachOf(models.url));
      const ana = await fixture.signIn('ana');
      const { page } = ana;
      await page.goto('/prompts');
      await page.getByText('Nenhum prompt ainda').waitFor();
      await page.getByRole('button', { name: 'Adicionar prompt' }).click();
      const dialog = page.locator('dialog[open]');
      await dialog.getByLabel('Nome').fill('Loja de bicicletas');
      await dialog.getByLabel(/^Fila/).selectOption({ label: 'Vendas' });
      await dialog.getByLabel('Chave da API').fill(KEY);
      await dialog.locator('.tab-row label').filter({ hasText: 'Modelo' }).click();
      await dialog.getByLabel('Endereço da API').fill(models.url);
      ana.expectProblems(/status of 422/);
      await page.keyboard.press('Enter');
      await dialog.getByText('Obrigatório').waitFor();
      expect(await dialog.getByLabel('Chave da API').inputValue()).toBe(KEY);
      await dialog.locator('[name=prompt]').fill(TEXT);
      await dialog.getByRole('button', { name: 'Salvar' }).click();
      await workspaceOf(page).toast('Prompt criado com sucesso').waitFor();
      const row = page.locator('#prompt-rows tr').filter({ hasText: 'Loja de bicicletas' });
      await row.getByText('Ainda não foi usado').waitFor();

      const scope = await fixture.scope();
      const prompt = await scope.db.query.prompts.findFirst();
      await scope.write((tx) =>
        tx.db
          .update(connections)
          .set({ promptId: prompt?.id ?? 0 })
          .where(eq(connections.id, fixture.connectionId)),
      );
      await models.next({ text: 'Abrimos às 9h.' });
      const { phone } = await customer(fixture, { name: 'Rita Pedala', text: 'Que horas abre?' });
      await reads(phone, 'Abrimos às 9h.');
      await row.getByText('1 de 1 chamada respondida').waitFor();
      expect((await models.asked()).map(({ key }) => key)).toEqual([`Bearer ${KEY}`]);

      const transfer = { name: 'transfer_to_queue', arguments: JSON.stringify({ queue: 'Vendas' }) };
      await models.next({ text: 'Já chamo alguém.', tools: [transfer] });
      await phone.send(fixture.owner, { text: 'Quero comprar três' });
      await reads(phone, 'Já chamo alguém.');

      await page.goto('/tickets');
      const workspace = workspaceOf(page);
      await workspace.tab('pending');
      await workspace.accept('Rita Pedala');
      await workspace.bubble('Abrimos às 9h.').waitFor();
      await workspace.write('Oi Rita, aqui é a Ana');
      await reads(phone, 'aqui é a Ana');
      await phone.send(fixture.owner, { text: 'Que bom' });
      await workspace.bubble('Que bom').waitFor();
      expect(phone.received.map(({ text }) => text?.split('\n').at(-1))).toEqual([
        ...['Abrimos às 9h.', 'Já chamo alguém.', 'Oi Rita, aqui é a Ana'],
      ]);
    } finally {
      models.stop();
    }
  });
});
