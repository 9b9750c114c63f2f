import { expect } from 'bun:test';
import {
  campaignSettings,
  campaignShippings,
  campaigns,
  contactListItems,
  contactLists,
  optOuts,
} from '@db/tenant/schema/index.ts';
import type { Phone } from '@demo/whatsapp/index.ts';
import type { Page } from 'playwright-core';
import { inspect } from './support/accessibility.ts';
import { counts, hasFocus, workspaceOf } from './support/workspace.ts';
import { browserTests, until } from './support.ts';

const dialogOf = (page: Page) => page.locator('dialog[open]');
const rows = (page: Page) => page.locator('#campaign-rows tr[data-key]');
const got = (phone: Phone, text: string) =>
  until(`“${text}”`, () => phone.received.some((message) => message.text?.includes(text)));

browserTests('campaigns', { line: true }, (check) => {
  check(
    'one is written, tried, and goes to a list: one answers, one opts out, the report is right',
    async (fixture) => {
      const scope = await fixture.scope();
      const people = ['João', 'Marta', 'Paulo'].map((name, index) =>
        fixture.network.phone({ number: `552197777000${index}`, name }),
      );
      const [joao, marta] = people as [Phone, Phone];
      await scope.write(async (tx) => {
        const [list] = await tx.db.insert(contactLists).values({ name: 'Clientes' }).returning();
        const values = people.map(({ name, number }) => ({ name, number, isOnWhatsapp: true }));
        await tx.db.insert(contactListItems).values(values.map((one) => ({ ...one, listId: list?.id ?? 0 })));
        await tx.db.insert(campaignSettings).values({ key: 'messageInterval', value: '0' });
        await tx.db.insert(campaignSettings).values({ key: 'longerIntervalAfter', value: '0' });
      });

      const { page, expectProblems } = await fixture.signIn('ana');
      await page.goto('/campaigns');
      await page.getByText('Nenhuma campanha').waitFor();
      await page.getByRole('button', { name: 'Adicionar campanha' }).click();
      const dialog = dialogOf(page);
      const isFine = async (name: string) => {
        await counts(page.locator('.htmx-request'), 0);
        expect(await inspect(page, name)).toEqual([]);
        await page.setViewportSize({ width: 1440, height: 900 });
        await page.emulateMedia({ colorScheme: 'light' });
      };
      await hasFocus(dialog.locator('#field-name'));
      await page.keyboard.type('N');
      await page.keyboard.press('Enter');
      await hasFocus(dialog.getByRole('switch', { name: 'Pedir confirmação' }));
      await dialog.getByRole('button', { name: 'Voltar' }).click();
      await hasFocus(dialog.locator('#field-name'));
      await dialog.getByLabel('Lista de contatos', { exact: true }).selectOption({ label: 'Clientes' });
      await dialog.getByText('3 pessoas recebem').waitFor();
      await isFine('the people of a campaign');
      const step = (name: string) => dialog.getByRole('radio', { name });
      await step('Pessoas').focus();
      await page.keyboard.press('ArrowRight');
      await dialog.getByLabel('Mensagem 1').fill('*Boas* festas, ');
      await dialog.getByRole('button', { name: 'Nome', exact: true }).first().click();
      const written = () => dialog.getByLabel('Mensagem 1').inputValue();
      await until('the variable', async () => (await written()) === '*Boas* festas, {{name}}');
      const phone = dialog.locator('.phone-bubble');
      await phone.getByText('Boas festas, João').waitFor();
      expect(await phone.locator('strong').textContent()).toBe('Boas');
      await isFine('the message of a campaign');

      const text = dialog.getByLabel('Mensagem 1');
      await text.fill('*Boas* festas, {{naotem}}');
      await dialog.getByRole('button', { name: 'Avançar' }).click();
      await dialog.getByText('A variável “naotem” não existe.').waitFor();
      await hasFocus(text);
      await isFine('a message with an unknown variable');
      await text.fill('*Boas* festas, {{name}}');
      await counts(dialog.locator('.field-error'), 0);
      await dialog.getByRole('button', { name: 'Avançar' }).click();
      await dialog.getByLabel('Conexão').selectOption({ index: 1 });
      await dialog.getByText(/^3 pessoas, por .*\. Se começar agora, termina hoje às/).waitFor();
      await isFine('the time of a campaign');
      expectProblems(/status of 422/);
      await page.locator('#field-whatsappId').focus();
      await dialog.getByRole('button', { name: 'Avançar' }).click();
      await isFine('the summary of a campaign');
      await dialog.getByRole('button', { name: 'Salvar' }).click();
      await dialog.getByText('Muito curto!').waitFor();
      await hasFocus(dialog.locator('#field-name'));
      await dialog.locator('#field-name').fill('Natal');
      await step('Mensagem').check({ force: true });
      await until('the text', async () => (await written()) === '*Boas* festas, {{name}}');

      await dialog.getByLabel('Enviar para o número').first().fill(joao.number);
      await dialog.getByRole('button', { name: 'Enviar teste' }).first().click();
      await workspaceOf(page).toast('Teste enviado').waitFor();
      await got(joao, '*Boas* festas, Ana');
      await step('Resumo').check({ force: true });
      await dialog.getByRole('button', { name: 'Salvar' }).click();
      await workspaceOf(page).toast('Campanha criada com sucesso.').waitFor();
      await counts(rows(page), 1);
      await rows(page).getByText('Inativa').waitFor();
      await isFine('the list of campaigns');

      await page.getByRole('button', { name: 'Mais ações de Natal' }).click();
      await page.getByRole('menuitem', { name: 'Iniciar agora' }).click();
      await dialog.getByText('3 pessoas, por').waitFor();
      await dialog.getByRole('button', { name: 'Iniciar agora' }).click();
      for (const phone of people) await got(phone, `*Boas* festas, ${phone.name}`);
      const ended = rows(page).getByText('Finalizada');
      await ended.waitFor();
      expect(await ended.getAttribute('class')).toContain('badge-quiet');

      await page.getByRole('link', { name: 'Relatório de Natal' }).click();
      await page.locator('[role=progressbar][aria-valuenow="100"]').waitFor();
      await joao.send(fixture.owner, { text: 'quero saber mais' });
      await marta.send(fixture.owner, { text: 'SAIR' });
      await until('who wants no more', async () => (await scope.db.select().from(optOuts)).length === 1);
      await got(marta, 'não');
      const contacts = page.locator('#campaign-contact-rows tr[data-key]');
      await counts(contacts, 3);
      await contacts.filter({ hasText: 'João' }).getByText('Respondeu').waitFor();
      await isFine('the report of a campaign');
      await page.getByLabel('Situação').selectOption('replied');
      await counts(contacts, 2);
      await scope.write((tx) =>
        tx.db.update(campaignShippings).set({ state: 'failed', reason: 'ERR_SENDING_WAPP_MSG' }),
      );
      await page.setViewportSize({ width: 360, height: 740 });
      await page.reload();
      await contacts.first().getByText('Não foi possível enviar a mensagem pelo WhatsApp').waitFor();
      const title = await contacts.first().locator('.cell-title').boundingBox();
      expect(title?.width).toBeGreaterThan(90);
      const number = contacts.first().locator('.cell-detail');
      expect(await number.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBeLessThanOrEqual(0);
      await page.setViewportSize({ width: 1440, height: 900 });

      await page.goto('/tickets');
      await workspaceOf(page).tab('pending');
      await workspaceOf(page).row('João').waitFor();
      expect(await workspaceOf(page).row('Marta').count()).toBe(0);

      await scope.write((tx) => tx.db.update(campaigns).set({ status: 'EM_ANDAMENTO' }));
      fixture.owner.restrict(Math.floor(Date.now() / 1_000) + 3_600);
      await workspaceOf(page).toast('A campanha Natal parou automaticamente.').waitFor();
    },
  );
});
